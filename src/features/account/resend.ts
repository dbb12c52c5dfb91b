/** The button that asks for a new link for confirming one's e-mail. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { $session } from "../session/session.ts"
import { resendVerification } from "./mailed-links.ts"

function emailNow(): string {
  const session = $session.get()
  return session.status === "signed-in" ? session.user.email : ""
}

export function startResend(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-resend]")
  const status = document.querySelector<HTMLElement>("[data-resend-status]")
  if (!button || !status) return
  const t = pageTranslate()

  async function resend(button: HTMLButtonElement, status: HTMLElement): Promise<void> {
    // Not disabled, which would lose the focus.
    if (button.ariaBusy === "true") return
    button.ariaBusy = "true"
    button.textContent = t("account:verify.unusable.resending")
    status.textContent = ""
    const answer = await resendVerification()
    button.ariaBusy = "false"
    button.textContent = t("account:verify.unusable.resend")
    status.dataset.tone = answer.ok ? "success" : "error"
    status.textContent = answer.ok
      ? t("account:verify.unusable.resent", { email: emailNow() })
      : t(failureText(answer.failure.code))
  }

  button.addEventListener("click", () => void resend(button, status))
}
