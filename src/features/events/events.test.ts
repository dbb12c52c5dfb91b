import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { getT } from "../../i18n/t.ts"
import { createTranslate } from "../../i18n/translate.ts"
import { formatEventText } from "./as-text.ts"
import { EventRow, getStartDayEnd } from "./EventList.tsx"
import { EventNotes } from "./EventNotes.tsx"
import { EventPoster } from "./EventPoster.tsx"
import { EventView } from "./EventView.tsx"
import { createMapLink, formatLocation, getCity, localizeEvent, removeCounts } from "./event.ts"
import { googleLink } from "./feeds/paths.ts"
import { makeEvent } from "./fixtures.ts"
import { listZoneChoices, newEventSchema } from "./form.ts"
import { formatShortDateAndTime, formatStart } from "./hours.ts"
import { createEventJsonLd } from "./json-ld.ts"
import { getEventPicture, getEventThumbnail, getTextlessPicture } from "./picture.ts"
import { findRelatedEvents } from "./related.ts"
import type { PublicEvent } from "./schema.ts"
import { formatPlacesLeft } from "./signups/counts.ts"
import { EventSignup } from "./signups/EventSignup.tsx"
import { formatDateAndTime } from "./when.ts"

const t = getT("en")

const renderComponent = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  renderToStaticMarkup(createElement(component, props))

beforeAll(() => void vi.stubEnv("SITE", "https://daina.example"))
afterAll(() => void vi.unstubAllEnvs())

const EVENT_URL = "https://daina.example/events/random-dance"

test.each([
  ["Europe/Riga", "2026-06-27T14:30:00Z", "2026-06-27T21:00:00.000Z"],
  ["Europe/Riga", "2026-05-02T22:30:00Z", "2026-05-03T21:00:00.000Z"],
  ["Europe/Lisbon", "2026-05-02T22:30:00Z", "2026-05-02T23:00:00.000Z"],
  ["Africa/Cairo", "2026-04-23T18:00:00Z", "2026-04-23T22:00:00.000Z"],
])("in %s, the day of %s ends at %s", (time_zone, start_date, end) => {
  expect(getStartDayEnd({ start_date, time_zone })).toBe(end)
})

const WITH_SIGNUP = { signups: { ...makeEvent().signups, takes_signups: true } }

test.each<[string, Partial<PublicEvent>, string | null, boolean]>([
  ["sign-up on Daina", WITH_SIGNUP, "/events/random-dance-2026-11-27#signup", false],
  [
    "registration elsewhere",
    { registration_url: "https://cup.example/" },
    "https://cup.example/",
    false,
  ],
  ["no registration yet", {}, null, true],
  ["canceled", { ...WITH_SIGNUP, is_cancelled: true }, null, false],
])(
  "the row of an event (%s) has the right sign-up link or note about a later registration",
  (_, columns, url, hasNote) => {
    const row = renderComponent(EventRow, { locale: "en", event: makeEvent(columns) })
    expect(/href="([^"]*)"[^>]*>Sign up</.exec(row)?.[1] ?? null).toBe(url)
    expect(row.includes("Registration opens soon")).toBe(hasNote)
  },
)

test("a poster has the days until the event, except on prebuilt pages, and the place on a line of its own", () => {
  const event = makeEvent({ location: "Kaņepes Kultūras centrs, Rīga" })
  const renderPoster = (now?: number) =>
    renderComponent(EventPoster, {
      locale: "en",
      event,
      href: "/",
      counts: [],
      children: null,
      ...(now && { now }),
    })
  const place = "<span>Kaņepes Kultūras centrs, Rīga</span>"
  expect(renderPoster(Date.parse("2026-11-21T10:00:00Z"))).toMatch(
    new RegExp(`<span[^>]*>in 6 days · 5:00\\s–\\s8:00\\sPM</span>${place}`, "u"),
  )
  expect(renderPoster()).toMatch(new RegExp(`<span[^>]*>5:00\\s–\\s8:00\\sPM</span>${place}`, "u"))
})

