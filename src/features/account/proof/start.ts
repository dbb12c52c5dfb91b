/** Lets calls of the page ask for a proof of identity. A screen imports this when one of its calls demands a proof. */

import { pageTranslate } from "../../../i18n/page-translate.ts"
import { onProofNeeded } from "../../../shared/call.ts"
import { SITE } from "../../../site.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { googleErrorText, withoutError } from "../sign-in/google-error.ts"

/** Concurrent calls share one dialog. */
let asked: Promise<boolean> | null = null

onProofNeeded(() => {
  asked ??= import("./ProofDialog.tsx")
    .then(({ askForProof }) => askForProof())
    // The dialog cannot be loaded without a connection.
    .catch(() => false)
    .finally(() => {
      asked = null
    })
  return asked
})

/** Shows why Google did not prove who the member is, except where a part of the profile does. */
function showGoogleRefusal(): void {
  const query = new URLSearchParams(location.search)
  const refusal = googleErrorText(location.search)
  if (!refusal || query.has("google") || query.has("delete")) return
  history.replaceState(history.state, "", withoutError(location))
  const t = pageTranslate()
  showToast({
    tone: "error",
    title: t("security:proof.title"),
    text: t(refusal, { email: SITE.email }),
  })
}

// The build renders some of the screens.
if ("location" in globalThis) showGoogleRefusal()
