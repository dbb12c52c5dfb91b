/** Stores and serves uploaded pictures. File names are never reused, so most files are cached forever. */
import type { Config } from "@netlify/functions"
import type { Handler } from "hono"
import { type ApiEnv, createApi, createHandler } from "../lib/http/api.ts"
import { createProblem } from "../lib/http/problem.ts"
import { getAvatarTag } from "../lib/pictures/avatars.ts"
import { receivePicture, storeCover } from "../lib/pictures/images.ts"
import { getFile } from "../lib/pictures/storage.ts"

const app = createApi()

const createUploadRoute =
  (bucket: string): Handler<ApiEnv> =>
  async (c) =>
    c.json({ url: await receivePicture(c, (bytes) => storeCover(bucket, bytes)) }, 201)

app.post("/api/uploads/news-images", createUploadRoute("news-images"))
app.post("/api/uploads/event-images", createUploadRoute("event-images"))
// Open to all members, because every member may create a team. Unused pictures are deleted later.
app.post("/api/uploads/team-images", createUploadRoute("team-images"))

const CONTENT_TYPES: Record<string, string> = { webp: "image/webp", jpg: "image/jpeg" }
/** Captures the member's id of an avatar, and the extension. */
const FILE_NAME_PATTERN = /^(?:avatars\/([0-9a-f-]{36})|[a-z-]+)\/[\w-]+\.(webp|jpg)$/

const CACHED_FOREVER = "public, max-age=31536000, immutable"
const COVER_HEADERS = {
  "cache-control": CACHED_FOREVER,
  "netlify-cdn-cache-control": `${CACHED_FOREVER}, durable`,
}

/** Headers of the default link preview in place of a missing crop. Cached briefly: the crop may be stored later. */
const SUBSTITUTE_HEADERS = { "cache-control": "public, max-age=300" }

/** Browsers cache a deleted avatar for an hour. The CDN caches it until its tag is purged, or for a day. */
const getAvatarHeaders = (memberId: string) => ({
  "cache-control": "private, max-age=3600",
  "netlify-cdn-cache-control": "public, durable, max-age=86400",
  "netlify-cache-tag": getAvatarTag(memberId),
  "x-robots-tag": "noindex",
})

/** Returns the name of the default link preview instead of an editor's crop, whose creation may have failed. */
const getFallbackName = (name: string) => name.replace(/-\d+-\d+(?=\.jpg$)/, "")

app.get("/uploads/*", async (c) => {
  const name = c.req.path.slice("/uploads/".length)
  const [, memberId, extension = ""] = FILE_NAME_PATTERN.exec(name) ?? []
  const type = CONTENT_TYPES[extension]
  const fallback = getFallbackName(name)
  const ownFile = type ? await getFile(name) : null
  const file = ownFile ?? (type && fallback !== name ? await getFile(fallback) : null)
  if (!type || !file) return createProblem("not_found")
  const coverHeaders = ownFile ? COVER_HEADERS : SUBSTITUTE_HEADERS
  return c.body(file, 200, {
    "content-type": type,
    ...(memberId ? getAvatarHeaders(memberId) : coverHeaders),
  })
})

export default createHandler(app)
export const config: Config = { path: ["/api/uploads/:bucket", "/uploads/*"] }
