import type { MessageGroup } from "../../../i18n/messages.ts"

/** Texts of the dialog in which members prove their identity. */
export const PROOF_MESSAGES: MessageGroup[] = [
  "account:google.errors",
  "security:proof",
  "security:factor.cancel",
  "security:factor.codeOrRecovery",
]
