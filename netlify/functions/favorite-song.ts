/** The one song that a member shows on their profile. */
import type { Config } from "@netlify/functions"
import { clearFavoriteSong, setFavoriteSong } from "../../db/queries/favorite-song.ts"
import { favoriteSongBody } from "../../src/features/music/schema.ts"
import { api, serve, signedIn } from "../lib/api.ts"
import { readBody } from "../lib/body.ts"
import { problem } from "../lib/problem.ts"

const app = api()
app.use(signedIn)

app.put("/api/profile/favorite-song", async (c) => {
  const read = await readBody(c, favoriteSongBody)
  if ("refusal" in read) return read.refusal
  const { favorite, isKnown } = await setFavoriteSong(c.var.db, read.body.id)
  if (favorite) return c.json(favorite)
  return problem(isKnown ? "profile_incomplete" : "not_found")
})

app.delete("/api/profile/favorite-song", async (c) => {
  await clearFavoriteSong(c.var.db)
  return c.body(null, 204)
})

export default serve(app)
export const config: Config = { path: "/api/profile/favorite-song" }
