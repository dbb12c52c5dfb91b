import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { getOwnRoleRow } from "../../db/queries/accounts/roles.ts"
import { getContentVersion } from "../../db/queries/content-version.ts"
import {
  type ApiEnv,
  createApi,
  createHandler,
  getVisitor,
  requireMember,
} from "../lib/http/api.ts"
import { createProblem } from "../lib/http/problem.ts"
import { getClientAddress, readBytes } from "../lib/http/request.ts"
import { createLogLimiter, logLimited, toLogLine } from "../lib/monitoring/log.ts"

const app = createApi()

app.get("/api/health", async (c) =>
  c.json({ status: "ok", content_version: await getContentVersion(c.var.db) }),
)

// Shows the member's role in the database and in the session, to find out why admin access is missing.
app.get("/api/debug/role", requireMember, async (c) => {
  const { user_id, role } = getVisitor(c)
  return c.json({ user_id, row: await getOwnRoleRow(c.var.db), role })
})

const MAX_REPORT_BYTES = 8_000
const LINES_PER_MINUTE_AND_ADDRESS = 10
const LINES_PER_MINUTE_IN_TOTAL = 100
const mayLog = createLogLimiter(LINES_PER_MINUTE_AND_ADDRESS)

async function logReport(c: Context<ApiEnv>, kind: string): Promise<Response> {
  if (!mayLog(getClientAddress(c)))
    return createProblem("rate_limited", {}, { "retry-after": "60" })
  const bytes = await readBytes(c.req.raw, MAX_REPORT_BYTES)
  if (!bytes) return createProblem("too_large")
  const line = toLogLine(new TextDecoder().decode(bytes))
  logLimited(kind, LINES_PER_MINUTE_IN_TOTAL, () => console.warn(`${kind}: ${line}`))
  return c.body(null, 204)
}

app.post("/api/not-found", (c) => logReport(c, "Page not found"))
app.post("/api/csp-report", (c) => logReport(c, "Content security policy"))

// English pages have no language prefix, so `/en/teams` redirects to `/teams`.
app.get("/en/*", (c) => {
  const { pathname, searchParams } = new URL(c.req.url)
  // Removes all slashes, because `//example.org` would lead to another site.
  const path = pathname.replace(/^\/en[/\\]*/, "")
  // Selects English even if the visitor has chosen another language.
  searchParams.set("lang", "en")
  c.header("cache-control", "public, max-age=3600")
  return c.redirect(`/${path}?${searchParams}`, 301)
})

export default createHandler(app)
export const config: Config = {
  path: ["/api/health", "/api/debug/role", "/api/not-found", "/api/csp-report", "/en", "/en/*"],
}
