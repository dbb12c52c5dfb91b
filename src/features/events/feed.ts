/** Calendars to subscribe to, at build time. */
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { getT } from "../../i18n/t.ts"
import { absolute } from "../../seo.ts"
import type { PublicEvent } from "./event.ts"
import { feedEvent } from "./feed-event.ts"
import { icsCalendar } from "./ics.ts"

/** The file at `path` (as on the English site) in the reader's language. */
export function calendarFile(
  events: PublicEvent[],
  { locale, path, name }: { locale: Locale; path: string; name: string },
): Response {
  const t = getT(locale)
  const origin = absolute("/")
  const body = icsCalendar({
    name,
    language: locale,
    source: absolute(localePath(path, locale)),
    events: events.map((event) => feedEvent(event, origin, locale, t)),
  })
  return new Response(body, { headers: { "content-type": "text/calendar; charset=utf-8" } })
}
