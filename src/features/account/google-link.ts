/** The button "Continue with Google", and what the way back says when it failed. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { showMessage } from "./form-view.ts"
import { googleErrorText, withoutError } from "./google-error.ts"
import { pageForm } from "./start-form.ts"

function showError(): void {
  const text = googleErrorText(location.search)
  const form = pageForm()
  if (!text || !form) return
  showMessage(form, pageTranslate()(text))
  const { pathname, search, hash } = location
  history.replaceState(history.state, "", pathname + withoutError(search) + hash)
}

const isToBeRemembered = () =>
  pageForm()?.querySelector<HTMLInputElement>("input[name=remember]")?.checked ?? false

/** Lets the button lead to `next`, a path of ours. */
export function startGoogle(next: string): void {
  showError()
  const link = document.querySelector<HTMLAnchorElement>("a[data-google]")
  if (!link) return
  const query = new URLSearchParams(link.search)
  query.set("next", next)
  link.search = `${query}`
  link.addEventListener("click", () => {
    query.set("remember", isToBeRemembered() ? "1" : "0")
    link.search = `${query}`
  })
}
