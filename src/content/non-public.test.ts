import { expect, test } from "vitest"
import { hasNonPublicContent } from "./non-public.ts"

const ORIGIN = "https://daina.example"
const publicItems = {
  paths: new Set(["/news/here", "/teams/stars", "/teams/stars/posts/1", "/events/night"]),
  members: new Map([
    ["m1", `Anna "A" O'Neil`],
    ["m2", null],
  ]),
}
const hasNonPublic = (file: string) => hasNonPublicContent(file, ORIGIN, publicItems)

test.each([
  ["links to public content", `<a href="/news/here">a</a><a href="/lv/teams/stars#info">b</a>`],
  ["a link to a public post", `<a href="/teams/stars/posts/1">a</a>`],
  ["links to static pages", `<a href="/news/page/2"></a><a href="/lv/news/preview"></a>`],
  ["a member's current name", `<a href="/members/m1">Anna &quot;A&quot; O&#x27;Neil</a>`],
  ["a link to another site's news", `<a href="https://elsewhere.example/news/gone">a</a>`],
  ["a path in a sentence", "<p>See /news/gone for more.</p>"],
  ["a link to an event's calendar file", `<a href="/events/night.ics">a</a>`],
])("a file with %s has no non-public content", (_, file) => {
  expect(hasNonPublic(file)).toBe(false)
})

test.each([
  ["a link to a hidden article", `<a href="/news/gone">a</a>`],
  ["a link to a hidden article in another language", `<a href="/ru/news/gone">a</a>`],
  ["a link to a deleted post of an existing team", `<a href="/teams/stars/posts/2">a</a>`],
  ["the URL of a deleted event", `<link rel="canonical" href="https://daina.example/events/gone">`],
  [
    "the path of a deleted event in an island's data",
    `props="{&quot;path&quot;:&quot;/events/gone&quot;}"`,
  ],
  [
    "the URL of a deleted event on two lines of a calendar file",
    "URL:https://daina.example/ev\r\n ents/gone",
  ],
  ["the name of a deleted member", `<a href="/members/m3">Beata</a>`],
  ["the name of a member who hides it", `<a href="/members/m2">Beata</a>`],
  ["a member's former name", `<a href="/members/m1">Beata</a>`],
])("a file with %s has non-public content", (_, file) => {
  expect(hasNonPublic(file)).toBe(true)
})
