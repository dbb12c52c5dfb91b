/** The second step of a log-in: a code of the second factor, or a passkey. */
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { showMessage } from "../../../ui/forms/page-form.ts"
import { sendCode } from "./calls.ts"
import { checkCode } from "./checks.ts"
import { findPageForm, moveToView, startForm } from "./start-form.ts"

const CODE_VIEW = "code"

/** Shows a view of the page. Hides the link to the other account page, except in the first view. */
function showStep(view: string): void {
  moveToView(view)
  document.querySelector(".account-other")?.toggleAttribute("hidden", view !== "form")
}

/** Shows the second step that a problem's code requires. Returns false if the code requires no second step. */
export function showSecondStep(problemCode: string): boolean {
  if (problemCode === "passkey_required") showStep("passkey")
  if (problemCode === "second_factor_required") {
    showStep(CODE_VIEW)
    findPageForm(CODE_VIEW)?.querySelector<HTMLInputElement>("input[name=code]")?.focus()
  }
  return /^(passkey|second_factor)_required$/.test(problemCode)
}

/** Starts the form for the code. Shows the second step if the URL has the parameter `step`. */
export function startFactorCode(onSent: () => void) {
  const store = startForm(
    {
      steps: { check: checkCode, send: sendCode },
      onSent,
      onFailed({ code: problemCode }) {
        // `sign_in_over`: the second step took too long, so the log-in starts again.
        if (problemCode !== "sign_in_over") return false
        showStep("form")
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
      showStep("form")
    })
  }
  // A log-in with Google leads back to this page for its second step.
  const step = new URLSearchParams(location.search).get("step")
  if (store && step)
    showSecondStep(step === "passkey" ? "passkey_required" : "second_factor_required")
  return store
}
