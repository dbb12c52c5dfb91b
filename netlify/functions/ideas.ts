/** Ideas: the popular ones, those like a title, and members' votes. */
import type { Config } from "@netlify/functions"
import { popularIdeas, similarIdeas, unvoteIdea, voteForIdea } from "../../db/queries/ideas.ts"
import { SIMILAR_MIN, TITLE_MAX } from "../../src/features/ideas/choices.ts"
import { api, recognise, serve, signedIn } from "../lib/api.ts"
import { withId } from "../lib/body.ts"
import { problem } from "../lib/problem.ts"

const app = api().basePath("/api/ideas")

app.get("/popular", async (c) => {
  await recognise(c)
  return c.json({ ideas: await popularIdeas(c.var.db) })
})

app.get("/similar", async (c) => {
  const title = (c.req.query("title") ?? "").trim().slice(0, TITLE_MAX)
  if (title.length < SIMILAR_MIN) return c.json({ ideas: [] })
  await recognise(c)
  return c.json({ ideas: await similarIdeas(c.var.db, title) })
})

app.put("/:id/vote", withId, signedIn, async (c) => {
  const votes = await voteForIdea(c.var.db, c.req.param("id"))
  return votes ? c.json(votes) : problem("not_found")
})

app.delete("/:id/vote", withId, signedIn, async (c) => {
  const votes = await unvoteIdea(c.var.db, c.req.param("id"))
  return votes ? c.json(votes) : problem("not_found")
})

export default serve(app)
export const config: Config = {
  path: ["/api/ideas/popular", "/api/ideas/similar", "/api/ideas/:id/vote"],
}
