/** Why a report could not be sent, where its fields do not say so. */
import type { Failure } from "../../call.ts"
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { waitingTime } from "../../ui/waiting-time.ts"
import { loginAddress } from "./login-address.ts"

const textOf = ({ code, retryAfter }: Failure, t: Translate) =>
  code === "rate_limited" && retryAfter
    ? t("errors:problems.rate_limited_until", { time: waitingTime(retryAfter, pageLocale()) })
    : t(failureText(code))

export function ReportNotice({ failure }: { failure: Failure | null }) {
  const t = pageTranslate()
  const isSaidAtFields = failure && Object.keys(failure.errors).length > 0
  return (
    <div className="report-notice" role="alert">
      {failure && !isSaidAtFields && (
        <p className="error">
          {textOf(failure, t)}{" "}
          {failure.code === "sign_in_required" && (
            // In a tab of its own: leaving this one would lose what was typed.
            <a className="report-link" href={loginAddress()} target="_blank" rel="noopener">
              {t("reports:signIn")}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
