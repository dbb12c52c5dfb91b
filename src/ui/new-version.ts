/**
 * What a page does when a script cannot be loaded. Mostly a new version is out, whose files have other names: our
 * host keeps earlier ones for a week, Netlify has those of the newest deploy alone.
 */
import { pageTranslate } from "../i18n/page-translate.ts"
import { showToast } from "./toast/toasts.ts"

/** Event before the page reloads; forms/kept-text.ts then stores typed text. */
export const RELOADING = "daina:reloading"

/** Where forms/kept-text.ts keeps it until the next page has it. */
export const TYPED = "daina:typed"

/** Drops stored text when its member signs out. */
export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(TYPED)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

const ADDRESSES = "daina:addresses"

/** The email addresses in plain forms; what else is typed there is a password, or kept by the form. */
const addresses = () => document.querySelectorAll<HTMLInputElement>("[data-form] [type=email]")

/** Reloads the page without losing what is typed. Returns false, which cancels the click of a link. */
export function reload(): false {
  dispatchEvent(new Event(RELOADING))
  try {
    const typed = Array.from(addresses(), ({ value }) => value)
    sessionStorage.setItem(ADDRESSES, JSON.stringify(typed))
  } catch {
    // Without storage they are typed once more.
  }
  location.reload()
  return false
}

/** Fills in the addresses that were typed before the page was reloaded. */
export function fillAddresses(): void {
  try {
    const typed: string[] = JSON.parse(sessionStorage.getItem(ADDRESSES) ?? "[]")
    sessionStorage.removeItem(ADDRESSES)
    for (const [i, input] of addresses().entries()) input.value ||= typed[i] ?? ""
  } catch {
    // No storage, or not ours: nothing to fill in.
  }
}

/** Finds out why a file is missing, and says so with a way to go on. */
export async function tellLoadFailure(): Promise<void> {
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
