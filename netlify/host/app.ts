/** Answers every request: functions first, then the built site and its rules, as on Netlify. */
import { randomUUID } from "node:crypto"
import type { RequestListener } from "node:http"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { problem } from "../lib/http/problem.ts"
import { logFailure, logPath } from "../lib/monitoring/log.ts"
import { type HostedFunction, mountFunctions, type Tasks } from "./functions.ts"
import type { Outbox } from "./outbox/viewer.ts"
import type { Served } from "./static.ts"
import { finishBody } from "./unread-body.ts"

interface Parts {
  functions: HostedFunction[]
  tasks: Tasks
  trustedProxy: string | null
  /** The build being served now; null before the first one. */
  served(): Served | null
  /**
   * Resolves when functions may use the database. Until then calls below /api are answered with 503, and requests
   * to other functions, such as pictures, wait. Left out, functions are called at once.
   */
  ready?: Promise<void>
  /** Shows the mails that were kept, where that is allowed. */
  outbox?: Outbox | null
}

export function createListener(parts: Parts): RequestListener {
  const { functions, served, outbox, ready } = parts
  let isReady = !ready
  void ready?.then(() => {
    isReady = true
  })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.onError((error, c) => {
    const request_id = randomUUID()
    logFailure(`${c.req.method} ${logPath(c.req.path)} failed (request ${request_id})`, error)
    return problem("internal", { request_id })
  })
  app.use(finishBody)
  if (outbox) app.route("/", outbox.app)
  app.use("/api/*", async (_, next) =>
    isReady ? next() : problem("database_unavailable", {}, { "retry-after": "2" }),
  )
  mountFunctions(app, functions, parts)
  app.all("*", (c) => {
    const site = served()
    return site
      ? site.answer(c.req.raw, c.env.outgoing)
      : c.text("Starting\n", 503, { "retry-after": "2" })
  })
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    hostname: "localhost",
  })
  return (req, res) => void (served()?.sendKnown(res) || listener(req, res))
}
