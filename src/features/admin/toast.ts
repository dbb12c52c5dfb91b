/** Toasts of the admin area. */
import type { Failure } from "../../call.ts"
import type { MessageKey, MessageValues } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/forms/failure-text.ts"
import { showToast } from "../../ui/toast/toasts.ts"

export interface Message {
  title: MessageKey
  text?: MessageKey
  values?: MessageValues
}

/** With `about`, it takes the place of the last toast about the same. */
export function toast(
  tone: "success" | "error",
  { title, text, values }: Message,
  about?: string,
): void {
  const t = pageTranslate()
  showToast({ tone, title: t(title, values), text: text && t(text, values), about })
}

/** 'Error', and below it what could not be done and why. */
export function toastError(what: MessageKey, { code }: Failure, about?: string): void {
  const t = pageTranslate()
  const text = t("admin:failedBecause", { what: t(what), why: t(failureText(code)) })
  showToast({ tone: "error", title: t("admin:error"), text, about })
}
