import type { DueEventPost } from "../../../db/queries/channel-posts.ts"
import { formatTextParts } from "../../../src/features/events/as-text.ts"
import { eventPath } from "../../../src/features/events/event.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { getSiteUrl } from "../http/site-url.ts"
import { postToChannel } from "../outlets/channel-posts.ts"
import { escapeForTelegram, sendToTelegram } from "./send-message.ts"

/** Returns the message in Telegram's HTML. Telegram adds a preview of the linked page. */
function createAnnouncement(event: DueEventPost): string {
  const { slug, language } = event
  const { title, when, where } = formatTextParts(event, language)
  const url = new URL(localePath(eventPath(slug), language), getSiteUrl()).href
  const facts = escapeForTelegram([when, where].filter(Boolean).join("\n"))
  return `<b>${escapeForTelegram(title)}</b>\n${facts}\n\n${url}`
}

/** Posts due public events to the Telegram channel. Returns the number of posted events. */
export async function announceEvents(): Promise<number> {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHANNEL_ID: chat } = process.env
  if (!token || !chat) return 0
  return postToChannel<DueEventPost>({ key: chat, country: null, language: null }, (event) =>
    sendToTelegram({ chat, html: createAnnouncement(event), hasPreview: true }),
  )
}
