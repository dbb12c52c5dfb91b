import type { MessageGroup } from "../../../i18n/messages.ts"
import { CONFIRM_EMAIL_MESSAGES } from "../../account/email/confirm-email-messages.ts"

/** Texts that the page of an event needs for the sign-up island. */
export const SIGNUP_MESSAGES: MessageGroup[] = [
  "signups:title",
  "signups:answered",
  "signups:signUp",
  "signups:leave",
  "signups:logIn",
  "signups:loading",
  "signups:failed",
  "signups:closed",
  "signups:opens",
  "signups:manage",
  "signups:counts",
  "signups:answers",
  "signups:state",
  "signups:offer",
  "signups:form",
  "signups:people",
  "signups:list.title",
  "signups:code",
  "signups:hidden",
  "signups:mine.meta",
  "signups:toasts",
  "common:limit",
  "common:tryAgain",
  "errors:problems",
  "errors:fields",
  ...CONFIRM_EMAIL_MESSAGES,
]
