import { expect, test } from "vitest"
import { hasWithdrawnContent } from "./withdrawn.ts"

const ORIGIN = "https://daina.example"
const names = {
  paths: new Set(["/news/here", "/teams/stars", "/teams/stars/posts/1", "/events/night"]),
  members: new Map([
    ["m1", `Anna "A" O'Neil`],
    ["m2", null],
  ]),
}
const shows = (file: string) => hasWithdrawnContent(file, ORIGIN, names)

test.each([
  ["content that is public", `<a href="/news/here">a</a><a href="/lv/teams/stars#info">b</a>`],
  ["a post that is public", `<a href="/teams/stars/posts/1">a</a>`],
  ["static pages", `<a href="/news/page/2"></a><a href="/lv/news/preview"></a>`],
  ["a member by their name", `<a href="/members/m1">Anna &quot;A&quot; O&#x27;Neil</a>`],
  ["another site's news", `<a href="https://elsewhere.example/news/gone">a</a>`],
  ["an address in a sentence", "<p>See /news/gone for more.</p>"],
  ["an event's calendar file", `<a href="/events/night.ics">a</a>`],
])("a file with %s is kept", (_, file) => {
  expect(shows(file)).toBe(false)
})

test.each([
  ["an article", `<a href="/news/gone">a</a>`],
  ["an article in another language", `<a href="/ru/news/gone">a</a>`],
  ["a deleted post of an existing team", `<a href="/teams/stars/posts/2">a</a>`],
  ["an absolute address", `<link rel="canonical" href="https://daina.example/events/gone">`],
  ["an address in an island's data", `props="{&quot;path&quot;:&quot;/events/gone&quot;}"`],
  ["a long line of a calendar file", "URL:https://daina.example/ev\r\n ents/gone"],
  ["a deleted member", `<a href="/members/m3">Beata</a>`],
  ["a member who hides their name", `<a href="/members/m2">Beata</a>`],
  ["a member by a former name", `<a href="/members/m1">Beata</a>`],
])("a file with %s that is no longer public is removed", (_, file) => {
  expect(shows(file)).toBe(true)
})
