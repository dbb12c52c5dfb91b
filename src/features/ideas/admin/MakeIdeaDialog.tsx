/** The idea that becomes of a suggestion, to be edited before it is one. */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { createPortal } from "react-dom"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Form } from "../../../ui/forms/Form.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import type { Drafts } from "../../admin/editor/drafts.ts"
import {
  EDITOR_FORM,
  EDITOR_SCROLL,
  EditorBar,
  EditorFailure,
  EditorFrame,
  EditorNotices,
  useStoredDraft,
} from "../../admin/editor/editor-parts.tsx"
import { Notice } from "../../admin/parts.tsx"
import type { ListScreen } from "../../admin/screen.ts"
import { DRAFT_STORED, toast, toastError } from "../../admin/toast.ts"
import { IdeaFields } from "./IdeaFields.tsx"
import { startIdea } from "./idea-draft.ts"
import type { IdeaValues, Suggestion } from "./schema.ts"

interface Props {
  row: Suggestion
  screen: ListScreen<Suggestion>
  drafts: Drafts<IdeaValues>
  onClose: () => void
}

export function MakeIdeaDialog({ row, screen: { list }, drafts, onClose }: Props) {
  const t = pageTranslate()
  const [idea] = useState(() => startIdea(row, drafts))
  const [isConfirming, setIsConfirming] = useState(false)
  const draft = useStore(idea.$draft)
  const [restored, setRestored] = useState(idea.restored)
  const { form } = idea
  const { failure, isSending } = useForm(form)
  useStoredDraft(idea.flush, draft)
  useEffect(() => idea.end, [idea])

  function leave() {
    if (isSending) return
    idea.flush()
    const state = idea.$draft.get()
    if (state === "not-stored") return setIsConfirming(true)
    if (state === "stored") toast("success", DRAFT_STORED)
    onClose()
  }

  async function make() {
    const answer = await form.submit()
    if (!answer) return
    if (answer.ok) {
      idea.finish()
      list.put({ ...row, idea_id: answer.body, read_at: row.read_at ?? new Date().toISOString() })
      toast("success", { title: "admin:ideas.saved.created", text: "admin:suggestions.make.done" })
      return onClose()
    }
    const { code, errors } = answer.failure
    if (Object.keys(errors).length > 0) return
    toastError("admin:suggestions.make.failed", answer.failure)
    if (code !== "already_decided" && code !== "not_found") return
    idea.finish()
    list.reload()
    onClose()
  }

  return createPortal(
    <EditorFrame
      title={t("admin:suggestions.make.title")}
      onClose={leave}
      closing={
        isConfirming
          ? {
              text: t("admin:suggestions.make.lose"),
              onConfirm: onClose,
              onCancel: () => setIsConfirming(false),
            }
          : null
      }
    >
      <Form className={EDITOR_FORM} failure={failure} onSubmit={make}>
        <div className={EDITOR_SCROLL}>
          <EditorNotices
            restored={restored ? { at: restored } : null}
            draft={draft}
            onDiscard={() => {
              setRestored(null)
              idea.discard()
            }}
          />
          <Notice>{t("admin:suggestions.make.hint")}</Notice>
          <IdeaFields form={form} />
        </div>
        <EditorFailure failure={failure} />
        <EditorBar state={draft === "stored" ? t("admin:editor.stored") : null} onClose={leave}>
          <WaitingButton className="btn-small" type="submit" isBusy={isSending}>
            {t(isSending ? "admin:editor.saving" : "admin:suggestions.make.confirm")}
          </WaitingButton>
        </EditorBar>
      </Form>
    </EditorFrame>,
    document.body,
  )
}
