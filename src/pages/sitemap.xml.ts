import type { APIRoute } from "astro"
import { content } from "../content.ts"
import { sitemap, sitemapFiles, sitemapIndex, sitemapPages } from "../feeds/sitemap.ts"
import { xmlResponse } from "../feeds/xml.ts"

export const GET: APIRoute = async () => {
  const pages = sitemapPages(
    await content.articles(),
    await content.publicEvents(),
    await content.teams(),
  )
  const files = sitemapFiles(pages)
  const body = files.length > 1 ? sitemapIndex(files.length) : sitemap(pages)
  return xmlResponse(body, "application/xml")
}
