import type { MessageKey, MessageValues } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { Failure } from "../../shared/call.ts"
import { getFailureMessage } from "../forms/failure-message.ts"
import { showToast } from "./toasts.ts"

export function showSuccess(title: MessageKey, text?: MessageKey, values?: MessageValues): void {
  const t = pageTranslate()
  showToast({ tone: "success", title: t(title, values), text: text && t(text, values) })
}

/** Shows a toast with a title and the reason of a failure. It replaces earlier toasts with the same title. */
export const showFailure = (failure: Failure, title: MessageKey): void =>
  showOutcome({ ok: false, failure }, { title: "" }, title)

/**
 * Shows a toast with the outcome of an action. A null result counts as a success. `failed` is the
 * title of an error. A toast replaces earlier ones with the same `failed` and `id` (of the item).
 */
export function showOutcome(
  result: { ok: true } | { ok: false; failure: Failure } | null,
  done: { title: string; text?: string },
  failed: MessageKey,
  id = "",
): void {
  const t = pageTranslate()
  const failure = result && !result.ok ? result.failure : null
  const subject = failed + id
  showToast(
    failure
      ? {
          tone: "error",
          title: t(failed),
          ...(failure.code !== "internal" && { text: getFailureMessage(failure, t) }),
          subject,
        }
      : { tone: "success", ...done, subject },
  )
}
