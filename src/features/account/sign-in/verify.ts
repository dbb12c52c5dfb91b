import { pageTranslate } from "../../../i18n/page-translate.ts"
import { $session, isMaybeSignedIn } from "../../../session/session.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { dropLinkToken, takeLinkToken } from "../link-token.ts"
import {
  confirmEmailChange,
  fetchConfirmedEmail,
  resendVerification,
  verifyEmail,
} from "./calls.ts"
import { moveToView, setLead, showView, startForm } from "./start-form.ts"

const setConfirmedText = (email: string) =>
  setLead("done", pageTranslate()("account:verify.done.lead", { email }))

/** Returns whether the link changes the email address (`?new`). Other links confirm the account's current address. */
const isAddressChange = () => new URLSearchParams(location.search).has("new")

/** Shows that the link cannot be used. If the member's address is already confirmed, shows the success instead. */
async function showUnusableLink(show: (view: string) => void): Promise<void> {
  dropLinkToken()
  const email = isMaybeSignedIn() && !isAddressChange() ? await fetchConfirmedEmail() : null
  if (email) setConfirmedText(email)
  show(email ? "done" : "unusable")
}

export function startVerify(): void {
  const token = takeLinkToken()
  if (!token) void showUnusableLink(showView)
  startForm({
    steps: {
      check: () => ({ ok: true, body: token ?? "" }),
      send: isAddressChange() ? confirmEmailChange : verifyEmail,
    },
    onSent(email) {
      dropLinkToken()
      setConfirmedText(email)
      moveToView("done")
    },
    onFailed({ code }) {
      // `invalid`: the token is damaged, for example because the link was cut off.
      const isUnusable = code === "link_unusable" || code === "invalid"
      if (isUnusable) void showUnusableLink(moveToView)
      return isUnusable
    },
  })
  startResend()
}

function startResend(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-resend]")
  const status = document.querySelector<HTMLElement>("[data-resend-status]")
  if (!button || !status) return
  // Members request a new link for a changed address on the profile page, so this page needs no button for it.
  if (isAddressChange()) {
    button.parentElement?.remove()
    return
  }
  const t = pageTranslate()
  button.addEventListener("click", async () => {
    // The button uses `aria-busy`, because `disabled` would remove the focus.
    if (button.ariaBusy === "true") return
    button.ariaBusy = "true"
    button.textContent = t("account:verify.unusable.resending")
    status.textContent = ""
    const result = await resendVerification()
    button.ariaBusy = "false"
    button.textContent = t("account:verify.unusable.resend")
    const session = $session.get()
    const email = session.status === "signed-in" ? session.user.email : ""
    status.dataset.tone = result.ok ? "success" : "error"
    status.textContent = result.ok
      ? t("account:verify.unusable.resent", { email })
      : t(getFailureKey(result.failure.code))
  })
}
