import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { listSecurityEvents } from "../../db/queries/accounts/security-events.ts"
import {
  countFailedMails,
  listUnsentMessages,
  retryAllMessages,
  retryMessage,
} from "../../db/queries/admin/deliveries.ts"
import { countOpenTasks, listAuditEntries } from "../../db/queries/admin/system.ts"
import { getAdminStats } from "../../db/queries/admin/users.ts"
import { getBuildState } from "../../db/queries/builds.ts"
import { MIN_PASSWORD_LENGTH } from "../../src/features/account/schema.ts"
import { SECURITY_EVENTS } from "../../src/features/admin/security/event.ts"
import {
  createApi,
  createHandler,
  requireNewsroom,
  requireSuperAdmin,
  runAfterResponse,
} from "../lib/http/api.ts"
import { createProblem, createRateLimitProblem } from "../lib/http/problem.ts"
import { isUuid, readPageQuery, readTime, requireUuid } from "../lib/http/request.ts"
import { deliverAllMails } from "../lib/mail/deliver.ts"
import { canSendMail, getMailTransport } from "../lib/mail/send-mail.ts"
import { probeAll } from "../lib/monitoring/probes.ts"
import { getBuildInterval } from "../lib/publishing/build-interval.ts"
import { requestBuildNow } from "../lib/publishing/request-build.ts"
import { canSendToTelegram, deliverSuggestions } from "../lib/telegram/suggestions.ts"

const app = createApi().basePath("/api/admin")

app.get("/build", requireNewsroom, async (c) =>
  c.json(await getBuildState(c.var.db, getBuildInterval())),
)

// Starts a build even without changed content, because the last build may have failed.
app.post("/build", async (c) =>
  (await requestBuildNow()) ? c.body(null, 202) : createProblem("build_unavailable"),
)

app.get("*", requireSuperAdmin)

app.get("/stats", async (c) => c.json(await getAdminStats(c.var.db)))
app.get("/waiting", async (c) => c.json(await countOpenTasks(c.var.db)))

app.get("/settings", async (c) =>
  c.json({
    ...(await probeAll(c.var.db)),
    mails_failed: await countFailedMails(c.var.db),
    password_min: MIN_PASSWORD_LENGTH,
    mail: getMailTransport(),
    google: Boolean(process.env.GOOGLE_CLIENT_ID),
    telegram: canSendToTelegram(),
  }),
)

app.get("/sends", async (c) =>
  c.json({
    mail: getMailTransport(),
    telegram: canSendToTelegram(),
    ...(await listUnsentMessages(c.var.db)),
  }),
)

const getConfiguredChannels = () => ({ mail: canSendMail(), telegram: canSendToTelegram() })

/** Sends due emails and suggestions. Suggestions beyond Telegram's rate limit wait for a scheduled run. */
const deliverDueMessages = () => Promise.all([deliverAllMails(), deliverSuggestions()])

app.post("/sends/retry", async (c) => {
  const channels = getConfiguredChannels()
  if (!channels.mail && !channels.telegram) return createProblem("sending_unavailable")
  const { wait, due } = await retryAllMessages(c.var.db, channels)
  if (wait > 0) return createRateLimitProblem(wait)
  await runAfterResponse(c, deliverDueMessages())
  return c.json({ due })
})

app.post("/sends/:id/retry", requireUuid, async (c) => {
  const id = c.req.param("id")
  const { wait, state } = await retryMessage(c.var.db, id, getConfiguredChannels())
  if (wait > 0) return createRateLimitProblem(wait)
  if (!state) return createProblem("not_found")
  if (state === "unavailable") return createProblem("sending_unavailable")
  await runAfterResponse(c, deliverDueMessages())
  return c.json({ id, state })
})

const MAX_LOG_PAGE_SIZE = 50

/** A table and an operation, such as `news.update`, or the beginning of such a text. */
const ACTION_PATTERN = /^[a-z_.]{0,60}$/
const CURSOR_PATTERN = /^\d{1,15}$/

const readIdQuery = (c: Context, name: string): string | null => {
  const id = c.req.query(name) ?? ""
  return isUuid(id) ? id : null
}

const readLogQuery = (c: Context) => {
  const cursor = c.req.query("cursor") ?? ""
  return {
    cursor: CURSOR_PATTERN.test(cursor) ? Number(cursor) : null,
    limit: readPageQuery(c, MAX_LOG_PAGE_SIZE).limit,
  }
}

app.get("/audit", async (c) => {
  const action = c.req.query("action") ?? ""
  const { rows, next } = await listAuditEntries(c.var.db, {
    action: ACTION_PATTERN.test(action) ? action : "",
    actor: readIdQuery(c, "actor"),
    target: readIdQuery(c, "target"),
    since: readTime(c, "since"),
    until: readTime(c, "until"),
    ...readLogQuery(c),
  })
  return c.json({ audit: rows, next })
})

app.get("/security", async (c) => {
  const kind = c.req.query("kind")
  const { rows, next } = await listSecurityEvents(c.var.db, {
    kind: SECURITY_EVENTS.find((name) => name === kind) ?? null,
    member: readIdQuery(c, "member"),
    ...readLogQuery(c),
  })
  return c.json({ security: rows, next })
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/admin/stats",
    "/api/admin/waiting",
    "/api/admin/settings",
    "/api/admin/build",
    "/api/admin/sends",
    "/api/admin/sends/retry",
    "/api/admin/sends/:id/retry",
    "/api/admin/audit",
    "/api/admin/security",
  ],
}
