import type { MessageGroup } from "../../i18n/messages.ts"

/** The texts of cards, for pages whose scripts draw them. */
export const CARD_MESSAGES: MessageGroup[] = [
  "common:cards",
  "calendar:event.allDay",
  "common:countries",
  "home:events.register",
  "home:events.registerFor",
  "calendar:event.cancelled",
]
