import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { pictureOf } from "./event.ts"
import { makeEvent } from "./fixtures.ts"
import { googleLink } from "./google-link.ts"
import { eventJsonLd } from "./json-ld.ts"
import { whenOf } from "./when.ts"

beforeAll(() => void vi.stubEnv("SITE", "https://daina.example"))
afterAll(() => void vi.unstubAllEnvs())

const URL_OF_IT = "https://daina.example/events/random-dance"

test("Google's form is filled in with the same moments", () => {
  const event = makeEvent({ title: "Šova & co", location: "Rīga", description: "Shoes!" })
  const { origin, pathname, searchParams } = new URL(googleLink(event, URL_OF_IT))
  expect(origin + pathname).toBe("https://calendar.google.com/calendar/render")
  expect(Object.fromEntries(searchParams)).toEqual({
    action: "TEMPLATE",
    text: "Šova & co",
    dates: "20261127T150000Z/20261127T180000Z",
    ctz: "Europe/Riga",
    details: `Shoes!\n\n${URL_OF_IT}`,
    location: "Rīga",
  })
})

test("a long text does not make Google's address too long, nor is an emoji cut", () => {
  const link = googleLink(makeEvent({ description: "💜".repeat(5000) }), URL_OF_IT)
  expect(link.length).toBeLessThan(12_000)
  expect(new URL(link).searchParams.get("details")).not.toContain("\ufffd")
})

test("times are told by the clocks where it is", () => {
  expect(whenOf(makeEvent(), "en")).toEqual({
    date: "Friday, November 27, 2026",
    time: expect.stringMatching(/^5:00\s–\s8:00\sPM$/u),
    zone: "Eastern European Time",
  })
  expect(whenOf(makeEvent({ time_zone: "Europe/Lisbon" }), "lv").time).toBe("15:00–18:00")
})

test("an event that ends on another day tells both", () => {
  const { date, time } = whenOf(makeEvent({ end_date: "2026-11-28T01:00:00Z" }), "et")
  expect(date).toMatch(/27\. november 2026.*17:00.*28\. november 2026.*03:00/)
  expect(time).toBeNull()
})

test("search engines learn the offset, the team and that it is cancelled", () => {
  const event = makeEvent({
    is_cancelled: true,
    team_slug: "kell-kolm",
    team_name: "Kell Kolm",
    location: "Aparaaditehas, Tartu",
    country: "ee",
    registration_url: "https://example.org/cup",
  })
  expect(eventJsonLd(event, "et")[0]).toMatchObject({
    startDate: "2026-11-27T17:00:00+02:00",
    eventStatus: "https://schema.org/EventCancelled",
    location: { address: { addressCountry: "EE" } },
    organizer: { name: "Kell Kolm" },
    offers: undefined,
  })
  const kept = eventJsonLd({ ...event, is_cancelled: false }, "et")[0]
  expect(kept).toMatchObject({ offers: { url: "https://example.org/cup" } })
})

test("an event without a picture of its own gets a drawn one", () => {
  expect(pictureOf(makeEvent({ country: "lv" })).src).toMatch(/^\/art\/v1\/lv-/)
  expect(pictureOf(makeEvent({ image_url: "/uploads/event-images/a1.webp" }))).toEqual({
    src: "/uploads/event-images/a1-640.webp",
    srcset: "/uploads/event-images/a1-640.webp 640w, /uploads/event-images/a1.webp 1280w",
    share: "/uploads/event-images/a1-og.jpg",
  })
  expect(pictureOf(makeEvent({ image_url: "/art/v1/all-0.jpg" })).share).toBe("/art/v1/all-0.jpg")
})
