import { pageTranslate } from "../../../i18n/page-translate.ts"
import { forgotPassword } from "./calls.ts"
import { checkForgotPassword } from "./checks.ts"
import { startFormLinks } from "./form-links.ts"
import { findPageForm, moveToView, setLead, showView, startForm } from "./start-form.ts"

export function startForgot(): void {
  const t = pageTranslate()
  const email = findPageForm()?.querySelector<HTMLInputElement>("input[name=email]")
  const store = startForm({
    steps: { check: checkForgotPassword, send: forgotPassword },
    onSent() {
      setLead("sent", t("account:forgot.sent.lead", { email: email?.value.trim() ?? "" }))
      moveToView("sent")
    },
  })
  document.querySelector("[data-try-again]")?.addEventListener("click", () => {
    store?.reopen()
    showView("form")
    email?.focus()
  })
  startFormLinks()
}
