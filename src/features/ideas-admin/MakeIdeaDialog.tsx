/** The idea that becomes of a suggestion, to be edited before it is one. */
import "../admin/editor.css"
import { useStore } from "@nanostores/react"
import { useEffect, useId, useState } from "react"
import { createPortal } from "react-dom"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { Form } from "../../ui/Form.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { useForm } from "../../ui/use-form.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import type { Drafts } from "../admin/drafts.ts"
import { EditorFailure } from "../admin/EditorFailure.tsx"
import { EditorNotices } from "../admin/EditorNotices.tsx"
import type { ListScreen } from "../admin/list-screen.ts"
import { say, sayError } from "../admin/say.ts"
import { useKeepingDraft } from "../admin/use-keeping-draft.ts"
import { IdeaFields } from "./IdeaFields.tsx"
import type { IdeaValues } from "./idea.ts"
import { startMaking } from "./making.ts"
import type { Suggestion } from "./suggestions.ts"

interface Props {
  row: Suggestion
  screen: ListScreen<Suggestion>
  drafts: Drafts<IdeaValues>
  onClose: () => void
}

export function MakeIdeaDialog({ row, screen: { list }, drafts, onClose }: Props) {
  const t = pageTranslate()
  const titleId = useId()
  const [making] = useState(() => startMaking(row, drafts))
  const [isAsking, setIsAsking] = useState(false)
  const draft = useStore(making.$draft)
  const [restored, setRestored] = useState(making.restored)
  const { form } = making
  const { failure, isSending } = useForm(form)
  useKeepingDraft(making.keepDraft, draft === "not-kept")
  useEffect(() => making.end, [making])

  function leave() {
    if (isSending) return
    making.keepDraft()
    const kept = making.$draft.get()
    if (kept === "not-kept") return setIsAsking(true)
    if (kept === "kept") {
      say("success", {
        title: "admin:editor.draftKept.title",
        text: "admin:editor.draftKept.text",
      })
    }
    onClose()
  }

  async function make() {
    const answer = await form.submit()
    if (!answer) return
    if (answer.ok) {
      making.finish()
      list.put({ ...row, idea_id: answer.body, read_at: row.read_at ?? new Date().toISOString() })
      say("success", { title: "admin:ideas.saved.created", text: "admin:suggestions.make.done" })
      return onClose()
    }
    const { code, errors } = answer.failure
    if (Object.keys(errors).length > 0) return
    sayError("admin:suggestions.make.failed", answer.failure)
    if (code !== "already_decided" && code !== "not_found") return
    making.finish()
    void list.reload()
    onClose()
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
            <EditorNotices
              restored={restored}
              draft={draft}
              onDiscard={() => {
                setRestored(null)
                making.discardDraft()
              }}
            />
            <p className="notice">{t("admin:suggestions.make.hint")}</p>
            <IdeaFields form={form} />
          </div>
          <EditorFailure failure={failure} />
          <footer className="editor-bar">
            <p className="editor-state" role="status" data-draft={draft}>
              {draft === "kept" && t("admin:editor.kept")}
            </p>
            <button className="btn btn-ghost btn-small" type="button" onClick={leave}>
              {t("admin:editor.close")}
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
