/** The second step of signing in, after the password or on the way back from Google: a code, or a passkey. */
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
  document.querySelector(".account-other")?.toggleAttribute("hidden", view !== "form")
}

/** Shows the step that is due, if one is; the form that was sent before stays as it is, behind it. */
export function showStep(code: string): boolean {
  if (code === "passkey_required") show("passkey")
  if (code === "second_factor_required") {
    show(FORM)
    pageForm(FORM)?.querySelector<HTMLInputElement>("input[name=code]")?.focus()
  }
  return /^(passkey|second_factor)_required$/.test(code)
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
  for (const button of document.querySelectorAll("[data-start-over]")) {
    button.addEventListener("click", () => {
      store?.reopen()
      show("form")
    })
  }
  const step = new URLSearchParams(location.search).get("step")
  if (store && step) showStep(step === "passkey" ? "passkey_required" : "second_factor_required")
  return store
}
