import { withStorage } from "../../../shared/storage.ts"
import { findPageForm } from "./start-form.ts"

/** URL parameter with the path that opens after a log-in. */
export const NEXT_PARAM = "next"

/**
 * Session-storage key of the email address for the next account page. The address is not in the URL, because URLs
 * appear in logs.
 */
const EMAIL_KEY = "daina:email"

export const storeEmail = (email: string): void =>
  withStorage(() => sessionStorage.setItem(EMAIL_KEY, email))

export function takeEmail(): string {
  const email = withStorage(() => sessionStorage.getItem(EMAIL_KEY))
  withStorage(() => sessionStorage.removeItem(EMAIL_KEY))
  return email ?? ""
}

/** Fills the email field, and makes links to other account pages carry the email address and the next path. */
export function startFormLinks(): void {
  const email = findPageForm()?.querySelector<HTMLInputElement>("input[name=email]")
  const next = new URLSearchParams(location.search).get(NEXT_PARAM)
  const storedEmail = takeEmail()
  // The stored address does not replace an address that the member or the browser has filled in.
  if (email && !email.value) email.value = storedEmail

  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-carries-email]")) {
    if (next) link.search = `${new URLSearchParams({ [NEXT_PARAM]: next })}`
    link.addEventListener("click", () => storeEmail(email?.value ?? ""))
  }
}
