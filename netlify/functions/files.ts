/** Handing pictures out. A name is never used twice, so what it stands for never changes. */
import type { Config } from "@netlify/functions"
import { api, serve } from "../lib/api.ts"
import { avatarTag } from "../lib/avatars.ts"
import { problem } from "../lib/problem.ts"
import { getFile } from "../lib/storage.ts"

const TYPES: Record<string, string> = { webp: "image/webp", jpg: "image/jpeg" }
const NAME = /^(?:avatars\/([0-9a-f-]{36})|[a-z-]+)\/[\w-]+\.(webp|jpg)$/

const CACHED_FOR_EVER = "public, max-age=31536000, immutable"

const app = api()

app.get("/uploads/*", async (c) => {
  const name = c.req.path.slice("/uploads/".length)
  const [, member, extension = ""] = NAME.exec(name) ?? []
  const type = TYPES[extension]
  const file = type ? await getFile(name) : null
  if (!type || !file) return problem("not_found")
  return c.body(file, 200, {
    "content-type": type,
    ...(member
      ? // A member may take it away: browsers keep it for an hour, the CDN until its tag is purged, and for
        // a day where that fails.
        {
          "cache-control": "private, max-age=3600",
          "netlify-cdn-cache-control": "public, durable, max-age=86400",
          "netlify-cache-tag": avatarTag(member),
          "x-robots-tag": "noindex",
        }
      : {
          "cache-control": CACHED_FOR_EVER,
          "netlify-cdn-cache-control": `${CACHED_FOR_EVER}, durable`,
        }),
  })
})

export default serve(app)
export const config: Config = { path: "/uploads/*" }
