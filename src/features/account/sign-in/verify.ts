/** Confirming an address by a mailed link. */
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { $session, isMaybeSignedIn } from "../../../session/session.ts"
import { failureText } from "../../../ui/forms/failure-text.ts"
import { dropLinkToken, takeLinkToken } from "../link-token.ts"
import { confirmEmailChange, confirmedEmail, resendVerification, verifyEmail } from "./calls.ts"
import { moveToView, setLead, showView, startForm } from "./start-form.ts"

const setConfirmed = (email: string) =>
  setLead("done", pageTranslate()("account:verify.done.lead", { email }))

/** The link came to an address that a member wants to have: it works for them alone. */
const isChange = () => new URLSearchParams(location.search).has("new")

/** A link that was used may well have done its work: then that is what counts. */
async function settle(show: (view: string) => void): Promise<void> {
  dropLinkToken()
  const email = isMaybeSignedIn() && !isChange() ? await confirmedEmail() : null
  if (email) setConfirmed(email)
  show(email ? "done" : "unusable")
}

export function startVerify(): void {
  const token = takeLinkToken()
  if (!token) void settle(showView)
  startForm({
    steps: {
      check: () => ({ ok: true, body: token ?? "" }),
      send: isChange() ? confirmEmailChange : verifyEmail,
    },
    onSent(email) {
      dropLinkToken()
      setConfirmed(email)
      moveToView("done")
    },
    onFailed({ code }) {
      // `invalid` is a token that was damaged on its way.
      const isUnusable = code === "link_unusable" || code === "invalid"
      if (isUnusable) void settle(moveToView)
      return isUnusable
    },
  })
  startResend()
}

/** Lets the button under an unusable link mail the signed-in member a new one. */
function startResend(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-resend]")
  const status = document.querySelector<HTMLElement>("[data-resend-status]")
  if (!button || !status) return
  // Another address is asked for in the profile.
  if (isChange()) {
    button.parentElement?.remove()
    return
  }
  const t = pageTranslate()
  button.addEventListener("click", async () => {
    // Not disabled, which would lose the focus.
    if (button.ariaBusy === "true") return
    button.ariaBusy = "true"
    button.textContent = t("account:verify.unusable.resending")
    status.textContent = ""
    const answer = await resendVerification()
    button.ariaBusy = "false"
    button.textContent = t("account:verify.unusable.resend")
    const session = $session.get()
    const email = session.status === "signed-in" ? session.user.email : ""
    status.dataset.tone = answer.ok ? "success" : "error"
    status.textContent = answer.ok
      ? t("account:verify.unusable.resent", { email })
      : t(failureText(answer.failure.code))
  })
}
