import { useStore } from "@nanostores/react"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { DraftState } from "./draft-keeping.ts"
import type { Publishing, PublishingStore } from "./publishing.ts"
import { PROGRESS_TITLES } from "./publishing-texts.ts"

interface Props {
  publishing: PublishingStore
  draft: DraftState
  isNew: boolean
  isSending: boolean
  /** A picture is still on its way. */
  isWaiting: boolean
  label: MessageKey
  onClose: () => void
}

function stateText(draft: DraftState, isNew: boolean, publishing: Publishing): MessageKey | null {
  if (draft === "kept") return "admin:editor.kept"
  if (draft === "not-kept" || isNew) return null
  return publishing.status === "idle"
    ? "admin:editor.saved"
    : PROGRESS_TITLES[publishing.progress.status]
}

/** Whether all is saved, and the buttons for that. */
export function EditorBar(props: Props) {
  const { publishing, draft, isNew, isSending, isWaiting, label, onClose } = props
  const t = pageTranslate()
  const text = stateText(draft, isNew, useStore(publishing.$publishing))
  const busyLabel = isSending ? "admin:editor.saving" : "admin:editor.waiting"
  const isBusy = isSending || isWaiting
  return (
    <footer className="editor-bar">
      <p className="editor-state" role="status" data-draft={draft}>
        {text && t(text)}
      </p>
      <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
        {t("admin:editor.close")}
      </button>
      <button
        className="btn btn-small"
        type="submit"
        disabled={isBusy}
        aria-busy={isBusy}
        aria-keyshortcuts="Control+S Meta+S"
        title={t("admin:editor.shortcut")}
      >
        {t(isBusy ? busyLabel : label)}
      </button>
    </footer>
  )
}
