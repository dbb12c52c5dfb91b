/** Screens import this file if one of their calls may require a proof of identity. */

import { pageTranslate } from "../../../i18n/page-translate.ts"
import { onProofNeeded } from "../../../shared/call.ts"
import { SITE } from "../../../site.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { getGoogleErrorText, removeParameters } from "../sign-in/google-error.ts"

/** Concurrent calls share this dialog. */
let proof: Promise<boolean> | null = null

onProofNeeded(() => {
  proof ??= import("./ProofDialog.tsx")
    .then(({ askForProof }) => askForProof())
    // The dialog cannot be loaded while the browser is offline.
    .catch(() => false)
    .finally(() => {
      proof = null
    })
  return proof
})

/** With the parameter `google`, MethodsBlock shows the error instead. */
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

// A build also imports this file.
if ("location" in globalThis) showGoogleRefusal()
