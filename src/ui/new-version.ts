/**
 * Handles scripts that cannot be loaded. Usually a new version with other file names was deployed: our host keeps
 * earlier files for a week, but Netlify only serves those of the newest deploy.
 */
import { pageTranslate } from "../i18n/page-translate.ts"
import { showToast } from "./toast/toasts.ts"

/** Event before the page reloads, on which forms/kept-text.ts stores typed text. */
export const RELOAD_EVENT = "daina:reloading"

/** Storage key of typed text (forms/kept-text.ts). */
export const TYPED_TEXT_KEY = "daina:typed"

/** Deletes stored text when the member signs out. */
export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(TYPED_TEXT_KEY)
  } catch {
    // Without storage there is nothing to delete.
  }
}

const ADDRESSES = "daina:addresses"

/** The email fields of plain forms. Their other fields are passwords, or the form stores them itself. */
const addresses = () => document.querySelectorAll<HTMLInputElement>("[data-form] [type=email]")

/** Reloads the page and keeps typed text. Returns false, which cancels the click of a link. */
export function reload(): false {
  dispatchEvent(new Event(RELOAD_EVENT))
  try {
    const typed = Array.from(addresses(), ({ value }) => value)
    sessionStorage.setItem(ADDRESSES, JSON.stringify(typed))
  } catch {
    // Without storage, visitors type the addresses again.
  }
  location.reload()
  return false
}

/** Restores the email addresses that were typed before the reload. */
export function fillAddresses(): void {
  try {
    const typed: string[] = JSON.parse(sessionStorage.getItem(ADDRESSES) ?? "[]")
    sessionStorage.removeItem(ADDRESSES)
    for (const [i, input] of addresses().entries()) input.value ||= typed[i] ?? ""
  } catch {
    // Without storage, or with invalid data, there is nothing to restore.
  }
}

/** Shows why a script is missing: no connection, or a new version, with a link that reloads the page. */
export async function showLoadFailure(): Promise<void> {
  const t = pageTranslate()
  const answer = await fetch("/build.json").catch(() => null)
  if (!answer?.ok) {
    return showToast({ tone: "error", title: t("errors:problems.unreachable") })
  }
  const link = { href: "", text: t("common:toasts.reload"), onclick: reload }
  showToast({
    tone: "error",
    title: t("common:toasts.outdated"),
    text: t("common:toasts.outdatedText"),
    link,
  })
}
