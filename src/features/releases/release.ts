import { formatDate, getLocalDay } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { currentTime } from "../../shared/clock.ts"
import type { Release } from "./schema.ts"

/** Returns the date in words: the month and year if the day is unknown. */
export const formatReleaseDate = (
  { release_date, date_precision }: Pick<Release, "release_date" | "date_precision">,
  locale: Locale,
): string =>
  // The date is midnight UTC. Another time zone could change the day.
  formatDate(release_date, date_precision === "month" ? "monthYear" : "date", locale, "UTC")

/** Returns `2026-12-05`, or `2026-12` if the day is unknown. */
export const getDateAttribute = ({ release_date, date_precision }: Release): string =>
  date_precision === "month" ? release_date.slice(0, "2026-12".length) : release_date

/** Returns the current day in the Baltics, as `YYYY-MM-DD`. */
export const getToday = (): string => getLocalDay(new Date(currentTime()).toISOString())

export const isUpcoming = ({ last_day }: Pick<Release, "last_day">): boolean =>
  last_day >= getToday()

const MAX_PAST_RELEASES = 6

/** Returns upcoming releases, then the newest past releases. Expects releases in order of date. */
export function listUpcomingFirst(releases: Release[]): Release[] {
  const past = releases.filter((release) => !isUpcoming(release))
  return [...releases.filter(isUpcoming), ...past.reverse().slice(0, MAX_PAST_RELEASES)]
}

/** Numbers of releases that fit in one row on wide screens. */
const MAX_ON_MUSIC_PAGE = { upcoming: 4, past: 2 }

/**
 * Returns the next and the latest releases. Expects releases in order of date. An upcoming release without a known day
 * is sorted by the last day of its month.
 */
export const pickForMusicPage = (releases: Release[]): Release[] => [
  ...releases
    .filter(isUpcoming)
    .toSorted((a, b) => a.last_day.localeCompare(b.last_day))
    .slice(0, MAX_ON_MUSIC_PAGE.upcoming),
  ...releases
    .filter((release) => !isUpcoming(release))
    .reverse()
    .slice(0, MAX_ON_MUSIC_PAGE.past),
]

const ALBUM_TYPES: Partial<Record<Release["release_type"], string>> = {
  single: "SingleRelease",
  mini_album: "EPRelease",
  album: "AlbumRelease",
}

export function createReleaseJsonLd(release: Release) {
  const type = ALBUM_TYPES[release.release_type]
  return {
    "@type": "MusicAlbum",
    name: release.title,
    datePublished: getDateAttribute(release),
    albumReleaseType: type && `https://schema.org/${type}`,
    url: release.link_url ?? undefined,
  }
}
