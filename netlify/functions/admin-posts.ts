/** Posts of all teams' blogs, for who runs the site. */
import type { Config } from "@netlify/functions"
import { actOnPosts, adminPosts } from "../../db/queries/admin-posts.ts"
import { postsActBody } from "../../src/features/posts-admin/schema.ts"
import { api, serve, superAdmin } from "../lib/api.ts"
import { readBody } from "../lib/body.ts"
import { listAsk, resultsOf } from "../lib/listing.ts"
import { requestBuild } from "../lib/publish.ts"

const app = api().basePath("/api/admin/posts")
app.use(superAdmin)

app.get("/", async (c) => {
  const { rows, next } = await adminPosts(c.var.db, listAsk(c))
  return c.json({ posts: rows, next })
})

// One or many alike: each id gets its own result.
app.post("/act", async (c) => {
  const read = await readBody(c, postsActBody)
  if ("refusal" in read) return read.refusal
  const { ids, act } = read.body
  const { done, changedSite } = await actOnPosts(c.var.db, ids, act)
  if (changedSite) await requestBuild("teams")
  return c.json({ results: resultsOf(ids, done) })
})

export default serve(app)
export const config: Config = { path: ["/api/admin/posts", "/api/admin/posts/act"] }
