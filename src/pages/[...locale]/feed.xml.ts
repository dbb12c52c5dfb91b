import type { APIRoute } from "astro"
import { content } from "../../content.ts"
import { newsFeed } from "../../feeds/news-feed.ts"
import { xmlResponse } from "../../feeds/xml.ts"
import { localeOf, localeParams } from "../../i18n/paths.ts"

export const getStaticPaths = localeParams

export const GET: APIRoute = async ({ params }) =>
  xmlResponse(newsFeed(await content.articles(), localeOf(params.locale)), "application/atom+xml")
