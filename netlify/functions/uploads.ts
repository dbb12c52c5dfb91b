/** Taking pictures in. */
import type { Config } from "@netlify/functions"
import { api, serve, superAdmin } from "../lib/api.ts"
import { storeCover } from "../lib/images.ts"
import { readPicture } from "../lib/pictures.ts"

const app = api()

app.post("/api/uploads/news-images", superAdmin, async (c) => {
  const picture = await readPicture(c, (bytes) => storeCover("news-images", bytes))
  return "refusal" in picture ? picture.refusal : c.json({ url: picture.url }, 201)
})

export default serve(app)
export const config: Config = { path: "/api/uploads/:bucket" }
