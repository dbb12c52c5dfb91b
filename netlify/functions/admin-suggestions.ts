/** The inbox of suggestions, for who runs the site. */
import type { Config } from "@netlify/functions"
import {
  adminSuggestions,
  deleteSuggestions,
  ideaOfSuggestion,
  markSuggestions,
} from "../../db/queries/admin-ideas.ts"
import { newIdea, suggestionsActBody } from "../../src/features/ideas-admin/schema.ts"
import { api, serve, superAdmin } from "../lib/api.ts"
import { readBody, withId } from "../lib/body.ts"
import { listAsk, resultsOf } from "../lib/listing.ts"
import { problem } from "../lib/problem.ts"
import { requestBuild } from "../lib/publish.ts"

const app = api().basePath("/api/admin/suggestions")
app.use(superAdmin)

app.get("/", async (c) => {
  const { rows, next } = await adminSuggestions(c.var.db, listAsk(c))
  return c.json({ suggestions: rows, next })
})

// One or many alike: each id gets its own result.
app.post("/act", async (c) => {
  const read = await readBody(c, suggestionsActBody)
  if ("refusal" in read) return read.refusal
  const { ids, act } = read.body
  const done =
    act === "delete"
      ? await deleteSuggestions(c.var.db, ids)
      : await markSuggestions(c.var.db, ids, act === "read")
  return c.json({ results: resultsOf(ids, done) })
})

// The editor may have put it into better words first, so the idea comes with the call.
app.post("/:id/idea", withId, async (c) => {
  const read = await readBody(c, newIdea)
  if ("refusal" in read) return read.refusal
  const made = await ideaOfSuggestion(c.var.db, c.req.param("id"), crypto.randomUUID(), read.body)
  if (!made) return problem("not_found")
  if (!made.isNew) return problem("already_decided")
  if (read.body.is_popular) await requestBuild("ideas")
  return c.json({ idea_id: made.idea_id, content_version: made.content_version }, 201)
})

export default serve(app)
export const config: Config = {
  path: ["/api/admin/suggestions", "/api/admin/suggestions/act", "/api/admin/suggestions/:id/idea"],
}
