/** How far the site is behind its content, for the screen that waits for a publish. */
import type { Config } from "@netlify/functions"
import { buildState } from "../../db/queries/builds.ts"
import { api, serve, superAdmin } from "../lib/api.ts"

const app = api()

app.get("/api/admin/build", superAdmin, async (c) => c.json(await buildState(c.var.db)))

export default serve(app)
export const config: Config = { path: "/api/admin/build" }