test("the row of a canceled event has a struck-through title and a badge, also on phones", () => {
  const renderRow = (is_cancelled: boolean) =>
    renderComponent(EventRow, { locale: "en", event: makeEvent({ is_cancelled }) })
  expect(renderRow(true)).toMatch(/line-through.*>Canceled</s)
  expect(/<span class="badge[^"]*"/.exec(renderRow(true))?.[0]).not.toContain("max-md:hidden")
  expect(renderRow(false)).not.toMatch(/line-through|Canceled/)
})

test.each<[string, Parameters<typeof EventNotes>[0]["event"], boolean, RegExp]>([
  ["a canceled event", { is_cancelled: true }, false, /This event has been canceled/],
  [
    "an event that waits for a review",
    { is_cancelled: false, unlisted_reason: "unreviewed" },
    true,
    /only your team and people with the link/,
  ],
  [
    "an event of a hidden team",
    { is_cancelled: false, unlisted_reason: "hidden" },
    true,
    /Your team is hidden/,
  ],
  [
    "a helper, who cannot change the event (no note)",
    { is_cancelled: false, unlisted_reason: "hidden" },
    false,
    /^$/,
  ],
  ["a listed event (no note)", { is_cancelled: false, unlisted_reason: null }, true, /^$/],
])("the note on the organizers' page for %s", (_, event, manages, text) => {
  expect(renderComponent(EventNotes, { locale: "en", event, manages })).toMatch(text)
})

test("the link to Google Calendar has the times, texts and place", () => {
  const place = { location: "Rīga", address: "Brīvības iela 1" }
  const event = makeEvent({ title: "Šova & co", description: "Shoes!", ...place })
  const { searchParams } = new URL(googleLink(event, EVENT_URL))
  expect(Object.fromEntries(searchParams)).toMatchObject({
    text: "Šova & co",
    dates: "20261127T150000Z/20261127T180000Z",
    ctz: "Europe/Riga",
    details: `Shoes!\n\n${EVENT_URL}`,
    location: "Rīga, Brīvības iela 1",
  })
})

test("the link to Google Calendar shortens long texts, but not inside an emoji", () => {
  const link = googleLink(makeEvent({ description: "💜".repeat(5000) }), EVENT_URL)
  expect(link.length).toBeLessThan(12_000)
  expect(new URL(link).searchParams.get("details")).not.toContain("\ufffd")
})

test("times are shown in the event's own time zone", () => {
  expect(formatDateAndTime(makeEvent(), "en")).toEqual({
    date: "Friday, November 27, 2026",
    time: expect.stringMatching(/^5:00\s–\s8:00\sPM$/u),
    zone: "Eastern European Time",
  })
  expect(formatDateAndTime(makeEvent({ time_zone: "Europe/Lisbon" }), "lv").time).toBe(
    "15:00–18:00",
  )
})

describe("the text of an event for chats", () => {
  const describeEvent = (columns: Parameters<typeof makeEvent>[0]) =>
    formatEventText(
      makeEvent({ location: "Kanepes, Rīga", ...columns }),
      "lv",
      getT("lv"),
      EVENT_URL,
    )
  test("has the title, the local time, the place and the URL of the page", () => {
    expect(describeEvent({ translations: { lv: { title: "Dejas", description: null } } })).toBe(
      `Dejas\npiektdiena, 2026. gada 27. novembris, 17:00–20:00\nKanepes, Rīga\n${EVENT_URL}`,
    )
  })

  test("says that the event is canceled, and names a time zone that is not Baltic time", () => {
    expect(
      describeEvent({ time_zone: "Europe/Lisbon", location: null, is_cancelled: true }),
    ).toMatch(/^Random dance\nŠis pasākums ir atcelts\.\n.*15:00–18:00 \(.+\)\nhttps/)
  })

  test("has no time for an all-day event", () => {
    const day = { start_date: "2026-11-26T22:00:00.000Z", end_date: "2026-11-27T22:00:00.000Z" }
    expect(describeEvent({ ...day, is_all_day: true })).toContain("27. novembris\nKanepes")
  })
})

