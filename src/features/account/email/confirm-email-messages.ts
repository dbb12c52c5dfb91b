import type { MessageGroup } from "../../../i18n/messages.ts"

export const CONFIRM_EMAIL_MESSAGES: MessageGroup[] = [
  "account:unconfirmed",
  "security:email.sending",
  "security:email.sent",
  "security:email.tooMany",
]
