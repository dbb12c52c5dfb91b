import type { MessageKey, MessageValues } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { Failure } from "../../shared/call.ts"
import { getFailureKey } from "../../ui/forms/failure-keys.ts"
import { showToast } from "../../ui/toast/toasts.ts"

export interface Message {
  title: MessageKey
  text?: MessageKey
  values?: MessageValues
}

/** Shows a toast, which replaces earlier toasts with the same subject. */
export function toast(
  tone: "success" | "error",
  { title, text, values }: Message,
  subject?: string,
): void {
  const t = pageTranslate()
  showToast({ tone, title: t(title, values), text: text && t(text, values), subject })
}

/** Returns the translated text. If the failure is an expected one, the text includes its reason. */
export function formatFailure(text: MessageKey, { code }: Failure): string {
  const t = pageTranslate()
  return code === "internal"
    ? t(text)
    : t("admin:failedBecause", { what: t(text), why: t(getFailureKey(code)) })
}

export function toastError(text: MessageKey, failure: Failure, subject?: string): void {
  const title = pageTranslate()("admin:error")
  showToast({ tone: "error", title, text: formatFailure(text, failure), subject })
}
