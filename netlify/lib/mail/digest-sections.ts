import type { Digest, DigestEvent } from "../../../db/queries/digest.ts"
import { artistPath } from "../../../src/features/artists/paths.ts"
import { articlePath } from "../../../src/features/news/article.ts"
import { formatReleaseDate } from "../../../src/features/releases/release.ts"
import { formatDate } from "../../../src/i18n/dates.ts"
import type { Translate } from "../../../src/i18n/keys.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { localize } from "../../../src/i18n/translation.ts"

export interface MailSection {
  title: string
  /** A noun phrase such as "new posts", for the email's first sentence. */
  summary: string
  rows: { text: string; detail: string; href?: string }[]
  link?: { text: string; href: string }
}

/** Returns the sections that have rows. */
export function createDigestSections(
  { posts, practices, events, news, releases, nearby, top }: Digest,
  locale: Locale,
  t: Translate,
  toAbsoluteUrl: (path: string) => string,
): MailSection[] {
  const getPageUrl = (path: string) => toAbsoluteUrl(localePath(path, locale))
  const createEventRow = (event: DigestEvent) => {
    const { id, slug, start_date, time_zone, is_all_day, location, team_name } = event
    const date = formatDate(
      start_date,
      is_all_day ? "shortDay" : "shortDateTime",
      locale,
      time_zone,
    )
    return {
      text: localize(event, locale).title,
      detail: [date, location, team_name].filter(Boolean).join(" · "),
      href: getPageUrl(slug ? `/events/${slug}` : `/my-events?event=${id}`),
    }
  }
  const createSection = (
    name: "posts" | "practices" | "events" | "news" | "releases" | "nearby" | "top",
    rows: MailSection["rows"],
  ): MailSection => ({
    title: t(`mails:digest.${name}`),
    summary: t(`mails:digest.inside.${name}`),
    rows,
  })
  const sections: MailSection[] = [
    createSection(
      "posts",
      posts.map(({ id, title, team_name, team_slug }) => ({
        text: title,
        detail: team_name,
        href: getPageUrl(`/teams/${team_slug}/posts/${id}`),
      })),
    ),
    createSection("practices", practices.map(createEventRow)),
    createSection("events", events.map(createEventRow)),
    createSection(
      "news",
      news.map(({ slug, title, artists }) => ({
        text: title,
        detail: artists.join(", "),
        href: getPageUrl(articlePath(slug)),
      })),
    ),
    createSection(
      "releases",
      releases.map((release) => ({
        text: release.title,
        detail: `${release.artist_name} · ${formatReleaseDate(release, locale)}`,
        href: getPageUrl(artistPath(release.artist_slug)),
      })),
    ),
    createSection("nearby", nearby.map(createEventRow)),
    {
      ...createSection(
        "top",
        top.map(({ rank, name, artists }) => ({
          text: `${rank}. ${name}`,
          detail: artists.join(", "),
        })),
      ),
      link: { text: t("mails:digest.music"), href: getPageUrl("/music") },
    },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}
