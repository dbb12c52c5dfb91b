/** Sends messages by Telegram's Bot API (https://core.telegram.org/bots/api#sendmessage). */
import * as z from "zod/mini"
import { postMessage } from "../outlets/delivery.ts"

/** Telegram's limit for a message in UTF-16 units. Markup does not count. */
export const MAX_MESSAGE_LENGTH = 4096

const errorResponse = z.object({
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()) })),
})

export const escapeForTelegram = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

interface Message {
  chat: string
  html: string
  /** Whether Telegram shows a preview of the linked page. */
  hasPreview?: boolean
}

/** Throws `DeliveryError` if Telegram refused the message, or if the message may not have been posted. */
export function sendToTelegram({ chat, html, hasPreview = false }: Message): Promise<void> {
  const { TELEGRAM_API_URL: api = "https://api.telegram.org", TELEGRAM_BOT_TOKEN: token = "" } =
    process.env
  return postMessage({
    url: `${api}/bot${token}/sendMessage`,
    secret: token,
    body: {
      chat_id: chat,
      text: html,
      parse_mode: "HTML",
      link_preview_options: { is_disabled: !hasPreview },
    },
    readError: (json) => {
      const { data } = errorResponse.safeParse(json)
      return (
        data && {
          description: data.description ?? "",
          retryAfter: data.parameters?.retry_after ?? null,
        }
      )
    },
  })
}
