import type { Failure } from "../../call.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureMessage } from "../forms/failure-message.ts"
import { showToast } from "./toasts.ts"

/**
 * Says that it is done, or else what could not be done and why. It takes the place of an earlier outcome of
 * the same: of another try with the same `id`, where there are several to act on.
 */
export function tellOutcome(
  failure: Failure | null,
  done: { title: string; text?: string },
  failed: MessageKey,
  id = "",
): void {
  const t = pageTranslate()
  const about = failed + id
  showToast(
    failure
      ? { tone: "error", title: t(failed), text: failureMessage(failure, t), about }
      : { tone: "success", ...done, about },
  )
}
