/** The idea that becomes of a suggestion, to be edited before it is one. */
import "../admin/editor.css"
import { useId, useState } from "react"
import { createPortal } from "react-dom"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { Form } from "../../ui/Form.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { useForm } from "../../ui/use-form.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { isSame } from "../admin/differences.ts"
import { EditorFailure } from "../admin/EditorFailure.tsx"
import type { ListScreen } from "../admin/list-screen.ts"
import { say, sayError } from "../admin/say.ts"
import { IdeaFields } from "./IdeaFields.tsx"
import { ideaIn, makingForm } from "./making.ts"
import type { Suggestion } from "./suggestions.ts"

interface Props {
  row: Suggestion
  screen: ListScreen<Suggestion>
  onClose: () => void
}

export function MakeIdeaDialog({ row, screen: { list }, onClose }: Props) {
  const t = pageTranslate()
  const titleId = useId()
  const [form] = useState(() => makingForm(row))
  const [isAsking, setIsAsking] = useState(false)
  const { values, failure, isSending } = useForm(form)

  function leave() {
    if (isSending) return
    if (isSame(values, ideaIn(row))) onClose()
    else setIsAsking(true)
  }

  async function make() {
    const answer = await form.submit()
    if (!answer) return
    if (answer.ok) {
      list.put({ ...row, idea_id: answer.body, read_at: row.read_at ?? new Date().toISOString() })
      say("success", { title: "admin:ideas.saved.created", text: "admin:suggestions.make.done" })
      onClose()
      document.getElementById("screen-title")?.focus()
    } else if (answer.failure.code === "already_decided" || answer.failure.code === "not_found") {
      sayError("admin:suggestions.make.failed", answer.failure)
      void list.reload()
      onClose()
    }
  }

  return createPortal(
    <>
      <Modal labelledBy={titleId} className="editor" isFocused onCancel={leave}>
        <header className="editor-head">
          <h2 id={titleId}>{t("admin:suggestions.make.title")}</h2>
          <button
            className="icon-btn"
            type="button"
            aria-label={t("admin:editor.close")}
            onClick={leave}
          >
            <Icon name="close" size={24} />
          </button>
        </header>
        <Form className="editor-form" failure={failure} onSubmit={make}>
          <div className="editor-scroll">
            <p className="notice">{t("admin:suggestions.make.hint")}</p>
            <IdeaFields form={form} />
          </div>
          <EditorFailure failure={failure} />
          <footer className="editor-bar">
            <span className="editor-state" />
            <button className="btn btn-ghost btn-small" type="button" onClick={leave}>
              {t("admin:confirm.cancel")}
            </button>
            <WaitingButton className="btn-small" type="submit" isBusy={isSending}>
              {t(isSending ? "admin:editor.saving" : "admin:suggestions.make.confirm")}
            </WaitingButton>
          </footer>
        </Form>
      </Modal>
      {isAsking && (
        <ConfirmDialog
          title={t("admin:editor.closing.title")}
          text={t("admin:suggestions.make.lose")}
          confirm={t("admin:editor.closing.close")}
          cancel={t("admin:confirm.cancel")}
          onConfirm={onClose}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>,
    document.body,
  )
}
