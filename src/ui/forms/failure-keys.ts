/** Text keys for failures. The types ensure that every code has a text. */

import type { MessageKey } from "../../i18n/keys.ts"
import type { FailureCode } from "../../shared/call.ts"
import type { FieldErrorCode } from "../../shared/problem.ts"

/** Returns the key of a failure's text. Without a connection, the text does not ask to check the connection. */
export const getFailureKey = (code: FailureCode): MessageKey =>
  code === "unreachable" && globalThis.navigator?.onLine === false
    ? "errors:problems.offline"
    : `errors:problems.${code}`

export const getFieldErrorKey = (code: FieldErrorCode): MessageKey => `errors:fields.${code}`
