import type { APIRoute, GetStaticPaths } from "astro"
import { listIndexFiles, loadSiteIndex } from "../../../../content/search-index/site-index.ts"

// A file is rebuilt only if its parameters, with a content hash, are new.
export const getStaticPaths = (async () =>
  listIndexFiles(await loadSiteIndex())) satisfies GetStaticPaths

export const GET: APIRoute = async ({ params: { part = "" } }) =>
  new Response(await (await loadSiteIndex()).readPart(part), {
    headers: { "content-type": "application/json" },
  })