test("an all-day event has days instead of times, in texts, links and structured data", () => {
  const days = { start_date: "2026-11-26T22:00:00.000Z", is_all_day: true }
  const day = makeEvent({ ...days, end_date: "2026-11-27T22:00:00.000Z" })
  expect(formatDateAndTime(day, "en")).toEqual({
    date: "Friday, November 27, 2026",
    time: null,
    zone: null,
  })
  expect(formatShortDateAndTime(day, "en", t)).toBe("All day")
  expect(formatStart(day, "en", t)).toBe("Fri · All day")
  const weekend = makeEvent({ ...days, end_date: "2026-11-28T22:00:00.000Z" })
  expect(formatShortDateAndTime(weekend, "en", t)).toMatch(/^Nov 27\s–\s28$/u)
  expect(googleLink(weekend, "")).toContain("dates=20261127%2F20261129")
  expect(createEventJsonLd(weekend, "en")[0]).toMatchObject({
    startDate: "2026-11-27",
    endDate: "2026-11-28",
  })
})

test("descriptions lose the asterisks of Markdown bold, in the original and in translations", () => {
  const bold = "**Shoes:** clean **ones** ** 2 ** 3 **"
  const event = makeEvent({
    description: bold,
    translations: { lv: { title: "Dejas", description: "**Kurpes**" } },
  })
  expect(localizeEvent(event, "en").description).toBe("Shoes: clean ones ** 2 ** 3 **")
  expect(localizeEvent(event, "lv").description).toBe("Kurpes")
  expect(localizeEvent(makeEvent(), "en").description).toBeNull()
})

test("up to four related events are chosen, first of the same team, then in the same country, and sorted by time", () => {
  const upcomingEvents = [
    makeEvent({ id: "near", country: "lv", start_date: "2026-12-01T15:00:00.000Z" }),
    makeEvent({ id: "itself", country: "lv", team_id: "a" }),
    makeEvent({ id: "off", country: "lv", is_cancelled: true }),
    makeEvent({ id: "far", country: "ee" }),
    ...[2, 3, 4].map((day) =>
      makeEvent({ id: `team ${day}`, team_id: "a", start_date: `2026-12-0${day}T15:00:00.000Z` }),
    ),
    makeEvent({ id: "later", country: "lv", start_date: "2026-12-05T15:00:00.000Z" }),
  ]
  const event = makeEvent({ id: "itself", country: "lv", team_id: "a" })
  const ids = findRelatedEvents(event, upcomingEvents).map(({ id }) => id)
  expect(ids).toEqual(["near", "team 2", "team 3", "team 4"])
})

test("the link to the map contains the place and its country", () => {
  const link = new URL(createMapLink("Hanzas iela 5 & 6", { country: "lv" }, t))
  expect(link.searchParams.get("query")).toBe("Hanzas iela 5 & 6, Latvia")
})

test.each([
  ["Kaņepes Kultūras centrs, Rīga", "Rīga · Kaņepes Kultūras centrs"],
  ["Noblessner, Peetri 7, Tallinn", "Tallinn · Noblessner, Peetri 7"],
  ["Kaunas", "Kaunas"],
  ["Hanzas Perons, Hanzas iela 16A", "Hanzas Perons, Hanzas iela 16A"],
])("a row shows the city of “%s” first", (location, text) => {
  expect(formatLocation(location)).toBe(text)
})

test("the city of a location is its last part, unless the part has a number", () => {
  expect(getCity("Hanzas Perons, Rīga")).toBe("Rīga")
  expect(getCity("Kaunas")).toBe("Kaunas")
  expect(getCity("Hanzas Perons, Hanzas iela 16A")).toBe("Hanzas Perons, Hanzas iela 16A")
})

test("an event that ends on another day is shown with both days", () => {
  const { date, time } = formatDateAndTime(makeEvent({ end_date: "2026-11-28T01:00:00Z" }), "et")
  expect(date).toMatch(/27\. november 2026.*17:00.*28\. november 2026.*03:00/)
  expect(time).toBeNull()
})

