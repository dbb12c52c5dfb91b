/** An event as calendars take it. */
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { SITE } from "../../site.ts"
import { eventPath, type PublicEvent, placeOf } from "./event.ts"
import type { IcsEvent } from "./ics.ts"

/** What the reader's calendar shows; not every one shows the address, so that it closes the text. */
function describe(event: PublicEvent, url: string, t: Translate): string {
  const facts = [
    event.prize && t("home:events.prize", { prize: event.prize }),
    event.registration_url && `${t("home:events.register")}: ${event.registration_url}`,
  ]
  return [event.description, facts.filter(Boolean).join("\n"), url].filter(Boolean).join("\n\n")
}

/** `origin` is this site's. */
export function feedEvent(
  event: PublicEvent,
  origin: string,
  locale: Locale,
  t: Translate,
): IcsEvent {
  const url = new URL(localePath(eventPath(event.slug), locale), origin).href
  return {
    uid: `${event.id}@${SITE.calendarId}`,
    start: event.start_date,
    end: event.end_date,
    timeZone: event.time_zone,
    createdAt: event.created_at,
    updatedAt: event.updated_at,
    revision: event.revision,
    isCancelled: event.is_cancelled,
    summary: event.title,
    description: describe(event, url, t),
    location: event.location,
    url,
    categories: [
      "K-pop",
      ...(event.country ? [t(`common:countries.${placeOf(event)}`)] : []),
      ...(event.team_name ? [event.team_name] : []),
    ],
  }
}
