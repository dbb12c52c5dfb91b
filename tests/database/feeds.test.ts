import ICAL from "ical.js"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { listPublicEvents } from "../../db/queries/events.ts"
import { listReleases } from "../../db/queries/releases.ts"
import { createCalendarFile, createReleaseFile } from "../../src/features/events/feeds/ics.ts"
import type { PublicEvent } from "../../src/features/events/schema.ts"
import { LOCALES, type Locale } from "../../src/i18n/locales.ts"
import { getT } from "../../src/i18n/t.ts"
import { toAbsoluteUrl } from "../../src/site.ts"
import { testDatabase } from "../support/database.ts"
import { makeUser } from "../support/factories.ts"
import { makeArtist } from "../support/people/artists.ts"
import { makeRelease } from "../support/people/releases.ts"
import { makeEvent, makeTeam } from "../support/people/teams.ts"

const { db, app } = testDatabase()

beforeAll(() => void vi.stubEnv("SITE", "https://daina.example"))
afterAll(() => void vi.unstubAllEnvs())
beforeEach(async () => void (await db.one`delete from events`))

/** Creates the calendar file of all public events, and parses it. */
async function readFeed(locale: Locale = "en") {
  const events = await listPublicEvents(app.as(null))
  const name = getT(locale)("calendar:feed.all")
  const text = await createCalendarFile(events, {
    locale,
    t: getT(locale),
    toUrl: toAbsoluteUrl,
    path: "/calendar.ics",
    name,
  }).text()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const entries = calendar.getAllSubcomponents("vevent").map((entry) => new ICAL.Event(entry))
  return { events, text, calendar, entries }
}

const readEntry = async (id: string, locale: Locale = "en") => {
  const entry = (await readFeed(locale)).entries.find(({ uid }) => uid.startsWith(id))
  if (!entry) throw new Error("The feed lacks the event")
  return entry
}

/** Returns start and end, computed with the time zone definitions in the file. */
const getTimes = ({ startDate, endDate }: ICAL.Event) => ({
  start_date: startDate.toJSDate().toISOString(),
  end_date: endDate.toJSDate().toISOString(),
})

const getProperty = (component: ICAL.Component, name: string) =>
  String(component.getFirstPropertyValue(name))

describe("across a daylight-saving change", () => {
  const storeEventsEveryHalfHour = (night: string, timeZone: string) => db.one`
    insert into events (slug, title, start_date, end_date, time_zone)
    select ${`${night}-${timeZone.toLowerCase().replace("/", "-")}-`} || n, 'Night ' || n, start,
      start + interval '90 minutes', ${timeZone}
    from generate_series(0, 16) as n,
      lateral (select ${`${night}T20:00:00Z`}::timestamptz + n * interval '30 minutes' as start) as times`

  test.each([
    ["spring 2026", "2026-03-28"],
    ["autumn 2026", "2026-10-24"],
  ])(
    "in %s, events at each half hour have the same times in the feed and on the site",
    async (_, night) => {
      await storeEventsEveryHalfHour(night, "Europe/Riga")
      await storeEventsEveryHalfHour(night, "Europe/Lisbon")
      const { events, entries } = await readFeed()
      expect(events).toHaveLength(34)
      expect(entries.map(getTimes)).toEqual(
        events.map(({ start_date, end_date }) => ({ start_date, end_date })),
      )
    },
  )
})

test("a change keeps the UID of an event and raises SEQUENCE", async () => {
  const { id } = await makeEvent(db, null, { title: "Before" })
  const before = await readFeed()
  expect((await readFeed()).text, "the file of unchanged events is the same").toBe(before.text)
  await db.one`
    update events set title = 'After', start_date = start_date - interval '1 hour' where id = ${id}`
  const after = await readEntry(id)
  expect(after.uid).toBe(before.entries[0]?.uid)
  expect([before.entries[0]?.sequence, after.sequence]).toEqual([0, 1])
  expect(after.summary).toBe("After")
  for (const locale of LOCALES) expect((await readEntry(id, locale)).uid).toBe(after.uid)
})

test("a canceled event stays in the feed as CANCELLED with a higher SEQUENCE", async () => {
  const { id } = await makeEvent(db, null)
  const readStatus = async () => {
    const { component, sequence } = await readEntry(id)
    return [getProperty(component, "status"), sequence]
  }
  expect(await readStatus()).toEqual(["CONFIRMED", 0])
  await db.one`update events set is_cancelled = true where id = ${id}`
  expect(await readStatus()).toEqual(["CANCELLED", 1])
})

