import { expect, test } from "vitest"
import type { MemberHome } from "./schema.ts"
import { sortNews } from "./sort-news.ts"

type Item = MemberHome["followed_news"][number]

// 00:30 on 30 November in Riga.
const NOW = Date.parse("2026-11-29T22:30:00Z")

const event = (id: string, start_date: string) => ({ kind: "event", id, start_date }) as Item
const release = (id: string, last_day: string) => ({ kind: "release", id, last_day }) as Item
const post = (id: string, created_at: string) => ({ kind: "post", id, created_at }) as Item

test("upcoming items come first, the soonest first, and then past items, the newest first", () => {
  const news = [
    release("in 8 days", "2026-12-08"),
    post("3 days ago", "2026-11-27T12:00:00Z"),
    release("in 12 days", "2026-12-12"),
    release("6 days ago", "2026-11-24"),
    event("in 9 days", "2026-12-09T17:00:00Z"),
    release("today", "2026-11-30"),
    release("yesterday", "2026-11-29"),
  ]
  expect(sortNews(news, NOW).map(({ id }) => id)).toEqual([
    "today",
    "in 8 days",
    "in 9 days",
    "in 12 days",
    "yesterday",
    "3 days ago",
    "6 days ago",
  ])
})
