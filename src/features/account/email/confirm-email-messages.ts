import type { MessageGroup } from "../../../i18n/messages.ts"

/** Texts that pages with ConfirmEmail need in the browser. */
export const CONFIRM_EMAIL_MESSAGES: MessageGroup[] = [
  "account:unconfirmed",
  "security:email.sending",
  "security:email.sent",
  "security:email.tooMany",
]
