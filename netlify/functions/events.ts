/** Public events that are still to come. */
import type { Config } from "@netlify/functions"
import { upcomingPublicEvents } from "../../db/queries/events.ts"
import { api, serve } from "../lib/api.ts"
import { problem } from "../lib/problem.ts"
import { cachePublicly } from "../lib/public-cache.ts"

/** What the home page lists. */
const HOME_EVENTS = 8

const app = api()

app.get("/api/events", async (c) => {
  if (c.req.query("scope") !== "public") return problem("sign_in_required")
  const events = await upcomingPublicEvents(c.var.db, HOME_EVENTS)
  cachePublicly(c, "events")
  return c.json({ events })
})

export default serve(app)
export const config: Config = { path: "/api/events" }
