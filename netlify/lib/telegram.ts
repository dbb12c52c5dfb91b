/** Telegram's bot API: one method of it. https://core.telegram.org/bots/api#sendmessage */
import * as z from "zod/mini"

const TIMEOUT_MS = 10_000

/** Of a message, in UTF-16 units, after its markup is read. */
export const MESSAGE_MAX = 4096

/** Why a message was not taken. */
export class TelegramRefusal extends Error {
  /** How many seconds Telegram wants to be left alone, null for no wish. */
  readonly retryAfter: number | null

  constructor(reason: string, retryAfter: number | null) {
    super(reason)
    this.retryAfter = retryAfter
  }
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

/** The first `most` UTF-16 units, with an ellipsis where that is not all; no letter is cut in two. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, Math.max(0, most - 1)).replace(/[\uD800-\uDBFF]$/, "")}…`
}

/** Sends a message in HTML to the chat; throws when it was not taken, or nobody knows whether it was. */
export async function sendToTelegram(html: string): Promise<void> {
  const {
    TELEGRAM_API_URL: api = "https://api.telegram.org",
    TELEGRAM_BOT_TOKEN: token = "",
    TELEGRAM_CHAT_ID: chat,
  } = process.env
  try {
    const answer = await fetch(`${api}/bot${token}/sendMessage`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        chat_id: chat,
        text: html,
        parse_mode: "HTML",
        link_preview_options: { is_disabled: true },
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
    )
  } catch (error) {
    if (error instanceof TelegramRefusal) throw error
    const reason = error instanceof Error ? error.message : String(error)
    // An address that cannot be used is named whole, and with it the secret.
    throw new TelegramRefusal(token ? reason.replaceAll(token, "…") : reason, null)
  }
}
