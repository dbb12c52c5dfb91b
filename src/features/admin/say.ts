/** Toasts of the admin area. */
import type { Failure } from "../../call.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToast } from "../../ui/toasts.ts"
import type { Message } from "./resource.ts"

/** With `about`, it takes the place of what was last said about the same. */
export function say(
  tone: "success" | "error",
  { title, text, values }: Message,
  about?: string,
): void {
  const t = pageTranslate()
  showToast({ tone, title: t(title, values), text: text && t(text, values), about })
}

/** What could not be done, and why. */
export const sayFailure = (title: MessageKey, { code }: Failure): void =>
  say("error", { title, text: failureText(code) })

/** An act that failed: 'Error', and below it what could not be done and why. */
export function sayError(what: MessageKey, { code }: Failure, about?: string): void {
  const t = pageTranslate()
  const text = t("admin:failedBecause", { what: t(what), why: t(failureText(code)) })
  showToast({ tone: "error", title: t("admin:error"), text, about })
}
