import { expect, test, vi } from "vitest"
import { renderMarkdown } from "../../markdown/render.ts"
import { makeEvent } from "../events/fixtures.ts"
import { makeTeam } from "../teams/fixtures.ts"
import { type Card, fillCards, findCards } from "./cards.ts"

vi.mock("../../i18n/t-for.ts", () => ({
  tFor: () => (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(" "),
}))

const NOW = Date.parse("2026-10-01T00:00:00Z")

const cards = new Map<string, Card>([
  [
    "/events/finals",
    {
      kind: "event",
      event: makeEvent({
        title: 'Finals "<b>"',
        location: "Rīga & more",
        registration_url: "https://example.org/?a=1&b=2",
      }),
    },
  ],
  ["/events/talk", { kind: "event", event: makeEvent({ title: "Talk" }) }],
  [
    "/teams/stars",
    { kind: "team", team: makeTeam("stars", { name: "Stars", location: "Rīga", country: "lv" }) },
  ],
])

const fill = (markdown: string, locale: "en" | "lv" | "ru" = "lv", now = NOW) =>
  fillCards(renderMarkdown(markdown), locale, cards, now)

test("a card shows an event's date, location and sign-up link in the reader's language", () => {
  const html = fill('Before\n\n[Finals](/events/finals "card")\n\nAfter')
  expect(html).toContain('href="/lv/events/finals" lang="en">Finals &quot;&lt;b&gt;&quot;</a>')
  expect(html).toMatch(/>27<\/b> <span>nov\.<\/span>/)
  expect(html).toContain("Piektd. 17:00 · Rīga &amp; more</span>")
  expect(html).toContain('href="https://example.org/?a=1&amp;b=2" rel="noopener nofollow"')
  expect(html).toMatch(/^<p>Before<\/p>\n<div class="card-box[\s\S]*<\/div>\n<p>After<\/p>$/)
})

test("the only link in the card of a team, or of an event without registration, leads to its page", () => {
  for (const [text, path] of [
    ['[Talk](/events/talk "card")', "/events/talk"],
    ['[Stars](/teams/stars "card")', "/teams/stars"],
  ] as const) {
    const html = fill(text, "en")
    expect(Array.from(html.matchAll(/href="([^"]+)"/g), ([, href]) => href)).toEqual([path])
  }
})

test("the card of a canceled event is marked as canceled and has no registration link", () => {
  const event = makeEvent({ is_cancelled: true, registration_url: "https://example.org/" })
  const html = fillCards(
    renderMarkdown('[Off](/events/off "card")'),
    "en",
    new Map([["/events/off", { kind: "event", event }]]),
    NOW,
  )
  expect(html).toContain("calendar:event.cancelled")
  expect(html).toContain("line-through")
  expect(html).not.toContain("example.org")
})

test("the card of a deleted or past event is a plain link in the reader's language", () => {
  const link = (slug: string) =>
    `<p><a class="card-link" data-card="event" href="/ru/events/${slug}">It</a></p>`
  expect(fill('[It](/events/gone "card")', "ru")).toBe(link("gone"))
  const afterEvent = Date.parse("2026-12-01T00:00:00Z")
  expect(fill('[It](/events/finals "card")', "ru", afterEvent)).toBe(link("finals"))
})

test.each([
  ["[x](/news/a?b=c&d#e)", "/lv/news/a?b=c&amp;d#e"],
  ["[x](/)", "/lv"],
  ['[x](/calendar "button")', "/lv/calendar"],
  ["[x](/ru/news/a)", "/ru/news/a"],
  ["[x](/events/a.ics)", "/events/a.ics"],
  ["[x](/uploads/a.webp)", "/uploads/a.webp"],
  ["[x](#part)", "#part"],
  ["[x](https://example.org/news)", "https://example.org/news"],
])("on a Latvian page, %s links to %s", (markdown, href) => {
  expect(fill(markdown)).toContain(`href="${href}"`)
})

test("HTML typed by a member does not become a card", () => {
  const html = renderMarkdown(
    '<p><a class="card-link" data-card="team" href="/teams/stars">x</a></p>\n\n`<p><a class="card-link" data-card="team" href="/teams/stars">x</a></p>`',
  )
  expect(findCards(html)).toEqual([])
  expect(fillCards(html, "en", cards, NOW)).toBe(html)
})
