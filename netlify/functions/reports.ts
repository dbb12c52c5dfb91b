import type { Config } from "@netlify/functions"
import { reportContent } from "../../db/queries/reports.ts"
import { reportBody } from "../../src/features/reports/schema.ts"
import { createApi, createHandler, runAfterResponse } from "../lib/http/api.ts"
import { createProblem, createRateLimitProblem, requireFound } from "../lib/http/problem.ts"
import { readBody } from "../lib/http/request.ts"
import { deliverMails } from "../lib/mail/deliver.ts"

const app = createApi()

app.post("/api/reports", async (c) => {
  const { kind, target_id, details = null, ...body } = await readBody(c, reportBody)
  const result = await reportContent(c.var.db, { ...body, kind, target_id, details })
  const { outcome, wait, reason, created_at } = requireFound(result)
  if (outcome === "rate_limited") return createRateLimitProblem(wait)
  if (outcome !== "reported" && outcome !== "already") return createProblem(outcome)
  if (outcome === "reported") await runAfterResponse(c, deliverMails())
  const report = { kind, target_id, reason, created_at }
  return outcome === "already" ? c.json({ report, already: true }) : c.json({ report }, 201)
})

export default createHandler(app)
export const config: Config = { path: "/api/reports" }
