import { authDatabase } from "../../../db/client.ts"
import {
  type DueAnnouncement,
  leaseAnnouncement,
  recordAnnouncementFailure,
  recordAnnouncementSent,
} from "../../../db/queries/announcements.ts"
import { formatTextParts } from "../../../src/features/events/as-text.ts"
import { eventPath } from "../../../src/features/events/event.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { getSiteUrl } from "../http/site-url.ts"
import { toLogLine } from "../monitoring/log.ts"
import { sendDueMessages } from "../outlets/delivery.ts"
import { escapeForTelegram, sendToTelegram } from "./send-message.ts"

/** Per run, so that the channel does not get many events at a time. */
const MAX_POSTS = 5

const db = () => authDatabase().as(null)

/** Telegram adds the linked page's picture. */
function createAnnouncement(event: DueAnnouncement): string {
  const { slug, language } = event
  const { title, when, where } = formatTextParts(event, language)
  const url = new URL(localePath(eventPath(slug), language), getSiteUrl()).href
  const facts = escapeForTelegram([when, where].filter(Boolean).join("\n"))
  return `<b>${escapeForTelegram(title)}</b>\n${facts}\n\n${url}`
}

export async function announceEvents(): Promise<number> {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHANNEL_ID: channel } = process.env
  if (!token || !channel) return 0
  return sendDueMessages(
    {
      lease: () => leaseAnnouncement(db(), channel),
      send: (event) =>
        sendToTelegram({ chat: channel, html: createAnnouncement(event), hasPreview: true }),
      recordSent: ({ id }) => recordAnnouncementSent(db(), id),
      recordFailure({ id }, reason, error) {
        console.error(toLogLine(`Event ${id} could not be posted to Telegram: ${reason}`))
        return recordAnnouncementFailure(db(), id, {
          channel,
          reason,
          isCertainlyUnsent: error?.isRefused ?? true,
          pause: error?.retryAfter ?? null,
        })
      },
    },
    MAX_POSTS,
  )
}
