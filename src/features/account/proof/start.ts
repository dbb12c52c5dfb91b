/** Opens the dialog for a proof of identity when a call requires one. Screens with such calls import this file. */

import { pageTranslate } from "../../../i18n/page-translate.ts"
import { setConfirmIdentity } from "../../../shared/call.ts"
import { SITE } from "../../../site.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { getGoogleErrorText, removeParameters } from "../sign-in/google-error.ts"

/** The open dialog, which concurrent calls share. Resolves to whether the member gave the proof. */
let proof: Promise<boolean> | null = null

setConfirmIdentity(() => {
  proof ??= import("./ProofDialog.tsx")
    .then(({ openProofDialog }) => openProofDialog())
    // If the dialog cannot be loaded, for example offline, the call fails without a proof.
    .catch(() => false)
    .finally(() => {
      proof = null
    })
  return proof
})

/** Shows why a proof by Google failed. With the parameter `google`, MethodsBlock shows the error instead. */
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

// A build imports this file, too, and has no `location`.
if ("location" in globalThis) showGoogleRefusal()
