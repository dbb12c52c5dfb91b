/** Links from one form to another take along what was typed, and where it should lead afterwards. */
import { pageForm } from "./start-form.ts"

/** The parameter of the page that asked for signing in. */
export const NEXT = "next"

/** Where an email stands on its way: in the tab, so that it is in no address and no log. */
const STORED_UNDER = "daina:email"

export function storeEmail(email: string): void {
  try {
    sessionStorage.setItem(STORED_UNDER, email)
  } catch {
    // Without storage it has to be typed again.
  }
}

/** The stored address, once; empty when there is none. */
export function takeEmail(): string {
  try {
    const email = sessionStorage.getItem(STORED_UNDER) ?? ""
    sessionStorage.removeItem(STORED_UNDER)
    return email
  } catch {
    return ""
  }
}

export function startWays(): void {
  const email = pageForm()?.querySelector<HTMLInputElement>("input[name=email]")
  const next = new URLSearchParams(location.search).get(NEXT)
  const stored = takeEmail()
  // Typed already, or filled in by the browser.
  if (email && !email.value) email.value = stored

  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-goes-along]")) {
    if (next) link.search = `${new URLSearchParams({ [NEXT]: next })}`
    link.addEventListener("click", () => storeEmail(email?.value ?? ""))
  }
}
