/** A team's public events, to subscribe to. */
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro"
import { content } from "../../../../content.ts"
import { calendarFile } from "../../../../features/events/feed.ts"
import { teamFeedPath } from "../../../../features/events/feeds.ts"
import { localeParams } from "../../../../i18n/paths.ts"
import { getT } from "../../../../i18n/t.ts"

export const getStaticPaths = (async () => {
  const [teams, events] = await Promise.all([content.teams(), content.publicEvents()])
  const byTeam = Map.groupBy(events, ({ team_id }) => team_id)
  return teams.flatMap(({ id, slug, name }) =>
    localeParams().map(({ locale, params }) => ({
      params: { ...params, slug },
      props: { locale, slug, team: name, events: byTeam.get(id) ?? [] },
    })),
  )
}) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = ({ props: { locale, slug, team, events } }) =>
  calendarFile(events, {
    locale,
    path: teamFeedPath(slug),
    name: getT(locale)("calendar:feed.team", { team }),
  })
