import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { countPicture } from "../../db/queries/accounts/attempts.ts"
import {
  createPost,
  deletePost,
  getPostWithTeam,
  listLatestTeamPosts,
  listTeamPosts,
  storeVideoThumb,
  updatePost,
} from "../../db/queries/team-posts.ts"
import { changePostBody, type NewPost, newPost } from "../../src/features/teams/forms.ts"
import type { TeamPost } from "../../src/features/teams/schema.ts"
import { SLUG_PATTERN } from "../../src/shared/slug.ts"
import { parseVideo } from "../../src/shared/video.ts"
import { renderContent } from "../lib/child/texts.ts"
import {
  type ApiEnv,
  createApi,
  createHandler,
  identifyVisitor,
  runAfterResponse,
} from "../lib/http/api.ts"
import { createProblem, requireFound } from "../lib/http/problem.ts"
import { readChange, readNewRow, readPageQuery, requireUuid } from "../lib/http/request.ts"
import { getLanguageColumns } from "../lib/language.ts"
import { storeThumbnail } from "../lib/pictures/video-thumbnail.ts"
import { cachePublicly } from "../lib/publishing/cdn-cache.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"

const MAX_LATEST_POSTS = 6
const MAX_PAGE_SIZE = 20

const app = createApi()

app.get("/api/team-posts", async (c) => {
  const { limit } = readPageQuery(c, MAX_LATEST_POSTS)
  const posts = await listLatestTeamPosts(c.var.db, limit)
  cachePublicly(c, "teams")
  return c.json({ team_posts: posts })
})

const getSlug = (c: Context<ApiEnv>) => c.req.param("slug") ?? ""

app.get("/api/teams/:slug/posts", async (c) => {
  if (!SLUG_PATTERN.test(getSlug(c))) return createProblem("not_found")
  await identifyVisitor(c)
  const page = await listTeamPosts(c.var.db, getSlug(c), readPageQuery(c, MAX_PAGE_SIZE))
  const { rows, next } = requireFound(page)
  return c.json({ posts: rows, next })
})

const getVideoType = (url: string | null) =>
  url === null ? null : (parseVideo(url)?.type ?? ("other" as const))

const joinTitleAndContent = ({ title, content }: Pick<NewPost, "title" | "content">) =>
  `${title}\n${content}`

/** Stores the video's picture. Routes call this after their response, which must not wait for the video site. */
async function addThumbnail(c: Context<ApiEnv>, post: TeamPost): Promise<void> {
  const { id, video_url, video_type, video_thumb_url, is_published } = post
  if (!video_url || video_type === "other" || video_thumb_url) return
  if ((await countPicture(c.var.db)).wait > 0) return
  const thumbnail = await storeThumbnail(video_url)
  if (!thumbnail || !(await storeVideoThumb(c.var.db, id, video_url, thumbnail))) return
  if (is_published) await requestBuild("post")
}

app.post("/api/teams/:slug/posts", async (c) => {
  const { language = null, ...fields } = await readNewRow(c, newPost)
  const columns = {
    ...fields,
    content_html: await renderContent(fields.content),
    video_type: getVideoType(fields.video_url),
    ...(await getLanguageColumns(language, joinTitleAndContent(fields))),
  }
  const post = requireFound(await createPost(c.var.db, crypto.randomUUID(), getSlug(c), columns))
  if (post.is_published) await requestBuild("post")
  await runAfterResponse(c, addThumbnail(c, post))
  return c.json(post, 201)
})

app.get("/api/posts/:id", requireUuid, async (c) => {
  await identifyVisitor(c)
  return c.json(requireFound(await getPostWithTeam(c.var.db, c.req.param("id"))))
})

app.patch("/api/posts/:id", requireUuid, async (c) => {
  const { expectedUpdatedAt, change: fields } = await readChange(c, changePostBody)
  const { language, ...post } = fields
  const columns = {
    ...post,
    content_html: await renderContent(post.content),
    ...(post.video_url !== undefined && { video_type: getVideoType(post.video_url) }),
    ...(language !== undefined && (await getLanguageColumns(language, joinTitleAndContent(post)))),
  }
  const change = await updatePost(c.var.db, c.req.param("id"), expectedUpdatedAt, columns)
  const row = requireFound(change.row)
  // The post was current and was still not saved, so the member has no right to change it.
  if (!change.saved && row.updated_at === expectedUpdatedAt) return createProblem("forbidden")
  if (!change.saved) return createProblem("stale", { current: row })
  if (change.hasChangedSite) await requestBuild("post")
  await runAfterResponse(c, addThumbnail(c, row))
  return c.json(row)
})

app.delete("/api/posts/:id", requireUuid, async (c) => {
  const { was_published } = requireFound(await deletePost(c.var.db, c.req.param("id")))
  if (was_published) await requestBuild("post")
  return c.body(null, 204)
})

export default createHandler(app)
export const config: Config = {
  path: ["/api/team-posts", "/api/teams/:slug/posts", "/api/posts/:id"],
}
