import { pageTranslate } from "../../i18n/page-translate.ts"
import { isMaybeSignedIn } from "../session/session.ts"
import { dropLinkToken, takeLinkToken } from "./link-token.ts"
import { confirmedEmail, verifyEmail } from "./mailed-links.ts"
import { startResend } from "./resend.ts"
import { startForm } from "./start-form.ts"
import { moveToView, setLead, showView } from "./views.ts"

const t = pageTranslate()

const sayDone = (email: string) => setLead("done", t("account:verify.done.lead", { email }))

/** A link that was used may well have done its work: then that is what counts. */
async function settle(show: (view: string) => void): Promise<void> {
  dropLinkToken()
  const email = isMaybeSignedIn() ? await confirmedEmail() : null
  if (email) sayDone(email)
  show(email ? "done" : "unusable")
}

const token = takeLinkToken()
if (!token) void settle(showView)

startForm({
  steps: {
    check: () => ({ ok: true, body: token ?? "" }),
    send: verifyEmail,
  },
  onSent(email) {
    dropLinkToken()
    sayDone(email)
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
