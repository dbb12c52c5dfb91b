/** Lets calls of the page ask for a proof of identity. A screen imports this when one of its calls demands a proof. */

import { pageTranslate } from "../../../i18n/page-translate.ts"
import { onProofNeeded } from "../../../shared/call.ts"
import { SITE } from "../../../site.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { googleErrorText, withoutParameters } from "../sign-in/google-error.ts"

/** The open dialog's result. Concurrent calls share one dialog. */
let proof: Promise<boolean> | null = null

onProofNeeded(() => {
  proof ??= import("./ProofDialog.tsx")
    .then(({ askForProof }) => askForProof())
    // The dialog cannot be loaded without a connection.
    .catch(() => false)
    .finally(() => {
      proof = null
    })
  return proof
})

/** Shows why a proof by Google failed. MethodsBlock shows the errors of connecting Google (`?google`). */
function showGoogleRefusal(): void {
  const query = new URLSearchParams(location.search)
  const refusal = googleErrorText(location.search)
  if (!refusal || query.has("google")) return
  history.replaceState(history.state, "", withoutParameters(location, "error"))
  const t = pageTranslate()
  showToast({
    tone: "error",
    title: t("security:proof.title"),
    text: t(refusal, { email: SITE.email }),
  })
}

// `location` is missing while the build renders screens that import this module.
if ("location" in globalThis) showGoogleRefusal()
