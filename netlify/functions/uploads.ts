/** Taking pictures in. */
import type { Config } from "@netlify/functions"
import { api, serve, superAdmin } from "../lib/api.ts"
import { bytesAtMost } from "../lib/body.ts"
import { storeCover, UnsupportedImage, UPLOAD_MAX_BYTES } from "../lib/images.ts"
import { problem } from "../lib/problem.ts"

const app = api()

app.post("/api/uploads/news-images", superAdmin, async (c) => {
  // A form on another site can send neither of these types.
  if (!/^(image\/|application\/octet-stream)/.test(c.req.header("content-type") ?? "")) {
    return problem("unsupported_image")
  }
  const bytes = await bytesAtMost(c.req.raw, UPLOAD_MAX_BYTES)
  if (!bytes) return problem("too_large")
  try {
    const url = await storeCover("news-images", bytes)
    return c.json({ url }, 201)
  } catch (error) {
    if (error instanceof UnsupportedImage) return problem("unsupported_image")
    throw error
  }
})

export default serve(app)
export const config: Config = { path: "/api/uploads/:bucket" }
