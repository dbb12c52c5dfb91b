import { authDatabase } from "../../../db/client.ts"
import {
  type DueSuggestion,
  leaseSuggestion,
  recordSuggestionFailure,
  recordSuggestionSent,
} from "../../../db/queries/suggestions.ts"
import en from "../../../public/locales/en/ideas.json" with { type: "json" }
import { createTranslate, flatten } from "../../../src/i18n/translate.ts"
import { cutWithEllipsis } from "../../../src/shared/description.ts"
import { toLogLine } from "../monitoring/log.ts"
import { sendDueMessages } from "../outlets/delivery.ts"
import { escapeForTelegram, MAX_MESSAGE_LENGTH, sendToTelegram } from "./send-message.ts"

/** A run stays below Telegram's limit for a group, which is about twenty messages a minute. */
const MAX_SUGGESTIONS_PER_RUN = 15

const getDb = () => authDatabase().as(null)

const t = createTranslate("en", flatten("ideas", en))

export const canSendToTelegram = (): boolean =>
  Boolean(process.env.TELEGRAM_BOT_TOKEN && process.env.TELEGRAM_CHAT_ID)

/** Returns Telegram's HTML. Shortens a long description, which the admin area shows completely. */
export function createSuggestionMessage(suggestion: DueSuggestion): string {
  const { title, category, priority, name, language, description } = suggestion
  const facts = [
    `${t(`ideas:categories.${category}`)} · ${t(`ideas:priorities.${priority}`)}`,
    t("ideas:telegram.from", { name: name ?? t("ideas:telegram.nobody"), language }),
  ].join("\n")
  const maxLength = MAX_MESSAGE_LENGTH - `${title}\n${facts}\n\n`.length
  const text = escapeForTelegram(cutWithEllipsis(description, maxLength))
  return `<b>${escapeForTelegram(title)}</b>\n${escapeForTelegram(facts)}\n\n${text}`
}

/** Sends due suggestions to the site's Telegram chat. Returns the number of sent suggestions. */
export async function deliverSuggestions(): Promise<number> {
  if (!canSendToTelegram()) return 0
  const { TELEGRAM_CHAT_ID: chat = "" } = process.env
  return sendDueMessages(
    {
      lease: () => leaseSuggestion(getDb()),
      send: (suggestion) => sendToTelegram({ chat, html: createSuggestionMessage(suggestion) }),
      recordSent: ({ id }) => recordSuggestionSent(getDb(), id),
      recordFailure({ id }, reason, error) {
        console.error(toLogLine(`Suggestion ${id} could not be sent to Telegram: ${reason}`))
        return recordSuggestionFailure(getDb(), id, reason, error?.retryAfter ?? null)
      },
    },
    MAX_SUGGESTIONS_PER_RUN,
  )
}
