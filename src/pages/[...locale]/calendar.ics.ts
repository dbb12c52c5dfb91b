/** All public events, to subscribe to. */
import type { APIRoute } from "astro"
import { content } from "../../content.ts"
import { calendarFile } from "../../features/events/feed.ts"
import { feedPath } from "../../features/events/feeds.ts"
import { localeOf, localeParams } from "../../i18n/paths.ts"
import { getT } from "../../i18n/t.ts"

export const getStaticPaths = localeParams

export const GET: APIRoute = async ({ params }) => {
  const locale = localeOf(params.locale)
  const name = getT(locale)("calendar:feed.all")
  return calendarFile(await content.publicEvents(), { locale, path: feedPath(), name })
}
