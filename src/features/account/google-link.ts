/** The button "Continue with Google", and what the way back says when it failed. */
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToastOnNextPage } from "../../ui/toasts.ts"
import { AFTER_GOOGLE } from "../session/after-google.ts"
import { showMessage } from "./form-view.ts"
import { googleErrorText, withoutError } from "./google-error.ts"
import { pageForm } from "./start-form.ts"

/** True for somebody new as well as for an old friend: before Google answers, nobody knows which. */
const SIGNED_IN: MessageKey = "common:toasts.welcomeBack.text"

/** Back without having signed in: there is nothing to say on a later page. */
function dropToast(): void {
  try {
    sessionStorage.removeItem(AFTER_GOOGLE)
  } catch {
    // Without storage there is none.
  }
}

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
  dropToast()
  addEventListener("pageshow", ({ persisted }) => persisted && dropToast())
  showError()
  const link = document.querySelector<HTMLAnchorElement>("a[data-google]")
  if (!link) return
  const query = new URLSearchParams(link.search)
  query.set("next", next)
  link.search = `${query}`
  link.addEventListener("click", () => {
    query.set("remember", isToBeRemembered() ? "1" : "0")
    link.search = `${query}`
    showToastOnNextPage({ tone: "success", title: pageTranslate()(SIGNED_IN) }, AFTER_GOOGLE)
  })
}
