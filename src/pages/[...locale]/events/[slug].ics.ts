/** One public event, to add to a calendar. */
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro"
import { content } from "../../../content.ts"
import { eventFile } from "../../../features/events/event.ts"
import { calendarFile } from "../../../features/events/feed.ts"
import { localeParams } from "../../../i18n/paths.ts"

export const getStaticPaths = (async () => {
  const events = await content.publicEvents()
  return events.flatMap((event) =>
    localeParams().map(({ locale, params }) => ({
      params: { ...params, slug: event.slug },
      props: { locale, event },
    })),
  )
}) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = ({ props: { locale, event } }) =>
  calendarFile([event], { locale, path: eventFile(event.slug), name: event.title })
