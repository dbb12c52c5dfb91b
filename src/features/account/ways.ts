/** Links from one form to another take along what was typed, and where it should lead afterwards. */
import { keepEmail, takeEmail } from "./kept-email.ts"
import { pageForm } from "./start-form.ts"

/** The parameter of the page that asked for signing in. */
export const NEXT = "next"

export function startWays(): void {
  const email = pageForm()?.querySelector<HTMLInputElement>("input[name=email]")
  const next = new URLSearchParams(location.search).get(NEXT)
  const kept = takeEmail()
  // Typed already, or filled in by the browser.
  if (email && !email.value) email.value = kept

  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-goes-along]")) {
    if (next) link.search = `${new URLSearchParams({ [NEXT]: next })}`
    link.addEventListener("click", () => keepEmail(email?.value ?? ""))
  }
}
