/** What starts islands, see src/islands/island-runtime.ts. */
import type { APIRoute } from "astro"
import { ISLAND_RUNTIME } from "../islands/island-runtime.ts"

export const getStaticPaths = () => [{ params: { island: ISLAND_RUNTIME.path } }]

export const GET: APIRoute = () =>
  new Response(ISLAND_RUNTIME.code, { headers: { "content-type": "text/javascript" } })
