/** Whether the site can be used: 200 once the database answers. */
import type { Config } from "@netlify/functions"
import { contentVersion } from "../../db/queries/content-version.ts"
import { api, serve } from "../lib/api.ts"

const app = api()

app.get("/api/health", async (c) =>
  c.json({ status: "ok", content_version: await contentVersion(c.var.db) }),
)

export default serve(app)
export const config: Config = { path: "/api/health" }
