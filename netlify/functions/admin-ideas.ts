/** Ideas, for who runs the site. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import {
  adminIdea,
  adminIdeas,
  createIdea,
  deleteIdea,
  editIdea,
  setPopular,
} from "../../db/queries/admin-ideas.ts"
import { changedIdea, newIdea, popularBody } from "../../src/features/ideas-admin/schema.ts"
import { api, serve, superAdmin } from "../lib/api.ts"
import { readBody, withId } from "../lib/body.ts"
import { listAsk } from "../lib/listing.ts"
import { problem } from "../lib/problem.ts"
import { requestBuild } from "../lib/publish.ts"

const app = api().basePath("/api/admin/ideas")
app.use(superAdmin)

const idOf = (c: Context) => c.req.param("id") ?? ""

app.get("/", async (c) => {
  const { rows, next } = await adminIdeas(c.var.db, listAsk(c))
  return c.json({ ideas: rows, next })
})

app.post("/", async (c) => {
  const read = await readBody(c, newIdea)
  if ("refusal" in read) return read.refusal
  const idea = await createIdea(c.var.db, crypto.randomUUID(), read.body)
  if (idea?.is_popular) await requestBuild("ideas")
  return c.json(idea, 201)
})

app.get("/:id", withId, async (c) => {
  const idea = await adminIdea(c.var.db, idOf(c))
  return idea ? c.json(idea) : problem("not_found")
})

app.patch("/:id", withId, async (c) => {
  const read = await readBody(c, changedIdea)
  if ("refusal" in read) return read.refusal
  const { updated_at, ...edit } = read.body
  const { saved, idea, changedSite } = await editIdea(c.var.db, idOf(c), updated_at, edit)
  if (!idea) return problem("not_found")
  if (!saved) return problem("stale", { current: idea })
  if (changedSite) await requestBuild("ideas")
  return c.json(idea)
})

app.put("/:id/popular", withId, async (c) => {
  const read = await readBody(c, popularBody)
  if ("refusal" in read) return read.refusal
  const { idea, hasChanged } = await setPopular(c.var.db, idOf(c), read.body.is_popular)
  if (!idea) return problem("not_found")
  if (hasChanged) await requestBuild("ideas")
  return c.json(idea)
})

app.delete("/:id", withId, async (c) => {
  const deleted = await deleteIdea(c.var.db, idOf(c))
  if (!deleted) return problem("not_found")
  if (deleted.was_popular) await requestBuild("ideas")
  return c.body(null, 204, { "content-version": String(deleted.content_version) })
})

export default serve(app)
export const config: Config = {
  path: ["/api/admin/ideas", "/api/admin/ideas/:id", "/api/admin/ideas/:id/popular"],
}
