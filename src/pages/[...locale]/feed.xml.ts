import type { APIRoute } from "astro"
import { content, readArticleText } from "../../content/content.ts"
import { createXmlResponse, FEED_ENTRIES, renderNewsFeed } from "../../content/feeds/feeds.ts"
import { listLocaleParams } from "../../i18n/paths.ts"

export const getStaticPaths = listLocaleParams

export const GET: APIRoute = async ({ locals: { locale } }) => {
  const newest = (await content.articles(locale)).slice(0, FEED_ENTRIES)
  const articles = await Promise.all(
    newest.map(async (article) => ({ ...article, content_html: await readArticleText(article) })),
  )
  return createXmlResponse(renderNewsFeed(articles, locale), "application/atom+xml")
}
