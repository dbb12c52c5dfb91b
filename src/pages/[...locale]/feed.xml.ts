import type { APIRoute } from "astro"
import { articleText, content } from "../../content/content.ts"
import { FEED_ENTRIES, newsFeed, xmlResponse } from "../../content/feeds/feeds.ts"
import { localeParams } from "../../i18n/paths.ts"

export const getStaticPaths = localeParams

export const GET: APIRoute = async ({ locals: { locale } }) => {
  const newest = (await content.articles(locale)).slice(0, FEED_ENTRIES)
  const articles = await Promise.all(
    newest.map(async (article) => ({ ...article, content_html: await articleText(article) })),
  )
  return xmlResponse(newsFeed(articles, locale), "application/atom+xml")
}
