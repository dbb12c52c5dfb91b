/** Makes links between the account forms carry the typed email address and the page to return to. */
import { withStorage } from "../../../shared/storage.ts"
import { pageForm } from "./start-form.ts"

/** Query parameter with the page to return to after logging in. */
export const NEXT = "next"

/** Key of the email address in the tab's session storage, which keeps it out of addresses and logs. */
const EMAIL_KEY = "daina:email"

export const storeEmail = (email: string): void =>
  withStorage(() => sessionStorage.setItem(EMAIL_KEY, email))

/** Returns the stored address and removes it; empty if there is none. */
export function takeEmail(): string {
  const email = withStorage(() => sessionStorage.getItem(EMAIL_KEY))
  withStorage(() => sessionStorage.removeItem(EMAIL_KEY))
  return email ?? ""
}

export function startFormLinks(): void {
  const email = pageForm()?.querySelector<HTMLInputElement>("input[name=email]")
  const next = new URLSearchParams(location.search).get(NEXT)
  const stored = takeEmail()
  // An address that is typed or filled in by the browser stays.
  if (email && !email.value) email.value = stored

  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-carries-email]")) {
    if (next) link.search = `${new URLSearchParams({ [NEXT]: next })}`
    link.addEventListener("click", () => storeEmail(email?.value ?? ""))
  }
}
