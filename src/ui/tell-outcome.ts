import type { Failure } from "../call.ts"
import type { MessageKey } from "../i18n/keys.ts"
import { pageTranslate } from "../i18n/page-translate.ts"
import { failureText } from "./failure-text.ts"
import { showToast } from "./toasts.ts"

/** Says that it is done, or else what could not be done and why. */
export function tellOutcome(
  failure: Failure | null,
  done: { title: string; text?: string },
  failed: MessageKey,
): void {
  const t = pageTranslate()
  showToast(
    failure
      ? { tone: "error", title: t(failed), text: t(failureText(failure.code)) }
      : { tone: "success", ...done },
  )
}
