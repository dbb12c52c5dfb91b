/** Why a form could not be sent, where its fields do not say so. */
import type { Failure } from "../../call.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { loginAddress } from "./login-address.ts"

export function FormNotice({ failure }: { failure: Failure | null }) {
  const t = pageTranslate()
  const isSaidAtFields = failure && Object.keys(failure.errors).length > 0
  return (
    <div className="team-notice" role="alert">
      {failure && !isSaidAtFields && (
        <p className="error">
          {t(failureText(failure.code))}{" "}
          {failure.code === "sign_in_required" && (
            // In a tab of its own: leaving this one would lose what was typed.
            <a className="team-link" href={loginAddress()} target="_blank" rel="noopener">
              {t("teams:posts.form.signIn")}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
