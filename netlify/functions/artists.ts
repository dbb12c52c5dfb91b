/** Returns the content of an artist's page to browsers while the page is not built yet. */
import type { Config } from "@netlify/functions"
import { getArtistPage } from "../../db/queries/artists.ts"
import { SLUG_PATTERN } from "../../src/shared/slug.ts"
import { createApi, createHandler } from "../lib/http/api.ts"
import { createProblem, requireFound } from "../lib/http/problem.ts"

const app = createApi().basePath("/api/artists")

app.get("/:slug", async (c) => {
  const slug = c.req.param("slug")
  if (!SLUG_PATTERN.test(slug)) return createProblem("not_found")
  return c.json(requireFound(await getArtistPage(c.var.db, slug)))
})

export default createHandler(app)
export const config: Config = { path: "/api/artists/:slug" }
