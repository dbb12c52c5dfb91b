/** What to say about failures. That every code has its text is a matter of types. */
import type { FailureCode } from "../../call.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import type { FieldErrorCode } from "../../problem.ts"

export const failureText = (code: FailureCode): MessageKey => `errors:problems.${code}`

export const fieldErrorText = (code: FieldErrorCode): MessageKey => `errors:fields.${code}`
