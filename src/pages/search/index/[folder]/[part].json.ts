/** The files of the index: words with where they are, and what is shown of the entries. */
import type { APIRoute, GetStaticPaths } from "astro"
import { siteIndex } from "../../../../content/search-index/site-index.ts"

/** The folder's name stands for what is in it: nothing else is given, nor made before it is asked for. */
export const getStaticPaths = (async () => (await siteIndex()).files) satisfies GetStaticPaths

export const GET: APIRoute = async ({ params: { folder = "", part = "" } }) =>
  new Response(await (await siteIndex()).contentOf(folder, part), {
    headers: { "content-type": "application/json" },
  })
