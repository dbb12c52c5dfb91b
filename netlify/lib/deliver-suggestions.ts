/** Sends suggestions to the people behind the site: after the answer that took one in, and now and then. */
import { database } from "../../db/client.ts"
import {
  type DueSuggestion,
  noteSuggestionFailed,
  noteSuggestionSent,
  takeSuggestion,
} from "../../db/queries/suggestions.ts"
import en from "../../public/locales/en/ideas.json" with { type: "json" }
import { flatten } from "../../src/i18n/flatten.ts"
import { translator } from "../../src/i18n/translate.ts"
import { logLine } from "./log-limit.ts"
import {
  canSendToTelegram,
  cut,
  escapeForTelegram,
  MESSAGE_MAX,
  sendToTelegram,
  TelegramRefusal,
} from "./telegram.ts"

/** Telegram takes about twenty messages a minute for a group. */
const AT_ONCE = 15

const db = () => database().as(null)

// Its readers are one team, whose language the site does not know.
const t = translator("en", flatten("ideas", en))

/** The message; what is too long for it is cut in the description, and whole in the inbox. */
export function suggestionMessage(suggestion: DueSuggestion): string {
  const { title, category, priority, name, language, description } = suggestion
  const facts = [
    `${t(`ideas:categories.${category}`)} · ${t(`ideas:priorities.${priority}`)}`,
    t("ideas:telegram.from", { name: name ?? t("ideas:telegram.nobody"), language }),
  ].join("\n")
  const room = MESSAGE_MAX - `${title}\n${facts}\n\n`.length
  const text = escapeForTelegram(cut(description, room))
  return `<b>${escapeForTelegram(title)}</b>\n${escapeForTelegram(facts)}\n\n${text}`
}

/** Twice if need be: what Telegram has and we do not know of, it would get again. */
const noteSent = (id: string) =>
  noteSuggestionSent(db(), id).catch(() => noteSuggestionSent(db(), id))

/** Sends one; returns whether there is a point in sending the next one now. */
async function deliver(suggestion: DueSuggestion): Promise<boolean> {
  const { id } = suggestion
  try {
    await sendToTelegram(suggestionMessage(suggestion))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(logLine(`Suggestion ${id} could not be sent to Telegram: ${reason}`))
    const pause = error instanceof TelegramRefusal ? error.retryAfter : null
    await noteSuggestionFailed(db(), id, reason, pause)
    return false
  }
  await noteSent(id)
  return true
}

/**
 * Sends what is due, one after the other, as long as it goes well; what fails is tried again later. Each is
 * lent to one sender at a time. Returns how many were sent.
 */
export async function deliverSuggestions(): Promise<number> {
  if (!canSendToTelegram()) return 0
  for (let sent = 0; sent < AT_ONCE; sent += 1) {
    const due = await takeSuggestion(db())
    if (!due || !(await deliver(due))) return sent
  }
  return AT_ONCE
}
