import type { APIRoute } from "astro"
import { content } from "../../../content/content.ts"
import { artistPath } from "../../../features/artists/paths.ts"
import type {
  CalendarRelease,
  CalendarReleases,
} from "../../../features/calendar/releases/schema.ts"
import { getDateAttribute } from "../../../features/releases/release.ts"
import { formatDate, getLocalDay } from "../../../i18n/dates.ts"
import { listLocaleParams, localePath, parseLocale } from "../../../i18n/paths.ts"
import { getT } from "../../../i18n/t.ts"
import { currentTime } from "../../../shared/clock.ts"

export const getStaticPaths = listLocaleParams

/** Releases older than a year are only on the pages of their artists. */
const MAX_AGE_MS = 365 * 24 * 60 * 60 * 1000

export const GET: APIRoute = async ({ params }) => {
  const locale = parseLocale(params["locale"])
  const t = getT(locale)
  const firstDay = getLocalDay(new Date(currentTime() - MAX_AGE_MS).toISOString())
  const releases = (await content.releases())
    .filter(({ last_day }) => last_day >= firstDay)
    .map((release): CalendarRelease => {
      const { id, artist_name, artist_slug, title, release_type, note, last_day } = release
      const formatPart = (format: "weekday" | "day" | "month" | "monthYear") =>
        formatDate(release.release_date, format, locale, "UTC")
      return {
        id,
        artist: artist_name,
        title,
        type: t(`artists:releases.types.${release_type}`),
        note,
        path: localePath(artistPath(artist_slug), locale),
        date: getDateAttribute(release),
        last_day,
        weekday: formatPart("weekday"),
        day: release.date_precision === "day" ? formatPart("day") : null,
        month: formatPart("month"),
        month_name: formatPart("monthYear"),
      }
    })
  const body: CalendarReleases = { releases, emptyMessage: t("calendar:releases.none") }
  return Response.json(body)
}
