/** What to say about failures. That every code has its text is a matter of types. */

import type { MessageKey } from "../../i18n/keys.ts"
import type { FailureCode } from "../../shared/call.ts"
import type { FieldErrorCode } from "../../shared/problem.ts"

/** Who knows that there is no connection is not told to look for it. */
export const failureText = (code: FailureCode): MessageKey =>
  code === "unreachable" && globalThis.navigator?.onLine === false
    ? "errors:problems.offline"
    : `errors:problems.${code}`

export const fieldErrorText = (code: FieldErrorCode): MessageKey => `errors:fields.${code}`
