/** Why a form could not be sent, where its fields do not say so. */

import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { loginAddress } from "../../session/login-address.ts"
import type { Failure } from "../../shared/call.ts"
import { failureMessage } from "../../ui/forms/failure-message.ts"

interface Props {
  failure: Failure | null
  /** The text of the link to logging in again. */
  signIn: MessageKey
}

export function FormNotice({ failure, signIn }: Props) {
  const t = pageTranslate()
  const isSaidAtFields = failure && Object.keys(failure.errors).length > 0
  return (
    <div className="empty:hidden" role="alert">
      {failure && !isSaidAtFields && (
        <p className="error">
          {failureMessage(failure, t)}{" "}
          {failure.code === "sign_in_required" && (
            // In a tab of its own: leaving this one would lose what was typed.
            <a
              className="underline underline-offset-4"
              href={loginAddress()}
              target="_blank"
              rel="noopener"
            >
              {t(signIn)}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
