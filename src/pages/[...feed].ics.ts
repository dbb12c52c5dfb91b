/** Calendar files (.ics) of all events, countries, teams, single events and releases, in each language. */
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro"
import { content } from "../content/content.ts"
import { COUNTRIES } from "../countries.ts"
import { eventFilePath, localizeEvent } from "../features/events/event.ts"
import { createCalendarFile, createReleaseFile } from "../features/events/feeds/ics.ts"
import { feedPath, releaseFeedPath, teamFeedPath } from "../features/events/feeds/paths.ts"
import { LOCALES } from "../i18n/locales.ts"
import { localePath } from "../i18n/paths.ts"
import { getT } from "../i18n/t.ts"
import { toAbsoluteUrl } from "../site.ts"

export const getStaticPaths = (async () => {
  const [teams, events, listed, releases] = await Promise.all([
    content.teams(),
    content.publicEvents(),
    content.listedEvents(),
    content.releases(),
  ])
  const releasesByArtist = Map.groupBy(releases, ({ artist_slug }) => artist_slug)
  const eventsByTeam = Map.groupBy(events, ({ team_id }) => team_id)
  return LOCALES.flatMap((locale) => {
    const t = getT(locale)
    const feeds = [
      { path: feedPath(), name: t("calendar:feed.all"), events: listed },
      ...COUNTRIES.map((country) => ({
        path: feedPath(country),
        name: t("calendar:feed.country", { country: t(`common:countries.${country}`) }),
        events: listed.filter((event) => event.country === country),
      })),
      ...teams.map(({ id, slug, name: team }) => ({
        path: teamFeedPath(slug),
        name: t("calendar:feed.team", { team }),
        events: eventsByTeam.get(id) ?? [],
      })),
      ...events.map((event) => ({
        path: eventFilePath(event.slug),
        name: localizeEvent(event, locale).title,
        events: [event],
      })),
    ]
    const releaseFeeds = [
      { path: releaseFeedPath(), name: t("calendar:feed.releases"), releases },
      ...[...releasesByArtist].map(([slug, releasesOfArtist]) => ({
        path: releaseFeedPath(slug),
        name: t("calendar:feed.artist", { artist: releasesOfArtist[0]?.artist_name ?? "" }),
        releases: releasesOfArtist,
      })),
    ]
    return [...feeds, ...releaseFeeds].map((feed) => ({
      params: { feed: localePath(feed.path, locale).slice(1, -".ics".length) },
      props: { locale, ...feed },
    }))
  })
}) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = ({ props }) => {
  const { locale, path, name } = props
  const feed = { locale, path, name, t: getT(locale), toUrl: toAbsoluteUrl }
  return "releases" in props
    ? createReleaseFile(props.releases, feed)
    : createCalendarFile(props.events, feed)
}
