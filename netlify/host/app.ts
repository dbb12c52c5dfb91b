/** Handles requests: functions come first, then the built site and its redirects, as on Netlify. */
import { randomUUID } from "node:crypto"
import type { RequestListener } from "node:http"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { createProblem } from "../lib/http/problem.ts"
import { logFailure, toLogPath } from "../lib/monitoring/log.ts"
import { type HostedFunction, mountFunctions, type Tasks } from "./functions.ts"
import type { OutboxViewer } from "./outbox/viewer.ts"
import type { SiteHandler } from "./static.ts"
import { finishBody } from "./unread-body.ts"

interface HostParts {
  functions: HostedFunction[]
  tasks: Tasks
  trustedProxy: string | null
  /** Null before the first build. */
  getServedSite(): SiteHandler | null
  /** Resolves when functions may use the database. Until then, /api gets status 503, and other functions wait. */
  ready?: Promise<void>
  outbox?: OutboxViewer | null
}

export function createListener(parts: HostParts): RequestListener {
  const { functions, getServedSite, outbox, ready } = parts
  let isReady = !ready
  void ready?.then(() => {
    isReady = true
  })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.onError((error, c) => {
    const request_id = randomUUID()
    logFailure(`${c.req.method} ${toLogPath(c.req.path)} failed (request ${request_id})`, error)
    return createProblem("internal", { request_id })
  })
  app.use(finishBody)
  if (outbox) app.route("/", outbox.app)
  app.use("/api/*", async (_, next) =>
    isReady ? next() : createProblem("database_unavailable", {}, { "retry-after": "2" }),
  )
  mountFunctions(app, functions, parts)
  app.all("*", (c) => {
    const site = getServedSite()
    return site
      ? site.handle(c.req.raw, c.env.outgoing)
      : c.text("Starting\n", 503, { "retry-after": "2" })
  })
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    hostname: "localhost",
  })
  return (req, res) => void (getServedSite()?.sendIfRequestedBefore(res) || listener(req, res))
}
