/** The dialog of the editor: what it shows until, and around, the writing. */
import "./editor.css"
import { useStore } from "@nanostores/react"
import { useId, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { failureText } from "../../ui/failure-text.ts"
import { focusIdIfLost } from "../../ui/focus-if-lost.ts"
import { Icon } from "../../ui/Icon.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { NEW } from "./drafts.ts"
import { EditorForm } from "./EditorForm.tsx"
import type { EditableRow } from "./resource.ts"
import type { AdminScreen } from "./screen.ts"
import type { Views } from "./views.ts"

interface Props<Listed extends EditableRow, Full extends Listed, Values extends object> {
  screen: AdminScreen<Listed, Full, Values>
  views: Views<Listed, Full, Values>
}

export function EditorDialog<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>({ screen, views }: Props<Listed, Full, Values>) {
  const t = pageTranslate()
  const { editor } = screen
  const state = useStore(editor.$editor)
  const [isAsking, setIsAsking] = useState(false)
  const titleId = useId()
  if (state.status === "closed") return null

  function close(evenIfLost = false) {
    setIsAsking(!editor.close(evenIfLost))
    // What had opened it may be gone: the word about an unfinished draft, or its row.
    focusIdIfLost("screen-title")
  }

  return (
    <Modal labelledBy={titleId} className="editor" isFocused onCancel={close}>
      <header className="editor-head">
        <h2 id={titleId}>{t((state.id === NEW && views.texts.creating) || views.texts.editing)}</h2>
        <button
          className="icon-btn"
          type="button"
          aria-label={t("admin:editor.close")}
          onClick={() => close()}
        >
          <Icon name="close" size={24} />
        </button>
      </header>
      {state.status === "loading" && (
        <div className="editor-waiting" role="status">
          <span className="sr-only">{t("admin:editor.loading")}</span>
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton editor-waiting-text" />
        </div>
      )}
      {state.status === "unavailable" && (
        <div className="state editor-unavailable" role="alert">
          <h3>{t("admin:editor.unavailable")}</h3>
          <p className="soft">{t(failureText(state.failure.code))}</p>
          <button
            className="btn btn-small"
            type="button"
            onClick={() => void editor.open(state.id)}
          >
            {t("common:tryAgain")}
          </button>
        </div>
      )}
      {state.status === "open" && (
        <EditorForm
          key={state.opening}
          editing={state.editing}
          resource={screen.resource}
          publishing={screen.publishing}
          views={views}
          onClose={() => close()}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title={t("admin:editor.closing.title")}
          text={t("admin:editor.closing.text")}
          confirm={t("admin:editor.closing.close")}
          cancel={t("admin:confirm.cancel")}
          onConfirm={() => close(true)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </Modal>
  )
}
