/** Posts new events to the site's channel on Telegram, where there is one: now and then, each once. */
import { authDatabase } from "../../../db/client.ts"
import {
  type DueAnnouncement,
  leaseAnnouncement,
  recordAnnouncementFailure,
  recordAnnouncementSent,
} from "../../../db/queries/announcements.ts"
import { textParts } from "../../../src/features/events/as-text.ts"
import { eventPath } from "../../../src/features/events/event.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { siteUrl } from "../http/site-url.ts"
import { logLine } from "../monitoring/log.ts"
import { recordDueTime } from "../publishing/due-times.ts"
import { escapeForTelegram, sendToTelegram, TelegramRefusal } from "./suggestions.ts"

/** A channel that fills up at once is left by its readers; what is more waits for the next time. */
const AT_ONCE = 5

const db = () => authDatabase().as(null)

/** The post, in the language that the event is written in; Telegram adds the page's picture to the link. */
function announcementMessage(event: DueAnnouncement): string {
  const { slug, language } = event
  const { title, when, where } = textParts(event, language)
  const url = new URL(localePath(eventPath(slug), language), siteUrl()).href
  const facts = escapeForTelegram([when, where].filter(Boolean).join("\n"))
  return `<b>${escapeForTelegram(title)}</b>\n${facts}\n\n${url}`
}

/** Posts one; returns whether there is a point in posting the next one now. */
async function post(event: DueAnnouncement, channel: string): Promise<boolean> {
  const { id } = event
  try {
    await sendToTelegram({ chat: channel, html: announcementMessage(event), hasPreview: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(logLine(`Event ${id} could not be posted to Telegram: ${reason}`))
    const refusal = error instanceof TelegramRefusal ? error : null
    await recordAnnouncementFailure(db(), id, {
      channel,
      reason,
      // Without one it was not even tried: something is wrong with the message.
      wasRefused: refusal?.isSure ?? true,
      pause: refusal?.retryAfter ?? null,
    })
    await recordDueTime()
    return false
  }
  await recordAnnouncementSent(db(), id)
  return true
}

/** Posts what is due, one after the other, as long as it goes well. Returns how many were posted. */
export async function announceEvents(): Promise<number> {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHANNEL_ID: channel } = process.env
  if (!token || !channel) return 0
  for (let posted = 0; posted < AT_ONCE; posted += 1) {
    const due = await leaseAnnouncement(db(), channel)
    if (!due || !(await post(due, channel))) return posted
  }
  return AT_ONCE
}
