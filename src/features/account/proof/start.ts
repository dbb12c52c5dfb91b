/**
 * Opens ProofDialog when the server refuses a request until the member confirms the identity. Each screen that sends
 * such requests imports this file.
 */

import { pageTranslate } from "../../../i18n/page-translate.ts"
import { setConfirmIdentity } from "../../../shared/call.ts"
import { SITE } from "../../../site.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { getGoogleErrorText, removeParameters } from "../sign-in/google-error.ts"

/** Result of the open dialog: true if the member confirmed the identity. Requests at the same time share one dialog. */
let proof: Promise<boolean> | null = null

setConfirmIdentity(() => {
  proof ??= import("./ProofDialog.tsx")
    .then(({ openProofDialog }) => openProofDialog())
    // If the dialog cannot be loaded, for example offline, the identity is not confirmed and the request fails.
    .catch(() => false)
    .finally(() => {
      proof = null
    })
  return proof
})

/**
 * Shows why confirming the identity with Google failed. If the URL has the parameter `google`, the error is about
 * connecting Google, and MethodsBlock shows it instead.
 */
function showGoogleRefusal(): void {
  const query = new URLSearchParams(location.search)
  const refusal = getGoogleErrorText(location.search)
  if (!refusal || query.has("google")) return
  history.replaceState(history.state, "", removeParameters(location, "error"))
  const t = pageTranslate()
  showToast({
    tone: "error",
    title: t("security:proof.title"),
    text: t(refusal, { email: SITE.email }),
  })
}

// The build of the site also imports this file, in Node.js, which has no `location`.
if ("location" in globalThis) showGoogleRefusal()
