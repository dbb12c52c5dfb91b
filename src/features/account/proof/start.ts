/** Lets calls of the page ask for proof; the dialog comes when one does. */
import { onProofNeeded } from "../../../call.ts"

/** Several calls at once ask once. */
let asked: Promise<boolean> | null = null

onProofNeeded(() => {
  asked ??= import("./ProofDialog.tsx")
    .then(({ askForProof }) => askForProof())
    // Not there without a connection.
    .catch(() => false)
    .finally(() => {
      asked = null
    })
  return asked
})