test("lists write Lithuanian months as words, not as numbers", () => {
  const event = makeEvent({ end_date: "2026-11-29T01:00:00Z" })
  expect(formatShortDateAndTime(event, "lt", getT("lt"))).toMatch(/lapkričio.27.+lapkričio.29/)
})

describe("structured data", () => {
  const CANCELED_EVENT = makeEvent({
    is_cancelled: true,
    team_slug: "kell-kolm",
    team_name: "Kell Kolm",
    location: "Aparaaditehas, Tartu",
    country: "ee",
    registration_url: "https://example.org/cup",
  })

  test("has the start with its offset from UTC, the country, the team and the status", () => {
    expect(createEventJsonLd(CANCELED_EVENT, "et")[0]).toMatchObject({
      startDate: "2026-11-27T17:00:00+02:00",
      eventStatus: "https://schema.org/EventCancelled",
      location: { address: { addressCountry: "EE" } },
      organizer: { name: "Kell Kolm" },
    })
  })

  test("has an offer unless the event is canceled", () => {
    expect(createEventJsonLd(CANCELED_EVENT, "et")[0]).toMatchObject({ offers: undefined })
    const jsonLdOfCurrentEvent = createEventJsonLd({ ...CANCELED_EVENT, is_cancelled: false }, "et")
    expect(jsonLdOfCurrentEvent[0]).toMatchObject({ offers: { url: "https://example.org/cup" } })
  })
})

test("structured data has the price, the minimum age, the address and the places left", () => {
  const event = makeEvent({
    location: "Aparaaditehas",
    address: "Kastani 42",
    price: "5 € at the door",
    price_amount: 5,
    age_min: 14,
    max_participants: 40,
  })
  event.signups.takes_signups = true
  event.signups.going = 39
  event.signups.offered = 1
  expect(createEventJsonLd(event, "en")[0]).toMatchObject({
    location: { name: "Aparaaditehas", address: { streetAddress: "Kastani 42" } },
    isAccessibleForFree: false,
    typicalAgeRange: "14-",
    remainingAttendeeCapacity: 0,
    offers: { price: 5, priceCurrency: "EUR", availability: "https://schema.org/SoldOut" },
  })
})

test("the text about free places is shorter after the number of attendees", () => {
  expect(formatPlacesLeft(0, 5, t)).toBe("5 places left")
  expect(formatPlacesLeft(84, 66, t)).toBe("66 left")
  expect(formatPlacesLeft(150, 0, t)).toBe("no places left")
})

test("pages of a site that is built every few hours show no numbers of sign-ups", () => {
  const event = makeEvent({
    max_participants: 3,
    end_date: "2040-01-01T12:00:00.000Z",
    signups: { ...makeEvent().signups, takes_signups: true, going: 3, waiting: 2, came: 1 },
  })
  const eventWithoutCounts = removeCounts(event)
  const renderSignup = (event: PublicEvent) =>
    renderComponent(EventSignup, { locale: "en", event, path: "/events/a" })
  expect(renderSignup(event)).toContain("no places left · 2 on the waitlist")
  expect(renderSignup(eventWithoutCounts)).toContain("Places left: see at sign-up")
  expect(renderSignup(eventWithoutCounts)).not.toMatch(/\d going|waitlist/)
  expect(renderSignup(removeCounts({ ...event, max_participants: null }))).not.toMatch(
    /going|see at/,
  )
  const past = { ...event, end_date: "2020-01-01T12:00:00.000Z" }
  const renderPage = (event: PublicEvent) =>
    renderComponent(EventView, { locale: "en", event, isBuilt: true })
  expect(renderPage(event)).toContain("3 going")
  expect(renderPage(eventWithoutCounts)).toMatch(/<a [^>]*hidden[^>]*data-going/)
  expect(renderPage(past)).toContain("Attendance")
  expect(renderPage(removeCounts(past))).not.toContain("Attendance")
  const jsonLdWithCounts = createEventJsonLd(event, "en")[0]
  expect(jsonLdWithCounts).toMatchObject({
    remainingAttendeeCapacity: 0,
    offers: { availability: "https://schema.org/SoldOut" },
  })
  const jsonTextWithoutCounts = JSON.stringify(createEventJsonLd(eventWithoutCounts, "en")[0])
  expect(jsonTextWithoutCounts).not.toMatch(/remainingAttendeeCapacity|availability/)
  expect(jsonTextWithoutCounts).toContain('"maximumAttendeeCapacity":3')
})

