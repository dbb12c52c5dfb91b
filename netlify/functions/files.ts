/** Handing pictures out. A name is never used twice, so what it stands for never changes. */
import type { Config } from "@netlify/functions"
import { api, serve } from "../lib/api.ts"
import { problem } from "../lib/problem.ts"
import { getFile } from "../lib/storage.ts"

const TYPES: Record<string, string> = { webp: "image/webp", jpg: "image/jpeg" }
const NAME = /^[a-z-]+\/[\w-]+\.(webp|jpg)$/

const app = api()

app.get("/uploads/*", async (c) => {
  const name = c.req.path.slice("/uploads/".length)
  const [, extension = ""] = NAME.exec(name) ?? []
  const type = TYPES[extension]
  const file = type ? await getFile(name) : null
  if (!type || !file) return problem("not_found")
  return c.body(file, 200, {
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    "netlify-cdn-cache-control": "public, durable, max-age=31536000, immutable",
  })
})

export default serve(app)
export const config: Config = { path: "/uploads/*" }
