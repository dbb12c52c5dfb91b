/** The sections of the weekly digest, in the member's language. */
import type { Digest, DigestEvent } from "../../../db/queries/digest.ts"
import { artistPath } from "../../../src/features/artists/paths.ts"
import { releaseDate } from "../../../src/features/releases/release.ts"
import { formatDate } from "../../../src/i18n/dates.ts"
import type { Translate } from "../../../src/i18n/keys.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { localize } from "../../../src/i18n/translation.ts"

export interface MailSection {
  title: string
  rows: { text: string; detail: string; href: string }[]
}

/** Returns the sections with rows. `absolute` returns the URL of a path. */
export function createDigestSections(
  { posts, practices, events, releases, nearby, top }: Digest,
  locale: Locale,
  t: Translate,
  absolute: (path: string) => string,
): MailSection[] {
  const pageUrl = (path: string) => absolute(localePath(path, locale))
  const eventRow = (event: DigestEvent) => {
    const { id, slug, start_date, time_zone, location, team_name } = event
    const part = (format: "weekday" | "day" | "month" | "time") =>
      formatDate(start_date, format, locale, time_zone)
    const date = `${part("weekday")} ${part("day")} ${part("month")}, ${part("time")}`
    return {
      text: localize(event, locale).title,
      detail: [date, location, team_name].filter(Boolean).join(" · "),
      href: pageUrl(slug ? `/events/${slug}` : `/my-events?event=${id}`),
    }
  }
  const sections: MailSection[] = [
    {
      title: t("mails:digest.posts"),
      rows: posts.map(({ id, title, team_name, team_slug }) => ({
        text: title,
        detail: team_name,
        href: pageUrl(`/teams/${team_slug}/posts/${id}`),
      })),
    },
    { title: t("mails:digest.practices"), rows: practices.map(eventRow) },
    { title: t("mails:digest.events"), rows: events.map(eventRow) },
    {
      title: t("mails:digest.releases"),
      rows: releases.map((release) => ({
        text: release.title,
        detail: `${release.artist_name} · ${releaseDate(release, locale)}`,
        href: pageUrl(artistPath(release.artist_slug)),
      })),
    },
    { title: t("mails:digest.nearby"), rows: nearby.map(eventRow) },
    {
      title: t("mails:digest.top"),
      rows: top.map(({ rank, name, artists }) => ({
        text: `${rank}. ${name}`,
        detail: artists.join(", "),
        href: pageUrl("/music"),
      })),
    },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}
