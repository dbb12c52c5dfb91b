/** Taking pictures in. */
import type { Config } from "@netlify/functions"
import type { Handler } from "hono"
import { type ApiEnv, api, serve, signedIn, superAdmin } from "../lib/api.ts"
import { storeCover } from "../lib/images.ts"
import { readPicture } from "../lib/pictures.ts"

const app = api()

const take =
  (bucket: string): Handler<ApiEnv> =>
  async (c) => {
    const picture = await readPicture(c, (bytes) => storeCover(bucket, bytes))
    return "refusal" in picture ? picture.refusal : c.json({ url: picture.url }, 201)
  }

app.post("/api/uploads/news-images", superAdmin, take("news-images"))
app.post("/api/uploads/event-images", superAdmin, take("event-images"))
// Whoever may have a team may have a picture for it; one that no team shows is swept.
app.post("/api/uploads/team-images", signedIn, take("team-images"))

export default serve(app)
export const config: Config = { path: "/api/uploads/:bucket" }