test("an event shows its uploaded picture or poster, or else a drawn cover", () => {
  expect(getEventPicture(makeEvent({ country: "lv" })).src).toMatch(/^\/art\/v2\/[a-z]+-lv-/)
  expect(getEventPicture(makeEvent({ image_url: "/uploads/event-images/a1.webp" }))).toEqual({
    src: "/uploads/event-images/a1-640.webp",
    srcset: "/uploads/event-images/a1-640.webp 640w, /uploads/event-images/a1.webp 1280w",
    share: "/uploads/event-images/a1-og.jpg",
  })
  expect(getEventPicture(makeEvent({ image_url: "/drawn/a1.webp" })).src).toBe("/drawn/a1-640.webp")
  expect(getEventPicture(makeEvent({ image_url: "/art/v2/hero.jpg" })).share).toBe(
    "/art/v2/hero.jpg",
  )
})

test("team-only events, which have no slug, get different pictures that never change", () => {
  const makePicture = (id: string) =>
    getEventPicture({ id, slug: null, country: "lv", image_url: null }).src
  const pictures = ["a", "b", "c", "d", "e", "f"].map(makePicture)
  expect(new Set(pictures).size).toBeGreaterThan(1)
  expect(makePicture("a")).toBe(pictures[0])
})

test("the picture without text and the thumbnail of an event show the same drawing, here a floor", () => {
  const event = makeEvent({ slug: "open-practice", country: "lv", image_url: "/drawn/a1.webp" })
  expect(getTextlessPicture(event).src).toMatch(/^\/art\/v2\/floor-lv-[01]-640\.webp$/)
  expect(getEventThumbnail(event)).toBe("/art/v2/floor-lv-2-square.webp")
})

describe("the time zones to choose from", () => {
  const t = createTranslate("en", {
    "calendar:form.balticTime": "Baltic time",
    "calendar:form.deviceTime": "This device: {{zone}}",
  })
  const BALTIC = { value: "Europe/Riga", label: "Baltic time" }

  test.each([
    ["on a device with Baltic clocks", "Europe/Riga", "Europe/Helsinki", [BALTIC]],
    [
      "on a device with other clocks",
      "Europe/Riga",
      "America/New_York",
      [BALTIC, { value: "America/New_York", label: "This device: Eastern Time" }],
    ],
    [
      "on a device in Minsk, which has no summer time",
      "Europe/Riga",
      "Europe/Minsk",
      [BALTIC, expect.objectContaining({ value: "Europe/Minsk" })],
    ],
    [
      "for an event with its own Baltic zone",
      "Europe/Tallinn",
      "Europe/Riga",
      [{ value: "Europe/Tallinn", label: "Baltic time" }],
    ],
    [
      "for an event elsewhere",
      "Europe/Warsaw",
      "Europe/Riga",
      [BALTIC, { value: "Europe/Warsaw", label: "Central European Time" }],
    ],
  ])("%s", (_, chosen, device, choices) => {
    expect(listZoneChoices(chosen, "en", t, device)).toEqual(choices)
  })
})

test.for([null, 5, {}])(
  "an all-day event with the invalid time zone %j has an error at the field time_zone",
  (time_zone) => {
    const { error } = newEventSchema.safeParse({
      start_date: "2027-01-09T22:00:00.000Z",
      end_date: "2027-01-10T22:00:00.000Z",
      is_all_day: true,
      time_zone,
    })
    expect(error?.issues.map(({ path }) => path.join("."))).toContain("time_zone")
  },
)
