/** What browsers report by themselves: pages not found, and violations of the content security policy. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { type ApiEnv, api, serve } from "../lib/api.ts"
import { bytesAtMost } from "../lib/body.ts"
import { logLimiter, logLine } from "../lib/log-limit.ts"
import { problem } from "../lib/problem.ts"

const BODY_MAX_BYTES = 8_000
const LINES_PER_MINUTE = 10

const app = api()
const mayLog = logLimiter(LINES_PER_MINUTE)

async function log(c: Context<ApiEnv>, what: string): Promise<Response> {
  if (!mayLog(c.env.netlify?.ip ?? "")) return problem("rate_limited", {}, { "retry-after": "60" })
  const bytes = await bytesAtMost(c.req.raw, BODY_MAX_BYTES)
  if (!bytes) return problem("too_large")
  console.warn(`${what}: ${logLine(new TextDecoder().decode(bytes))}`)
  return c.body(null, 204)
}

app.post("/api/not-found", (c) => log(c, "Page not found"))
app.post("/api/csp-report", (c) => log(c, "Content security policy"))

export default serve(app)
export const config: Config = { path: ["/api/not-found", "/api/csp-report"] }
