/** The dashboard's counts and newest members. */
import type { Config } from "@netlify/functions"
import { adminStats } from "../../db/queries/admin-stats.ts"
import { api, serve, superAdmin } from "../lib/api.ts"

const app = api()

app.get("/api/admin/stats", superAdmin, async (c) => c.json(await adminStats(c.var.db)))

export default serve(app)
export const config: Config = { path: "/api/admin/stats" }
