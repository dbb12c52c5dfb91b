/** Sends suggestions to the people behind the site, by one method of Telegram's bot API: after the answer that took one in, and now and then. */
import * as z from "zod/mini"
import { authDatabase } from "../../../db/client.ts"
import {
  type DueSuggestion,
  leaseSuggestion,
  recordSuggestionFailure,
  recordSuggestionSent,
} from "../../../db/queries/suggestions.ts"
import en from "../../../public/locales/en/ideas.json" with { type: "json" }
import { flatten } from "../../../src/i18n/flatten.ts"
import { translator } from "../../../src/i18n/translate.ts"
import { beginning } from "../../../src/shared/description.ts"
import { logLine } from "../monitoring/log.ts"
import { recordDueTime } from "../publishing/due-times.ts"

const TIMEOUT_MS = 10_000

/** Of a message (https://core.telegram.org/bots/api#sendmessage), in UTF-16 units, after its markup is read. */
const MESSAGE_MAX = 4096

/** Why a message was not taken. */
export class TelegramRefusal extends Error {
  /** How many seconds Telegram wants to be left alone, null where it does not say. */
  readonly retryAfter: number | null
  /** Whether nobody has the message; of an answer that did not come, nobody knows. */
  readonly isSure: boolean

  constructor(reason: string, retryAfter: number | null, isSure: boolean) {
    super(reason)
    this.retryAfter = retryAfter
    this.isSure = isSure
  }
}

/** Of connections that were never made, so that nothing was sent by them. */
const NO_CONNECTION = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"])
const failedConnection = z.object({ cause: z.object({ code: z.string() }) })

function wasNeverSent(error: unknown): boolean {
  const failure = failedConnection.safeParse(error)
  return failure.success && NO_CONNECTION.has(failure.data.cause.code)
}

const refusal = z.object({
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()) })),
})

/** Whether a bot and a chat are set up. */
export const canSendToTelegram = (): boolean =>
  Boolean(process.env.TELEGRAM_BOT_TOKEN && process.env.TELEGRAM_CHAT_ID)

/** A text as `parse_mode` HTML shows it: the three letters that mean something to it. */
export const escapeForTelegram = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** Shortens a text to `most` UTF-16 units, including an ellipsis if it was cut. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${beginning(text, Math.max(0, most - 1))}…`

interface Message {
  chat: string
  html: string
  /** Whether the page that it links to is shown below it. */
  hasPreview?: boolean
}

/** Sends a message to a chat; throws {@link TelegramRefusal} when it was not taken, or nobody knows whether it was. */
export async function sendToTelegram({ chat, html, hasPreview = false }: Message): Promise<void> {
  const { TELEGRAM_API_URL: api = "https://api.telegram.org", TELEGRAM_BOT_TOKEN: token = "" } =
    process.env
  try {
    const answer = await fetch(`${api}/bot${token}/sendMessage`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        chat_id: chat,
        text: html,
        parse_mode: "HTML",
        link_preview_options: { is_disabled: !hasPreview },
      }),
      // The token would go along.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.ok) return void (await answer.body?.cancel())
    const read = refusal.safeParse(await answer.json().catch(() => null))
    const said = read.success ? read.data : {}
    throw new TelegramRefusal(
      `${answer.status} ${said.description ?? ""}`.trim(),
      said.parameters?.retry_after ?? null,
      // A gateway in between may have lost the answer alone.
      read.success,
    )
  } catch (error) {
    if (error instanceof TelegramRefusal) throw error
    const reason = error instanceof Error ? error.message : String(error)
    // An address that cannot be used is named whole, and with it the secret.
    const said = token ? reason.replaceAll(token, "…") : reason
    throw new TelegramRefusal(said, null, wasNeverSent(error))
  }
}

/** Telegram takes about twenty messages a minute for a group. */
const AT_ONCE = 15

const db = () => authDatabase().as(null)

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
  recordSuggestionSent(db(), id).catch(() => recordSuggestionSent(db(), id))

/** Sends one; returns whether there is a point in sending the next one now. */
async function deliver(suggestion: DueSuggestion): Promise<boolean> {
  const { id } = suggestion
  try {
    const { TELEGRAM_CHAT_ID: chat = "" } = process.env
    await sendToTelegram({ chat, html: suggestionMessage(suggestion) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(logLine(`Suggestion ${id} could not be sent to Telegram: ${reason}`))
    const pause = error instanceof TelegramRefusal ? error.retryAfter : null
    await recordSuggestionFailure(db(), id, reason, pause)
    await recordDueTime()
    return false
  }
  await noteSent(id)
  return true
}

/**
 * Sends what is due, one after the other, as long as it goes well; what fails is tried again later. Each is
 * leased to one sender at a time. Returns how many were sent.
 */
export async function deliverSuggestions(): Promise<number> {
  if (!canSendToTelegram()) return 0
  for (let sent = 0; sent < AT_ONCE; sent += 1) {
    const due = await leaseSuggestion(db())
    if (!due || !(await deliver(due))) return sent
  }
  return AT_ONCE
}
