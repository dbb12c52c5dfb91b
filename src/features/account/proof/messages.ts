import type { MessageGroup } from "../../../i18n/messages.ts"

/** Texts of the proof dialog, and of the toast after a proof by Google that failed. */
export const PROOF_MESSAGES: MessageGroup[] = [
  "account:google.errors",
  "security:proof",
  "security:factor.cancel",
  "security:factor.codeOrRecovery",
  "security:deletion.delete.googleLink",
]
