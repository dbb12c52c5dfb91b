/** The files of the search index: words with their entries, and the entries. */
import type { APIRoute, GetStaticPaths } from "astro"
import { filesOf, siteIndex } from "../../../../content/search-index/site-index.ts"

// The folder is a content hash, so the parameters of a file are all that an incremental build compares.
export const getStaticPaths = (async () => filesOf(await siteIndex())) satisfies GetStaticPaths

export const GET: APIRoute = async ({ params: { part = "" } }) =>
  new Response(await (await siteIndex()).contentOf(part), {
    headers: { "content-type": "application/json" },
  })
