import type { Failure } from "../../call.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { waitingTime } from "../../ui/waiting-time.ts"
import { googleAgainAddress } from "./deletion.ts"

const MINUTE_SECONDS = 60

/** Why the account is still there. A wrong password is said at its field. */
export function DeletionFailure({ failure }: { failure: Failure }) {
  const t = pageTranslate()
  if (failure.code === "sign_in_again") {
    return (
      <>
        <p>{t("security:leaving.delete.googleAgain")}</p>
        <a className="btn btn-small" href={googleAgainAddress(pageLocale())}>
          {t("security:leaving.delete.googleLink")}
        </a>
      </>
    )
  }
  if (failure.errors["password"]) return null
  const { code, retryAfter = 5 * MINUTE_SECONDS } = failure
  return (
    <p className="error">
      {code === "rate_limited"
        ? t("security:leaving.delete.tooMany", { time: waitingTime(retryAfter, pageLocale()) })
        : t(failureText(code))}
    </p>
  )
}
