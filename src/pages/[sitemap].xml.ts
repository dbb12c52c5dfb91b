/** The sitemap: `/sitemap.xml`, and `/sitemap-news-1.xml` and so on where one file has no room for all. */
import type { APIRoute, GetStaticPaths } from "astro"
import { content } from "../content.ts"
import { newsListPages } from "../features/news/article.ts"
import {
  type SitemapFile,
  sitemapFiles,
  sitemapPages,
  sitemapXml,
  xmlResponse,
} from "../feeds/feeds.ts"
import { byLocale } from "../i18n/locales.ts"

export const getStaticPaths = (async () => {
  const [en, lv, et, lt, ru] = await Promise.all([
    content.articles("en"),
    content.articles("lv"),
    content.articles("et"),
    content.articles("lt"),
    content.articles("ru"),
  ])
  const lists = { en, lv, et, lt, ru }
  // Every language's list has the same articles in the same order.
  const articles = en.map((article, i) => byLocale((locale) => lists[locale][i] ?? article))
  const pages = sitemapPages(
    newsListPages(en).length,
    await content.listedEvents(),
    await content.listedTeams(),
    await content.listedPosts(),
  )
  return sitemapFiles(pages, articles.reverse()).map((file) => ({
    params: { sitemap: file.name },
    props: { file },
  }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ file: SitemapFile }> = ({ props }) =>
  xmlResponse(sitemapXml(props.file), "application/xml")
