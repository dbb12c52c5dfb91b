/** The newest posts of all teams' blogs. */
import type { Config } from "@netlify/functions"
import { latestTeamPosts } from "../../db/queries/team-posts.ts"
import { api, serve } from "../lib/api.ts"
import { pageQuery } from "../lib/listing.ts"
import { cachePublicly } from "../lib/public-cache.ts"

/** What the home page lists. */
const HOME_POSTS = 6

const app = api()

app.get("/api/team-posts", async (c) => {
  const { limit } = pageQuery(c, HOME_POSTS)
  const team_posts = await latestTeamPosts(c.var.db, limit)
  cachePublicly(c, "team-posts")
  return c.json({ team_posts })
})

export default serve(app)
export const config: Config = { path: "/api/team-posts" }
