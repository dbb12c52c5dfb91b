import type { MessageKey } from "../../i18n/keys.ts"
import type { FailureCode } from "../../shared/call.ts"
import type { FieldErrorCode } from "../../shared/problem.ts"

export const getFailureKey = (code: FailureCode): MessageKey =>
  code === "unreachable" && globalThis.navigator?.onLine === false
    ? "errors:problems.offline"
    : `errors:problems.${code}`

export const getFieldErrorKey = (code: FieldErrorCode): MessageKey => `errors:fields.${code}`
