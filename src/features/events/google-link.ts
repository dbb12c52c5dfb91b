/** The link that adds an event to a Google calendar. */
import type { PublicEvent } from "./event.ts"
import { utcTime } from "./ics-text.ts"

/** Longer addresses are cut off on their way. */
const DETAILS_MAX = 800

type Linked = Pick<
  PublicEvent,
  "title" | "description" | "start_date" | "end_date" | "time_zone" | "location"
>

/** Opens Google's form for a new event, filled in; `url` leads back to the event's page. */
export function googleLink(event: Linked, url: string): string {
  // By letters, so that no emoji is cut in two.
  const about = [...(event.description ?? "")].slice(0, DETAILS_MAX).join("")
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: event.title,
    dates: `${utcTime(event.start_date)}/${utcTime(event.end_date)}`,
    ctz: event.time_zone,
    details: [about, url].filter(Boolean).join("\n\n"),
    location: event.location ?? "",
  })
  return `https://calendar.google.com/calendar/render?${query}`
}
