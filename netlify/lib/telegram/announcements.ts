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

/** Maximum number of events that one run posts to the channel. */
const MAX_POSTS_PER_RUN = 5

const getDb = () => authDatabase().as(null)

/** Returns the message in Telegram's HTML. Telegram adds a preview of the linked page. */
function createAnnouncement(event: DueAnnouncement): string {
  const { slug, language } = event
  const { title, when, where } = formatTextParts(event, language)
  const url = new URL(localePath(eventPath(slug), language), getSiteUrl()).href
  const facts = escapeForTelegram([when, where].filter(Boolean).join("\n"))
  return `<b>${escapeForTelegram(title)}</b>\n${facts}\n\n${url}`
}

/** Posts due public events to the Telegram channel. Returns the number of posted events. */
export async function announceEvents(): Promise<number> {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHANNEL_ID: channel } = process.env
  if (!token || !channel) return 0
  return sendDueMessages(
    {
      lease: () => leaseAnnouncement(getDb(), channel),
      send: (event) =>
        sendToTelegram({ chat: channel, html: createAnnouncement(event), hasPreview: true }),
      recordSent: ({ id }) => recordAnnouncementSent(getDb(), id),
      recordFailure({ id }, reason, error) {
        console.error(toLogLine(`Event ${id} could not be posted to Telegram: ${reason}`))
        return recordAnnouncementFailure(getDb(), id, {
          channel,
          reason,
          isCertainlyUnsent: error?.isCertainlyUnsent ?? true,
          pause: error?.retryAfter ?? null,
        })
      },
    },
    MAX_POSTS_PER_RUN,
  )
}
