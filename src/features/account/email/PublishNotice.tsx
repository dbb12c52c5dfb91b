import type { MessageKey } from "../../../i18n/keys.ts"
import type { Failure } from "../../../shared/call.ts"
import { FormNotice } from "../FormNotice.tsx"
import { ConfirmEmail, type UnconfirmedText } from "./ConfirmEmail.tsx"

interface Props {
  failure: Failure | null
  text: UnconfirmedText
  loginLinkKey?: MessageKey
}

/** Shows why publishing failed. If the email address is not confirmed, the notice can resend the confirmation email. */
export const PublishNotice = ({ failure, text, ...props }: Props) =>
  failure?.code === "email_unconfirmed" ? (
    <div role="alert">
      <ConfirmEmail text={text} isRefused />
    </div>
  ) : (
    <FormNotice failure={failure} {...props} />
  )
