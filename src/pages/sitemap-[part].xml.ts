import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro"
import { content } from "../content.ts"
import { sitemap, sitemapFiles, sitemapPages } from "../feeds/sitemap.ts"
import { xmlResponse } from "../feeds/xml.ts"

export const getStaticPaths = (async () => {
  const pages = sitemapPages(
    await content.articles(),
    await content.publicEvents(),
    await content.teams(),
  )
  const files = sitemapFiles(pages)
  // A single file is /sitemap.xml itself.
  if (files.length < 2) return []
  return files.map((pages, i) => ({ params: { part: String(i + 1) }, props: { pages } }))
}) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = ({ props }) =>
  xmlResponse(sitemap(props.pages), "application/xml")
