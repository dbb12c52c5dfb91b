import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { LOCALES } from "../../i18n/locales.ts"
import { countDown } from "./countdown.ts"
import { formatRelativeReleaseDate } from "./relative-date.ts"
import {
  createReleaseJsonLd,
  formatReleaseDate,
  getDateAttribute,
  listUpcomingFirst,
  pickForMusicPage,
} from "./release.ts"
import type { Release } from "./schema.ts"

const makeRelease = (columns: Partial<Release> = {}): Release => ({
  id: "r1",
  artist_id: "a1",
  artist_name: "Artist",
  artist_slug: "artist",
  title: "Song",
  release_type: "single",
  release_date: "2026-12-01",
  date_precision: "day",
  last_day: columns.release_date ?? "2026-12-01",
  link_url: null,
  note: null,
  created_at: "2026-01-01T10:00:00.000Z",
  updated_at: "2026-01-01T10:00:00.000Z",
  ...columns,
})

/** In the Baltics, November 29 has begun. */
const NOW = "2026-11-28T22:30:00Z"

beforeEach(() => void vi.useFakeTimers({ now: Date.parse(NOW) }))
afterEach(() => void vi.useRealTimers())

test("a date with an unknown day is written as month and year", () => {
  const month = makeRelease({ date_precision: "month" })
  expect(LOCALES.map((locale) => formatReleaseDate(month, locale))).toEqual([
    "December 2026",
    "2026. gada decembris",
    "detsember 2026",
    "2026\u00a0m. gruodis",
    "декабрь 2026\u00a0г.",
  ])
  expect(getDateAttribute(month)).toBe("2026-12")
  expect(formatReleaseDate(makeRelease(), "en")).toBe("December 1, 2026")
})

test("a countdown starts 30 days before a release, and is written in the language of the page", () => {
  const countDownTo = (release_date: string) => countDown(makeRelease({ release_date }), "en")
  expect(countDownTo("2026-11-29")).toBe("today")
  expect(countDownTo("2026-11-30")).toBe("tomorrow")
  expect(countDownTo("2026-12-29")).toBe("in 30 days")
  expect(countDownTo("2026-12-30")).toBe("")
  expect(countDownTo("2026-11-28")).toBe("")
  expect(countDown(makeRelease({ date_precision: "month" }), "en")).toBe("")
  const release = makeRelease({ release_date: "2026-12-02" })
  expect(LOCALES.map((locale) => countDown(release, locale))).toEqual([
    "in 3 days",
    "pēc 3 dienām",
    "3 päeva pärast",
    "po 3 dienų",
    "через 3 дня",
  ])
})

test("upcoming releases come before past releases", () => {
  const days = ["2026-10-01", "2026-11-28", "2026-11-29", "2027-01-01"]
  const ordered = listUpcomingFirst(days.map((day) => makeRelease({ release_date: day })))
  expect(ordered.map(({ release_date }) => release_date)).toEqual([
    "2026-11-29",
    "2027-01-01",
    "2026-11-28",
    "2026-10-01",
  ])
})

test("the music page has four upcoming releases and the two newest past releases", () => {
  const month = makeRelease({
    release_date: "2026-12-01",
    date_precision: "month",
    last_day: "2026-12-31",
  })
  const days = ["2026-09-01", "2026-10-01", "2026-11-28", "2026-12-05", "2026-12-20"]
  const later = ["2027-01-01", "2027-02-01"].map((day) => makeRelease({ release_date: day }))
  const releases = [...days.map((day) => makeRelease({ release_date: day })), month, ...later]
  const inOrder = releases.toSorted((a, b) => a.release_date.localeCompare(b.release_date))
  expect(pickForMusicPage(inOrder).map(({ last_day }) => last_day)).toEqual([
    "2026-12-05",
    "2026-12-20",
    "2026-12-31",
    "2027-01-01",
    "2026-11-28",
    "2026-10-01",
  ])
})

test("structured data contains the album type of a mini album, and no album type for a comeback", () => {
  expect(createReleaseJsonLd(makeRelease({ release_type: "mini_album" }))).toMatchObject({
    "@type": "MusicAlbum",
    datePublished: "2026-12-01",
    albumReleaseType: "https://schema.org/EPRelease",
  })
  expect(createReleaseJsonLd(makeRelease({ release_type: "comeback" }))).toMatchObject({
    albumReleaseType: undefined,
  })
})

test.each([
  ["2026-11-29", "today"],
  ["2026-12-02", "in 3 days"],
  ["2026-11-27", "2 days ago"],
  ["2026-10-01", "October 1"],
  ["2027-01-10", "January 10, 2027"],
])("the relative date of a release on %s is %s", (release_date, text) => {
  expect(formatRelativeReleaseDate(makeRelease({ release_date }), "en")).toBe(text)
})
