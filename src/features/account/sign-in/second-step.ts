import { pageTranslate } from "../../../i18n/page-translate.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { showMessage } from "../../../ui/forms/page-form.ts"
import { sendCode } from "./calls.ts"
import { checkCode } from "./checks.ts"
import { findPageForm, moveToView, startForm } from "./start-form.ts"

const CODE_VIEW = "code"

function show(view: string): void {
  moveToView(view)
  document.querySelector(".account-other")?.toggleAttribute("hidden", view !== "form")
}

/** Returns false if the problem requires no second step. */
export function showSecondStep(problemCode: string): boolean {
  if (problemCode === "passkey_required") show("passkey")
  if (problemCode === "second_factor_required") {
    show(CODE_VIEW)
    findPageForm(CODE_VIEW)?.querySelector<HTMLInputElement>("input[name=code]")?.focus()
  }
  return /^(passkey|second_factor)_required$/.test(problemCode)
}

export function startFactorCode(onSent: () => void) {
  const store = startForm(
    {
      steps: { check: checkCode, send: sendCode },
      onSent,
      onFailed({ code: problemCode }) {
        // The second step took too long, so the member has to start again.
        if (problemCode !== "sign_in_over") return false
        show("form")
        const form = findPageForm()
        if (form) showMessage(form, pageTranslate()(getFailureKey(problemCode)))
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
  if (store && step)
    showSecondStep(step === "passkey" ? "passkey_required" : "second_factor_required")
  return store
}
