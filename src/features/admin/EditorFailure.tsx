import type { Failure } from "../../call.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { failureText } from "../../ui/failure-text.ts"

/** The way to sign in and back to this very text. */
function signInAddress(): string {
  const next = location.pathname + location.search
  return `${localePath("/login", pageLocale())}?${new URLSearchParams({ next })}`
}

/** Why it could not be saved. A conflict has a dialog of its own. */
export function EditorFailure({ failure }: { failure: Failure | null }) {
  const t = pageTranslate()
  return (
    <div className="editor-failure" role="alert">
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
  )
}
