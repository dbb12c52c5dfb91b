import type { MessageGroup } from "../../../i18n/messages.ts"

export const PROOF_MESSAGES: MessageGroup[] = [
  "account:google.errors",
  "security:proof",
  "security:factor.cancel",
  "security:factor.codeOrRecovery",
]
