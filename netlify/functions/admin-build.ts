/** How far the site is behind its content, and asking for a build. */
import type { Config } from "@netlify/functions"
import { buildState } from "../../db/queries/builds.ts"
import { api, serve, superAdmin } from "../lib/api.ts"
import { problem } from "../lib/problem.ts"
import { requestBuild } from "../lib/publish.ts"

const app = api().basePath("/api/admin/build")
app.use(superAdmin)

app.get("/", async (c) => c.json(await buildState(c.var.db)))

// Also when nothing has changed: a build may have gone wrong for other reasons than its content.
app.post("/", async (c) =>
  (await requestBuild("news")) ? c.body(null, 202) : problem("build_unavailable"),
)

export default serve(app)
export const config: Config = { path: "/api/admin/build" }
