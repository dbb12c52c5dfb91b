import type { APIRoute, GetStaticPaths } from "astro"
import { listPartParams, loadSiteIndex } from "../../../../content/search-index/site-index.ts"

// The folder's name is a content hash, so an incremental build renders only files with new parameters.
export const getStaticPaths = (async () =>
  listPartParams(await loadSiteIndex())) satisfies GetStaticPaths

export const GET: APIRoute = async ({ params: { part = "" } }) =>
  new Response(await (await loadSiteIndex()).readPart(part), {
    headers: { "content-type": "application/json" },
  })
