import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { Failure } from "../../shared/call.ts"
import { getFailureMessage } from "../forms/failure-message.ts"
import { showToast } from "./toasts.ts"

export function showSuccess(title: MessageKey, text: MessageKey): void {
  const t = pageTranslate()
  showToast({ tone: "success", title: t(title), text: t(text) })
}

/** Shows a toast with the title and the failure's reason, if it is known. Replaces toasts with the same title. */
export const showFailure = (failure: Failure, title: MessageKey): void =>
  showOutcome({ ok: false, failure }, { title: "" }, title)

/**
 * Shows a toast with the outcome of an action on an item. A null result counts as a success.
 * Replaces earlier toasts with the same `failureTitle` and `itemId`.
 */
export function showOutcome(
  result: { ok: true } | { ok: false; failure: Failure } | null,
  success: { title: string; text?: string },
  failureTitle: MessageKey,
  itemId = "",
): void {
  const t = pageTranslate()
  const failure = result && !result.ok ? result.failure : null
  const subject = failureTitle + itemId
  showToast(
    failure
      ? {
          tone: "error",
          title: t(failureTitle),
          ...(failure.code !== "internal" && { text: getFailureMessage(failure, t) }),
          subject,
        }
      : { tone: "success", ...success, subject },
  )
}
