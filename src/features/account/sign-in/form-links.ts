import { withStorage } from "../../../shared/storage.ts"
import { findPageForm } from "./start-form.ts"

export const NEXT_PARAM = "next"

/** Session storage keeps the email address out of URLs and logs. */
const EMAIL_KEY = "daina:email"

export const storeEmail = (email: string): void =>
  withStorage(() => sessionStorage.setItem(EMAIL_KEY, email))

export function takeEmail(): string {
  const email = withStorage(() => sessionStorage.getItem(EMAIL_KEY))
  withStorage(() => sessionStorage.removeItem(EMAIL_KEY))
  return email ?? ""
}

export function startFormLinks(): void {
  const email = findPageForm()?.querySelector<HTMLInputElement>("input[name=email]")
  const next = new URLSearchParams(location.search).get(NEXT_PARAM)
  const storedEmail = takeEmail()
  // A typed or filled-in address is not replaced.
  if (email && !email.value) email.value = storedEmail

  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-carries-email]")) {
    if (next) link.search = `${new URLSearchParams({ [NEXT_PARAM]: next })}`
    link.addEventListener("click", () => storeEmail(email?.value ?? ""))
  }
}
