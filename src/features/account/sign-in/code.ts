/** The second step of signing in: a code, after the password or on the way back from Google. */
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { failureText } from "../../../ui/forms/failure-text.ts"
import { showMessage } from "../../../ui/forms/page-form.ts"
import { enterCode } from "./calls.ts"
import { checkCode } from "./checks.ts"
import { moveToView, pageForm, startForm } from "./start-form.ts"

const FORM = "code"

function show(view: string): void {
  moveToView(view)
  // The way to signing up is for who has no account.
  document.querySelector(".account-other")?.toggleAttribute("hidden", view === FORM)
}

/** Asks for the code; the form that was sent before stays as it is, behind it. */
export function showCode(): true {
  show(FORM)
  pageForm(FORM)?.querySelector<HTMLInputElement>("input[name=code]")?.focus()
  return true
}

/** Starts the form, null where the page has none; whoever comes from Google is at it at once. */
export function startCode(onSent: () => void) {
  const store = startForm(
    {
      steps: { check: checkCode, send: enterCode },
      onSent,
      onFailed({ code }) {
        if (code !== "sign_in_over") return false
        show("form")
        const form = pageForm()
        if (form) showMessage(form, pageTranslate()(failureText(code)))
        return true
      },
    },
    FORM,
  )
  document.querySelector("[data-start-over]")?.addEventListener("click", () => {
    store?.reopen()
    show("form")
  })
  if (store && new URLSearchParams(location.search).get("step") === "code") showCode()
  return store
}
