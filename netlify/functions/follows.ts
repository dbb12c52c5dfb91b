import type { Config } from "@netlify/functions"
import {
  listFollowsOfViewer,
  setArtistFollowed,
  setCountryFollowed,
  setTeamFollowed,
} from "../../db/queries/follows.ts"
import { COUNTRIES } from "../../src/countries.ts"
import { SLUG_PATTERN } from "../../src/shared/slug.ts"
import { createApi, createHandler, requireMember } from "../lib/http/api.ts"
import { createProblem, requireFound } from "../lib/http/problem.ts"

const app = createApi().basePath("/api")

app.get("/follows", requireMember, async (c) =>
  c.json({ follows: await listFollowsOfViewer(c.var.db) }),
)

app.on(["PUT", "DELETE"], "/teams/:slug/follow", async (c) => {
  const slug = c.req.param("slug")
  if (!SLUG_PATTERN.test(slug)) return createProblem("not_found")
  return c.json(requireFound(await setTeamFollowed(c.var.db, slug, c.req.method === "PUT")))
})

app.on(["PUT", "DELETE"], "/artists/:slug/follow", async (c) => {
  const slug = c.req.param("slug")
  if (!SLUG_PATTERN.test(slug)) return createProblem("not_found")
  return c.json(requireFound(await setArtistFollowed(c.var.db, slug, c.req.method === "PUT")))
})

app.on(["PUT", "DELETE"], "/countries/:country/follow", async (c) => {
  const country = COUNTRIES.find((code) => code === c.req.param("country"))
  if (!country) return createProblem("not_found")
  return c.json(await setCountryFollowed(c.var.db, country, c.req.method === "PUT"))
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/follows",
    "/api/teams/:slug/follow",
    "/api/artists/:slug/follow",
    "/api/countries/:country/follow",
  ],
}
