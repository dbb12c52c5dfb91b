/** Keeps events that the member's part of the home page shows out of the list below it. */
import { updateEventList } from "../events/event-list.ts"
import type { MemberHome } from "./schema.ts"

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
