import type { Config } from "@netlify/functions"
import { reportContent } from "../../db/queries/reports.ts"
import { reportBody } from "../../src/features/reports/schema.ts"
import { createApi, createHandler, runAfterResponse } from "../lib/http/api.ts"
import { createProblem, createRateLimitProblem, requireFound } from "../lib/http/problem.ts"
import { readBody } from "../lib/http/request.ts"
import { deliverMails } from "../lib/mail/deliver.ts"

const app = createApi()

app.post("/api/reports", async (c) => {
  const body = await readBody(c, reportBody)
  const { outcome, wait, reason, created_at } = requireFound(await reportContent(c.var.db, body))
  if (outcome === "rate_limited") return createRateLimitProblem(wait)
  if (outcome !== "reported" && outcome !== "already") return createProblem(outcome)
  if (outcome === "reported") await runAfterResponse(c, deliverMails())
  const report = { kind: body.kind, target_id: body.target_id, reason, created_at }
  return outcome === "already" ? c.json({ report, already: true }) : c.json({ report }, 201)
})

export default createHandler(app)
export const config: Config = { path: "/api/reports" }
