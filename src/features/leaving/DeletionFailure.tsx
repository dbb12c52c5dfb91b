import type { Failure } from "../../call.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { googleAgainAddress } from "./deletion.ts"

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
  const isLimited = failure.code === "rate_limited"
  return (
    <p className="error">
      {t(isLimited ? "security:leaving.delete.tooMany" : failureText(failure.code))}
    </p>
  )
}
