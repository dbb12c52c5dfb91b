import type { APIRoute } from "astro"
import { content } from "../../content.ts"
import { newsFeed, xmlResponse } from "../../feeds/feeds.ts"
import { localeOf, localeParams } from "../../i18n/paths.ts"

export const getStaticPaths = localeParams

export const GET: APIRoute = async ({ params }) =>
  xmlResponse(
    newsFeed(await content.articles(localeOf(params.locale)), localeOf(params.locale)),
    "application/atom+xml",
  )
