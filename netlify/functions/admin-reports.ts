/** What members report, for who runs the site. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { adminReportCase, adminReportCases, decideCase } from "../../db/queries/admin-reports.ts"
import { caseDecisionBody } from "../../src/features/reports/schema.ts"
import { afterwards, api, serve, superAdmin } from "../lib/api.ts"
import { concealAvatar } from "../lib/avatars.ts"
import { readBody, withId } from "../lib/body.ts"
import { deliverMails } from "../lib/deliver.ts"
import { listAsk } from "../lib/listing.ts"
import { problem } from "../lib/problem.ts"
import { HIDDEN_FROM, requestBuild } from "../lib/publish.ts"

const app = api().basePath("/api/admin/reports")
app.use(superAdmin)

const idOf = (c: Context) => c.req.param("id") ?? ""

app.get("/", async (c) => {
  const { rows, next } = await adminReportCases(c.var.db, listAsk(c))
  return c.json({ reports: rows, next })
})

app.get("/:id", withId, async (c) => {
  const found = await adminReportCase(c.var.db, idOf(c))
  return found ? c.json(found) : problem("not_found")
})

app.patch("/:id", withId, async (c) => {
  const read = await readBody(c, caseDecisionBody)
  if ("refusal" in read) return read.refusal
  const { decision, reply = null, updated_at } = read.body
  const decided = await decideCase(c.var.db, idOf(c), updated_at, { decision, reply })
  const { outcome, row, version, exposedAvatar, changedSite } = decided
  if (!row) return problem("not_found")
  if (outcome !== "done") return problem(outcome, { current: row })
  await afterwards(c, deliverMails())
  if (exposedAvatar) await afterwards(c, concealAvatar(c.var.db, exposedAvatar))
  if (changedSite) await requestBuild(...HIDDEN_FROM)
  return c.json({ ...row, content_version: version })
})

export default serve(app)
export const config: Config = { path: ["/api/admin/reports", "/api/admin/reports/:id"] }
