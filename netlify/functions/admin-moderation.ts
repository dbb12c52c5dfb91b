import type { Config } from "@netlify/functions"
import {
  changeNewcomers,
  changePosts,
  decideCase,
  getAdminReportCase,
  listAdminNewcomers,
  listAdminPosts,
  listAdminReportCases,
} from "../../db/queries/admin/moderation.ts"
import { newcomersActionBody } from "../../src/features/members/newcomers/schema.ts"
import { caseDecisionBody } from "../../src/features/reports/schema.ts"
import { postsActionBody } from "../../src/features/teams/blog/admin/schema.ts"
import { renderMarkdown } from "../../src/markdown/render.ts"
import { htmlToText } from "../../src/shared/description.ts"
import { createActionRoute, createListRoute, createReadRoute } from "../lib/http/admin-routes.ts"
import { createApi, createHandler, requireSuperAdmin, runAfterResponse } from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import { createProblem } from "../lib/http/problem.ts"
import { readBody, requireUuid } from "../lib/http/request.ts"
import { changeAvatarUrlAsAdmin } from "../lib/pictures/avatars.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"

const app = createApi().basePath("/api/admin")
app.get("*", requireSuperAdmin)
app.use(deliverAfterWrites)

const toPlainExcerpt = <Post extends { excerpt: string | null }>(post: Post): Post => ({
  ...post,
  excerpt: htmlToText(renderMarkdown(post.excerpt ?? "")),
})

app.get(
  "/posts",
  createListRoute("posts", async (db, query) => {
    const page = await listAdminPosts(db, query)
    return { ...page, rows: page.rows.map(toPlainExcerpt) }
  }),
)
app.post("/posts/action", createActionRoute(postsActionBody, "post", changePosts))

// Teams, posts and comments of newcomers, who are members that no admin has approved yet.
app.get(
  "/newcomers",
  createListRoute("newcomers", async (db, query) => {
    const page = await listAdminNewcomers(db, query)
    return {
      ...page,
      rows: page.rows.map((row) => (row.kind === "post" ? toPlainExcerpt(row) : row)),
    }
  }),
)
app.post(
  "/newcomers/action",
  createActionRoute(newcomersActionBody, "team", changeNewcomers, { returnsVersion: true }),
)

app.get("/reports", createListRoute("reports", listAdminReportCases))
app.get("/reports/:id", requireUuid, createReadRoute(getAdminReportCase))

app.patch("/reports/:id", requireUuid, async (c) => {
  const { decision, updated_at, ...body } = await readBody(c, caseDecisionBody)
  const { reply = null, owner_reply: ownerReply = null, informs_owner: informsOwner = true } = body
  const input = { decision, reply, ownerReply, informsOwner }
  const decided = await decideCase(c.var.db, c.req.param("id"), updated_at, input)
  const { outcome, row, version, exposedAvatar, hasChangedSite } = decided
  if (!row) return createProblem("not_found")
  if (outcome !== "done") return createProblem(outcome, { current: row })
  // A hidden profile's picture gets a new URL, because other people may know the old one.
  if (exposedAvatar) await runAfterResponse(c, changeAvatarUrlAsAdmin(c.var.db, exposedAvatar))
  // Built pages contain no comments, so a change of a comment needs no build.
  if (hasChangedSite && row.kind !== "comment") {
    await requestBuild(row.kind === "profile" ? "member" : row.kind)
  }
  return c.json({ ...row, content_version: version })
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/admin/posts",
    "/api/admin/posts/action",
    "/api/admin/newcomers",
    "/api/admin/newcomers/action",
    "/api/admin/reports",
    "/api/admin/reports/:id",
  ],
}
