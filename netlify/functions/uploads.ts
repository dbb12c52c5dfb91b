/** File names are never reused, so files can be cached forever. */
import type { Config } from "@netlify/functions"
import type { Handler } from "hono"
import { type ApiEnv, createApi, createHandler } from "../lib/http/api.ts"
import { problem } from "../lib/http/problem.ts"
import { getAvatarTag } from "../lib/pictures/avatars.ts"
import { readPicture, storeCover } from "../lib/pictures/images.ts"
import { getFile } from "../lib/pictures/storage.ts"

const app = createApi()

const createUploadRoute =
  (bucket: string): Handler<ApiEnv> =>
  async (c) =>
    c.json({ url: await readPicture(c, (bytes) => storeCover(bucket, bytes)) }, 201)

app.post("/api/uploads/news-images", createUploadRoute("news-images"))
app.post("/api/uploads/event-images", createUploadRoute("event-images"))
// Every member may found a team. Unused pictures are deleted later.
app.post("/api/uploads/team-images", createUploadRoute("team-images"))

const TYPES: Record<string, string> = { webp: "image/webp", jpg: "image/jpeg" }
const NAME = /^(?:avatars\/([0-9a-f-]{36})|[a-z-]+)\/[\w-]+\.(webp|jpg)$/

const CACHED_FOREVER = "public, max-age=31536000, immutable"

app.get("/uploads/*", async (c) => {
  const name = c.req.path.slice("/uploads/".length)
  const [, member, extension = ""] = NAME.exec(name) ?? []
  const type = TYPES[extension]
  // Older covers lack the middle size, and cropping the picture of a link preview may have failed.
  const fallback = name.replace(/-960(?=\.webp$)|-\d+-\d+(?=\.jpg$)/, "")
  const file =
    type && ((await getFile(name)) ?? (fallback === name ? null : await getFile(fallback)))
  if (!type || !file) return problem("not_found")
  return c.body(file, 200, {
    "content-type": type,
    ...(member
      ? // Browsers cache a deleted avatar for an hour. The CDN caches it until its tag is purged, or for a day.
        {
          "cache-control": "private, max-age=3600",
          "netlify-cdn-cache-control": "public, durable, max-age=86400",
          "netlify-cache-tag": getAvatarTag(member),
          "x-robots-tag": "noindex",
        }
      : {
          "cache-control": CACHED_FOREVER,
          "netlify-cdn-cache-control": `${CACHED_FOREVER}, durable`,
        }),
  })
})

export default createHandler(app)
export const config: Config = { path: ["/api/uploads/:bucket", "/uploads/*"] }
