/** What browsers report by themselves: pages not found, and violations of the content security policy. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { type ApiEnv, api, serve } from "../lib/api.ts"
import { atMost } from "../lib/body.ts"
import { logLimiter } from "../lib/log-limit.ts"
import { problem } from "../lib/problem.ts"

const BODY_MAX_BYTES = 8_000
const LINE_MAX = 500
const LINES_PER_MINUTE = 10

const app = api()
const mayLog = logLimiter(LINES_PER_MINUTE)

/** One line of the log: no control characters, so that a report cannot pretend to be another line. */
const line = (text: string) => text.replace(/\p{C}/gu, " ").slice(0, LINE_MAX)

async function log(c: Context<ApiEnv>, what: string): Promise<Response> {
  if (!mayLog(c.env.netlify?.ip ?? "")) return problem("rate_limited", {}, { "retry-after": "60" })
  console.warn(`${what}: ${line(await c.req.text())}`)
  return c.body(null, 204)
}

app.post("/api/not-found", atMost(BODY_MAX_BYTES), (c) => log(c, "Page not found"))
app.post("/api/csp-report", atMost(BODY_MAX_BYTES), (c) => log(c, "Content security policy"))

export default serve(app)
export const config: Config = { path: ["/api/not-found", "/api/csp-report"], method: "POST" }
