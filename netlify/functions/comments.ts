import type { Config } from "@netlify/functions"
import {
  addComment,
  deleteComment,
  editComment,
  findMentionableMembers,
  getCommentPage,
  setCommentHidden,
  setCommentsClosed,
} from "../../db/queries/comments.ts"
import {
  COMMENTS_PER_PAGE,
  changedComment,
  mentionQuery,
  newComment,
} from "../../src/features/comments/schema.ts"
import { createApi, createHandler, identifyVisitor } from "../lib/http/api.ts"
import { createProblem, createRateLimitProblem, requireFound } from "../lib/http/problem.ts"
import { readBody, readPageQuery, requireUuid } from "../lib/http/request.ts"
import { cacheComments } from "../lib/publishing/cdn-cache.ts"

const app = createApi().basePath("/api")

// `:id` is the id of an article, a post or an event.
app.get("/comments/:id", requireUuid, async (c) => {
  // The CDN can cache the response to anonymous visitors.
  const isPublic = c.req.query("for") === "visitors"
  if (!isPublic) await identifyVisitor(c)
  const query = {
    ...readPageQuery(c, COMMENTS_PER_PAGE),
    isNewestFirst: c.req.query("sort") !== "oldest",
  }
  const page = requireFound(await getCommentPage(c.var.db, c.req.param("id"), query))
  if (isPublic) cacheComments(c)
  return c.json(page)
})

app.post("/comments/:id", requireUuid, async (c) => {
  const fields = await readBody(c, newComment)
  const { outcome, wait, comment } = await addComment(c.var.db, c.req.param("id"), fields)
  if (outcome === "rate_limited") return createRateLimitProblem(wait)
  if (outcome !== "added" && outcome !== "already") return createProblem(outcome)
  return c.json(requireFound(comment), outcome === "added" ? 201 : 200)
})

// Lists members for a mention. Uses POST to keep the typed name out of URLs, which are logged.
app.post("/comments/:id/mentionable", requireUuid, async (c) => {
  const { name } = await readBody(c, mentionQuery)
  const search = requireFound(await findMentionableMembers(c.var.db, c.req.param("id"), name))
  if (search.wait > 0) return createRateLimitProblem(search.wait)
  return c.json({ members: requireFound(search.members) })
})

app.on(["PUT", "DELETE"], "/comments/:id/closed", requireUuid, async (c) => {
  const isClosed = c.req.method === "PUT"
  const outcome = requireFound(await setCommentsClosed(c.var.db, c.req.param("id"), isClosed))
  return outcome === "done" ? c.json({ is_closed: isClosed }) : createProblem(outcome)
})

app.patch("/comment/:id", requireUuid, async (c) => {
  const { body } = await readBody(c, changedComment)
  const { outcome, comment } = await editComment(c.var.db, c.req.param("id"), body)
  return outcome === "done" ? c.json(requireFound(comment)) : createProblem(outcome)
})

app.delete("/comment/:id", requireUuid, async (c) =>
  (await deleteComment(c.var.db, c.req.param("id")))
    ? c.body(null, 204)
    : createProblem("not_found"),
)

app.on(["PUT", "DELETE"], "/comment/:id/hidden", requireUuid, async (c) => {
  const isHidden = c.req.method === "PUT"
  const { outcome, comment } = await setCommentHidden(c.var.db, c.req.param("id"), isHidden)
  return outcome === "done" ? c.json(requireFound(comment)) : createProblem(outcome)
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/comments/:id",
    "/api/comments/:id/closed",
    "/api/comments/:id/mentionable",
    "/api/comment/:id",
    "/api/comment/:id/hidden",
  ],
}
