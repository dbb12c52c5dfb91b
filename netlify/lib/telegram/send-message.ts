/** Sends messages with Telegram's bot API (https://core.telegram.org/bots/api#sendmessage). */
import * as z from "zod/mini"
import { recordDueTime } from "../publishing/due-times.ts"

const TIMEOUT_MS = 10_000

/** Maximum length of a message without its markup, in UTF-16 units. */
export const MESSAGE_MAX = 4096

export class TelegramError extends Error {
  /** Seconds that Telegram asks to wait; null when it does not say. */
  readonly retryAfter: number | null
  /** Whether Telegram certainly did not post the message; false when that is unknown, for example after a timeout. */
  readonly isRefused: boolean

  constructor(reason: string, retryAfter: number | null, isRefused: boolean) {
    super(reason)
    this.retryAfter = retryAfter
    this.isRefused = isRefused
  }
}

/** Codes of errors before a connection existed, so that nothing was sent. */
const CONNECTION_ERRORS = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
])
const connectionError = z.object({ cause: z.object({ code: z.string() }) })

function isConnectionError(error: unknown): boolean {
  const { data } = connectionError.safeParse(error)
  return data !== undefined && CONNECTION_ERRORS.has(data.cause.code)
}

const errorAnswer = z.object({
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()) })),
})

/** Escapes a text for `parse_mode` HTML. */
export const escapeForTelegram = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

interface Message {
  chat: string
  html: string
  /** Whether Telegram shows a preview of the linked page. */
  hasPreview?: boolean
}

/** Sends a message to a chat. Throws {@link TelegramError} when it was refused, or when its delivery is unknown. */
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
      // A redirect would receive the token, which is part of the address.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.ok) return void (await answer.body?.cancel())
    const read = errorAnswer.safeParse(await answer.json().catch(() => null))
    const { description = "", parameters } = read.data ?? {}
    throw new TelegramError(
      `${answer.status} ${description}`.trim(),
      parameters?.retry_after ?? null,
      // Without Telegram's JSON the error may come from a proxy, after Telegram posted the message.
      read.success,
    )
  } catch (error) {
    if (error instanceof TelegramError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    // The error for an invalid URL contains the URL, and with it the token.
    const safeReason = token ? reason.replaceAll(token, "…") : reason
    throw new TelegramError(safeReason, null, isConnectionError(error))
  }
}

interface Queue<Item> {
  /** Leases the next message that is due; null when there is none. */
  lease: () => Promise<Item | null>
  send: (item: Item) => Promise<void>
  recordSent: (item: Item) => Promise<unknown>
  /** Records and logs why a message was not sent. `error` is null when sending was not even tried. */
  recordFailure: (item: Item, reason: string, error: TelegramError | null) => Promise<unknown>
}

/** Sends up to `limit` messages that are due, and stops at the first failure. Returns how many were sent. */
export async function sendDueMessages<Item>(queue: Queue<Item>, limit: number): Promise<number> {
  for (let sent = 0; sent < limit; sent += 1) {
    const item = await queue.lease()
    if (!item) return sent
    try {
      await queue.send(item)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      await queue.recordFailure(item, reason, error instanceof TelegramError ? error : null)
      await recordDueTime()
      return sent
    }
    // Retried once, because a message that is not recorded as sent would be sent again.
    await queue.recordSent(item).catch(() => queue.recordSent(item))
  }
  return limit
}
