/** Handles scripts that cannot be loaded, usually because a new version of the site was deployed. */
import { pageTranslate } from "../i18n/page-translate.ts"
import { withStorage } from "../shared/storage.ts"
import { showToast } from "./toast/toasts.ts"

/** Event that `reload()` sends before it reloads the page. forms/kept-text.ts then stores typed text. */
export const RELOAD_EVENT = "daina:reloading"

export const TYPED_TEXT_KEY = "daina:typed"

export const deleteTypedText = (): void =>
  withStorage(() => sessionStorage.removeItem(TYPED_TEXT_KEY))

const EMAILS_KEY = "daina:addresses"

/** Lists the email fields of forms without React. Other fields of these forms are not stored: some are passwords. */
const listEmailFields = () =>
  document.querySelectorAll<HTMLInputElement>("[data-form] [type=email]")

/** Reloads the page and keeps typed text. Returns false, so that a clicked toast link is not followed. */
export function reload(): false {
  dispatchEvent(new Event(RELOAD_EVENT))
  const emails = Array.from(listEmailFields(), ({ value }) => value)
  withStorage(() => sessionStorage.setItem(EMAILS_KEY, JSON.stringify(emails)))
  location.reload()
  return false
}

export const restoreEmails = (): void =>
  withStorage(() => {
    const emails: string[] = JSON.parse(sessionStorage.getItem(EMAILS_KEY) ?? "[]")
    sessionStorage.removeItem(EMAILS_KEY)
    for (const [i, field] of listEmailFields().entries()) field.value ||= emails[i] ?? ""
  })

/**
 * Shows a toast after a script failed to load: the page is outdated if the site responds, else there is no connection.
 */
export async function showLoadFailure(): Promise<void> {
  const t = pageTranslate()
  const response = await fetch("/build.json").catch(() => null)
  if (!response?.ok) {
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
