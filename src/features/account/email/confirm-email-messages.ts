import type { MessageGroup } from "../../../i18n/messages.ts"

/** What `ConfirmEmail` says. */
export const CONFIRM_EMAIL_MESSAGES: MessageGroup[] = [
  "account:unconfirmed",
  "security:email.sending",
  "security:email.sent",
  "security:email.tooMany",
]
