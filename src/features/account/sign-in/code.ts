import { pageTranslate } from "../../../i18n/page-translate.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { showMessage } from "../../../ui/forms/page-form.ts"
import { sendCode } from "./calls.ts"
import { checkCode } from "./checks.ts"
import { findPageForm, moveToView, startForm } from "./start-form.ts"

const CODE_VIEW = "code"

function show(view: string): void {
  moveToView(view)
  // The link to the sign-up page is shown only with the login form.
  document.querySelector(".account-other")?.toggleAttribute("hidden", view !== "form")
}

export function showStep(code: string): boolean {
  if (code === "passkey_required") show("passkey")
  if (code === "second_factor_required") {
    show(CODE_VIEW)
    findPageForm(CODE_VIEW)?.querySelector<HTMLInputElement>("input[name=code]")?.focus()
  }
  return /^(passkey|second_factor)_required$/.test(code)
}

export function startCode(onSent: () => void) {
  const store = startForm(
    {
      steps: { check: checkCode, send: sendCode },
      onSent,
      onFailed({ code }) {
        // The second step took too long, so the member has to start again.
        if (code !== "sign_in_over") return false
        show("form")
        const form = findPageForm()
        if (form) showMessage(form, pageTranslate()(getFailureKey(code)))
        return true
      },
    },
    CODE_VIEW,
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
