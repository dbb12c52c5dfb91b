import { expect, test } from "vitest"
import { showsWithdrawn } from "./withdrawn.ts"

const ORIGIN = "https://daina.example"
const names = {
  paths: new Set(["/news/here", "/teams/stars", "/teams/stars/posts/1", "/events/night"]),
  members: new Map([
    ["m1", `Anna "A" O'Neil`],
    ["m2", null],
  ]),
}
const shows = (file: string) => showsWithdrawn(file, ORIGIN, names)

test.each([
  ["content that is public", `<a href="/news/here">a</a><a href="/lv/teams/stars#info">b</a>`],
  ["a post that is public", `<a href="/teams/stars/posts/1">a</a>`],
  ["pages that are no content", `<a href="/news/page/2"></a><a href="/lv/news/preview"></a>`],
  ["a member by their name", `<a href="/members/m1">Anna &quot;A&quot; O&#x27;Neil</a>`],
  ["another site's news", `<a href="https://elsewhere.example/news/gone">a</a>`],
  ["an address in a sentence", "<p>See /news/gone for more.</p>"],
  ["an event's own calendar file", `<a href="/events/night.ics">a</a>`],
])("a file with %s may stay", (_, file) => {
  expect(shows(file)).toBe(false)
})

test.each([
  ["an article", `<a href="/news/gone">a</a>`],
  ["an article in another language", `<a href="/ru/news/gone">a</a>`],
  ["a post of a team that is still there", `<a href="/teams/stars/posts/2">a</a>`],
  ["its own address", `<link rel="canonical" href="https://daina.example/events/gone">`],
  ["an address in an island's data", `props="{&quot;path&quot;:&quot;/events/gone&quot;}"`],
  ["a long line of a calendar file", "URL:https://daina.example/ev\r\n ents/gone"],
  ["a member who is gone", `<a href="/members/m3">Beata</a>`],
  ["a member who hides their name", `<a href="/members/m2">Beata</a>`],
  ["a member by a former name", `<a href="/members/m1">Beata</a>`],
])("a file with %s that is no longer public goes", (_, file) => {
  expect(shows(file)).toBe(true)
})
