import type { MessageGroup } from "../../../i18n/messages.ts"

/** Messages of the dialog that asks for a proof of identity, and of the toast after a failed proof with Google. */
export const PROOF_MESSAGES: MessageGroup[] = [
  "account:google.errors",
  "security:proof",
  "security:factor.cancel",
  "security:factor.codeOrRecovery",
]
