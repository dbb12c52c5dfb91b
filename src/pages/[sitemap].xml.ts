/** The sitemap, or its index and parts on a large site. */
import type { APIRoute, GetStaticPaths } from "astro"
import { content } from "../content/content.ts"
import {
  createXmlResponse,
  divideSitemap,
  listSitemapPages,
  renderSitemapFile,
  type SitemapFile,
} from "../content/feeds/feeds.ts"
import { splitIntoPages } from "../features/news/article.ts"

export const getStaticPaths = (async () => {
  const articles = await content.shownArticles()
  const pages = listSitemapPages(
    splitIntoPages(articles.map(({ en }) => en)).length,
    await content.listedEvents(),
    await content.listedTeams(),
    await content.listedPosts(),
    await content.artists(),
  )
  // Oldest articles first, so that a new article changes only the last file.
  return divideSitemap(pages, articles.toReversed()).map((file) => ({
    params: { sitemap: file.name },
    props: { file },
  }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ file: SitemapFile }> = ({ props }) =>
  createXmlResponse(renderSitemapFile(props.file), "application/xml")
