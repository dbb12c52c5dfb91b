import { BALTIC_TIME } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { haveSameClocks } from "../../shared/zone.ts"
import { type EventTexts, localizeEvent, type PublicEvent, type Timed } from "./event.ts"
import { formatDateAndTime } from "./when.ts"

export type AnnouncedEvent = EventTexts & Timed & Pick<PublicEvent, "location">

/** Returns the title, time and place of an event, for texts in chats, emails and notifications. */
export function formatTextParts(event: AnnouncedEvent, locale: Locale) {
  const { date, time, zone } = formatDateAndTime(event, locale)
  // Readers expect Baltic time, so only other time zones are named.
  const isElsewhere = zone !== null && !haveSameClocks(event.time_zone, BALTIC_TIME)
  const when = [date, time].filter(Boolean).join(", ")
  return {
    title: localizeEvent(event, locale).title,
    when: isElsewhere ? `${when} (${zone})` : when,
    where: event.location,
  }
}

/** Returns a text about an event with the URL of its page, one fact per line, for pasting into a chat. */
export function formatEventText(
  event: PublicEvent,
  locale: Locale,
  t: Translate,
  url: string,
): string {
  const { title, when, where } = formatTextParts(event, locale)
  const status = event.is_cancelled && t("calendar:event.cancelledText")
  return [title, status, when, where, url].filter(Boolean).join("\n")
}
