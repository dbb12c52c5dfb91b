import type { Failure } from "../../call.ts"
import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { failureText } from "../../ui/failure-text.ts"
import type { DraftState, EditingState } from "./editing.ts"

interface Props<Full> {
  state: EditingState<Full>
  draft: DraftState
  failure: Failure | null
  onDiscard: () => void
}

/** The way to sign in and back to this very text. */
const signInAddress = () =>
  `${localePath("/login", pageLocale())}?${new URLSearchParams({
    next: location.pathname + location.search,
  })}`

/** What the whole form has to say. */
export function EditorNotices<Full>({ state, draft, failure, onDiscard }: Props<Full>) {
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
      <div role="alert">
        {failure && failure.code !== "stale" && (
          <p className="notice notice-bad">
            {failure.code === "sign_in_required" ? (
              <>
                {t("admin:editor.signInAgain")}
                <a className="link" href={signInAddress()}>
                  {t("admin:editor.signInAgainLink")}
                </a>
              </>
            ) : (
              t(failureText(failure.code))
            )}
          </p>
        )}
      </div>
    </>
  )
}
