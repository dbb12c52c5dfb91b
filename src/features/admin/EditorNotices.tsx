import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import type { DraftState, EditingState } from "./editing.ts"

interface Props<Full> {
  state: EditingState<Full>
  draft: DraftState
  onDiscard: () => void
}

/** What there is to know before one goes on writing. */
export function EditorNotices<Full>({ state, draft, onDiscard }: Props<Full>) {
  const t = pageTranslate()
  const isWriting = state.status === "writing"
  return (
    <>
      {isWriting && state.isGone && <p className="notice notice-bad">{t("admin:editor.gone")}</p>}
      {isWriting && state.restored && draft !== "none" && (
        <p className="notice">
          {t("admin:editor.restored", {
            time: formatDate(state.restored, "moment", pageLocale()),
          })}
          <button className="link" type="button" onClick={onDiscard}>
            {t("admin:editor.discard")}
          </button>
        </p>
      )}
      {draft === "not-kept" && <p className="notice notice-bad">{t("admin:editor.notKept")}</p>}
    </>
  )
}
