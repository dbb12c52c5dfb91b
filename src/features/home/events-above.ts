/** Hides events in the home page's list of events that the member's section above the list already shows. */
import { updateEventList } from "../events/event-list.ts"
import type { MemberHome } from "./schema.ts"

/** Sets `data-above` on these events, and updates the list. */
export function markEventsAbove({ events, week, later, followed_news }: MemberHome): void {
  const news = followed_news.filter((item) => item.kind === "event")
  const slugs = [...events, ...week, ...later, ...news].map(({ slug }) => slug)
  for (const row of document.querySelectorAll<HTMLElement>("[data-events] > li")) {
    const path = row.querySelector("h3 a")?.getAttribute("href")
    const isAbove = slugs.some((slug) => path?.endsWith(`/events/${slug}`))
    if (isAbove) row.dataset["above"] = ""
    else delete row.dataset["above"]
  }
  updateEventList()
}
