import { getLocalDay } from "../../i18n/dates.ts"
import type { MemberHome } from "./schema.ts"

type NewsItem = MemberHome["followed_news"][number]

/** Returns the start of an event, the last possible day of a release, or the time of a post, in milliseconds. */
function getTime(item: NewsItem): number {
  if (item.kind === "event") return Date.parse(item.start_date)
  return Date.parse(item.kind === "release" ? item.last_day : item.created_at)
}

/** Returns upcoming events and releases, the soonest first, and then releases and posts, the newest first. */
export function sortNews(news: NewsItem[], now: number): NewsItem[] {
  const today = getLocalDay(new Date(now).toISOString())
  const isUpcoming = (item: NewsItem) =>
    item.kind === "event" || (item.kind === "release" && item.last_day >= today)
  return [
    ...news.filter(isUpcoming).toSorted((a, b) => getTime(a) - getTime(b)),
    ...news.filter((item) => !isUpcoming(item)).toSorted((a, b) => getTime(b) - getTime(a)),
  ]
}
