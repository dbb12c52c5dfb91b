import { pageTranslate } from "../../i18n/page-translate.ts"
import { checkForgotPassword } from "./checks.ts"
import { forgotPassword } from "./mailed-links.ts"
import { pageForm, startForm } from "./start-form.ts"
import { moveToView, setLead, showView } from "./views.ts"
import { startWays } from "./ways.ts"

const t = pageTranslate()
const email = pageForm()?.querySelector<HTMLInputElement>("input[name=email]")

const store = startForm({
  steps: { check: checkForgotPassword, send: forgotPassword },
  onSent() {
    setLead("sent", t("account:forgot.sent.lead", { email: email?.value.trim() ?? "" }))
    moveToView("sent")
  },
})

document.querySelector("[data-ask-again]")?.addEventListener("click", () => {
  store?.reopen()
  showView("form")
  email?.focus()
})

startWays()
