import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { getLoginUrl } from "../../session/login-address.ts"
import type { Failure } from "../../shared/call.ts"
import { getFailureMessage } from "../../ui/forms/failure-message.ts"

interface Props {
  failure: Failure | null
  /** Message key of a link to the login page. The link is shown only if the session has ended. */
  loginLinkKey?: MessageKey
}

/** Shows why a form was not sent. If fields have errors, this notice is empty: the fields show their own errors. */
export function FormNotice({ failure, loginLinkKey }: Props) {
  const t = pageTranslate()
  const hasFieldErrors = failure && Object.keys(failure.errors).length > 0
  return (
    <div className="empty:hidden" role="alert">
      {failure && !hasFieldErrors && (
        <p className="error">
          {getFailureMessage(failure, t)}{" "}
          {loginLinkKey && failure.code === "sign_in_required" && (
            // The link opens a new tab, because leaving the page would lose the typed text.
            <a
              className="underline underline-offset-4"
              href={getLoginUrl()}
              target="_blank"
              rel="noopener"
            >
              {t(loginLinkKey)}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
