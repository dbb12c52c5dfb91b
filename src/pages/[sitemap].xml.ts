/** The sitemap. A large site has an index in `/sitemap.xml` and further files such as `/sitemap-news-1.xml`. */
import type { APIRoute, GetStaticPaths } from "astro"
import { content } from "../content/content.ts"
import {
  type SitemapFile,
  sitemapFiles,
  sitemapPages,
  sitemapXml,
  xmlResponse,
} from "../content/feeds/feeds.ts"
import { splitIntoPages } from "../features/news/article.ts"

export const getStaticPaths = (async () => {
  const articles = await content.shownArticles()
  const pages = sitemapPages(
    splitIntoPages(articles.map(({ en }) => en)).length,
    await content.listedEvents(),
    await content.listedTeams(),
    await content.listedPosts(),
    await content.artists(),
  )
  return sitemapFiles(pages, articles.toReversed()).map((file) => ({
    params: { sitemap: file.name },
    props: { file },
  }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ file: SitemapFile }> = ({ props }) =>
  xmlResponse(sitemapXml(props.file), "application/xml")
