/** The blogs of teams: the newest posts of all, one team's, and writing. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import {
  createPost,
  deletePost,
  latestTeamPosts,
  teamPostsPage,
  updatePost,
} from "../../db/queries/team-posts.ts"
import { changedPost, type NewPost, newPost } from "../../src/features/teams/schema.ts"
import { videoOf } from "../../src/features/teams/video.ts"
import { renderMarkdown } from "../../src/markdown/render.ts"
import { SLUG_PATTERN } from "../../src/slug.ts"
import { type ApiEnv, api, recognise, serve, signedIn } from "../lib/api.ts"
import { readBody, withId } from "../lib/body.ts"
import { pageQuery } from "../lib/listing.ts"
import { problem } from "../lib/problem.ts"
import { cachePublicly } from "../lib/public-cache.ts"
import { requestBuild } from "../lib/publish.ts"

/** What the home page lists. */
const HOME_POSTS = 6
const PAGE_MAX = 20

const app = api()

app.get("/api/team-posts", async (c) => {
  const { limit } = pageQuery(c, HOME_POSTS)
  const posts = await latestTeamPosts(c.var.db, limit)
  cachePublicly(c, "teams")
  return c.json({ team_posts: posts })
})

const slugOf = (c: Context<ApiEnv>) => c.req.param("slug") ?? ""

app.get("/api/teams/:slug/posts", async (c) => {
  if (!SLUG_PATTERN.test(slugOf(c))) return problem("not_found")
  await recognise(c)
  const page = await teamPostsPage(c.var.db, slugOf(c), pageQuery(c, PAGE_MAX))
  return page ? c.json({ posts: page.rows, next: page.next }) : problem("not_found")
})

const withParts = ({ title, content, video_url, is_published }: NewPost) => ({
  title,
  content,
  content_html: renderMarkdown(content),
  video_url,
  video_type: video_url === null ? null : (videoOf(video_url)?.type ?? "other"),
  is_published,
})

app.post("/api/teams/:slug/posts", signedIn, async (c) => {
  const read = await readBody(c, newPost)
  if ("refusal" in read) return read.refusal
  const post = await createPost(c.var.db, crypto.randomUUID(), slugOf(c), withParts(read.body))
  if (!post) return problem("not_found")
  if (post.is_published) await requestBuild("teams")
  return c.json(post, 201)
})

app.patch("/api/posts/:id", withId, signedIn, async (c) => {
  const read = await readBody(c, changedPost)
  if ("refusal" in read) return read.refusal
  const id = c.req.param("id")
  const change = await updatePost(c.var.db, id, read.body.updated_at, withParts(read.body))
  if (!change.post) return problem("not_found")
  if (!change.saved) {
    // Either it is newer, or it is not theirs to change: everybody can read it.
    const isOutdated = change.post.updated_at !== read.body.updated_at
    return isOutdated ? problem("stale", { current: change.post }) : problem("forbidden")
  }
  if (change.changedSite) await requestBuild("teams")
  return c.json(change.post)
})

app.delete("/api/posts/:id", withId, signedIn, async (c) => {
  const deleted = await deletePost(c.var.db, c.req.param("id"))
  if (!deleted) return problem("not_found")
  if (deleted.was_published) await requestBuild("teams")
  return c.body(null, 204)
})

export default serve(app)
export const config: Config = {
  path: ["/api/team-posts", "/api/teams/:slug/posts", "/api/posts/:id"],
}