test("the feed has public events of teams, and no team-only events", async () => {
  const { id: memberId } = await makeUser(db)
  const team = await makeTeam(db, { [memberId]: "owner" }, { name: "Kell, Kolm; & Co" })
  await makeEvent(db, team.id, { title: "Secret rehearsal", type: "team" })
  const { id } = await makeEvent(db, team.id, { title: "Show" })
  const { entries, text: file } = await readFeed()
  expect(entries.map(({ summary }) => summary)).toEqual(["Show"])
  expect(file).not.toContain("Secret")
  const categories = (await readEntry(id)).component.getFirstProperty("categories")
  expect(categories?.getValues()).toEqual(["K-pop", "Kell, Kolm; & Co"])
})

const SPECIAL_CHARACTERS: Partial<PublicEvent> = {
  title: "Šokių naktis, kambarys 7; \\o/ — „Ночь“ 💜",
  description: `Line one\nLine two, with: "quotes"\n\n${"ūdens ".repeat(60)}`.trim(),
  location: "Kaņepes Kultūras centrs; Rīga, LV",
  registration_url: "https://example.org/sign-up?a=1,2;b=3",
  prize: "100 €, and cake",
}

test("the feed keeps special characters and line breaks", async () => {
  const { id, slug } = await makeEvent(db, null)
  const { title, description, location, registration_url, prize } = SPECIAL_CHARACTERS
  await db.one`
    update events set title = ${title}, description = ${description}, location = ${location},
      registration_url = ${registration_url}, prize = ${prize} where id = ${id}`
  const entry = await readEntry(id)
  expect([entry.summary, entry.location]).toEqual([title, location])
  expect(entry.description).toBe(
    `${description}\n\nPrize: ${prize}\nSign up: ${registration_url}\n\nhttps://daina.example/events/${slug}`,
  )
  expect(getProperty(entry.component, "url")).toBe(`https://daina.example/events/${slug}`)
})

test.each<[locale: Locale, name: string, country: string]>([
  ["en", "Daina: K-pop events", "Latvia"],
  ["lv", getT("lv")("calendar:feed.all"), "Latvija"],
  ["ru", getT("ru")("calendar:feed.all"), "Латвия"],
])("the feed in %s is translated", async (locale, name, country) => {
  const { id, slug } = await makeEvent(db, null, { country: "lv" })
  const { calendar } = await readFeed(locale)
  expect(getProperty(calendar, "x-wr-calname")).toBe(name)
  const { component } = await readEntry(id, locale)
  expect(component.getFirstProperty("categories")?.getValues()).toEqual(["K-pop", country])
  const path = locale === "en" ? "" : `/${locale}`
  expect(getProperty(component, "url")).toBe(`https://daina.example${path}/events/${slug}`)
})

test("a feed without events is a valid calendar", async () => {
  const { calendar, entries } = await readFeed()
  expect([getProperty(calendar, "version"), entries]).toEqual(["2.0", []])
})

describe("the feed of releases", () => {
  const readReleases = async () => {
    const feed = {
      locale: "en",
      t: getT("en"),
      toUrl: toAbsoluteUrl,
      path: "/calendar/releases.ics",
    } as const
    const file = createReleaseFile(await listReleases(app.as(null)), { ...feed, name: "Releases" })
    const calendar = new ICAL.Component(ICAL.parse(await file.text()))
    return calendar.getAllSubcomponents("vevent").map((entry) => new ICAL.Event(entry))
  }

  test("a release has an all-day entry on its day, and keeps its UID when the day changes", async () => {
    const artist = await makeArtist(db, "Feed Artist")
    const note = "Line\nbreak"
    const id = await makeRelease(db, artist.id, { title: "Song", release_date: "2026-12-05", note })
    await makeRelease(db, artist.id, { date_precision: "month", release_date: "2026-12-01" })
    const [entry, ...otherEntries] = await readReleases()
    expect(otherEntries, "a release without a known day has no entry").toEqual([])
    expect(entry?.summary).toBe("Feed Artist: Song (Single)")
    expect(entry?.description).toBe(`${note}\n\nhttps://daina.example/music/${artist.slug}`)
    expect([
      entry?.startDate.toString(),
      entry?.endDate.toString(),
      entry?.startDate.isDate,
    ]).toEqual(["2026-12-05", "2026-12-06", true])
    await db.one`update releases set release_date = '2026-12-11' where id = ${id}`
    const [movedEntry] = await readReleases()
    expect([movedEntry?.uid, movedEntry?.startDate.toString()]).toEqual([entry?.uid, "2026-12-11"])
    await db.one`delete from releases where id = ${id}`
    expect(await readReleases()).toEqual([])
  })
})
