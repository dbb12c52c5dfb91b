/** The sitemap: `/sitemap.xml`, and `/sitemap-1.xml` and so on where one file has no room for all. */
import type { APIRoute, GetStaticPaths } from "astro"
import { content } from "../content.ts"
import { sitemapFiles, sitemapPages, xmlResponse } from "../feeds/feeds.ts"

export const getStaticPaths = (async () => {
  const [en, lv, et, lt, ru] = await Promise.all([
    content.articles("en"),
    content.articles("lv"),
    content.articles("et"),
    content.articles("lt"),
    content.articles("ru"),
  ])
  const pages = sitemapPages(
    { en, lv, et, lt, ru },
    await content.listedEvents(),
    await content.listedTeams(),
    await content.listedPosts(),
  )
  return sitemapFiles(pages).map(({ name, xml }) => ({ params: { sitemap: name }, props: { xml } }))
}) satisfies GetStaticPaths

export const GET: APIRoute<{ xml: string }> = ({ props }) =>
  xmlResponse(props.xml, "application/xml")
