/** What every function is made from: a Hono app that knows the visitor and answers errors in one way. */
import type { Context as NetlifyContext } from "@netlify/functions"
import { type Context, Hono, type MiddlewareHandler } from "hono"
import { type Db, database } from "../../db/client.ts"
import { PROBLEMS } from "../../src/problem.ts"
import { codeOf } from "./errors.ts"
import { logLine } from "./log-limit.ts"
import { problem, tooMany } from "./problem.ts"
import { isSameOrigin } from "./same-origin.ts"
import { type Visitor, visitorOf } from "./session.ts"

export interface ApiEnv {
  Bindings: { netlify: NetlifyContext }
  Variables: {
    /** The database under the rights of whoever asks: a stranger's until a guard has found the visitor. */
    db: Db
    visitor: Visitor | undefined
  }
}

type ApiContext = Context<ApiEnv>

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"]

function answerError(error: Error, c: ApiContext): Response {
  const code = codeOf(error)
  if (PROBLEMS[code][0] < 500) return problem(code)
  const request_id = c.env.netlify?.requestId ?? crypto.randomUUID()
  const line = `${c.req.method} ${logLine(c.req.path)} failed (request ${request_id}):`
  if (code === "database_unavailable") {
    // The reason in a line is enough: nothing in our code is to blame, and every call says it.
    console.error(line, error.message)
    return problem(code, { request_id }, { "retry-after": "5" })
  }
  console.error(line, error)
  return problem(code, { request_id })
}

const sameOrigin: MiddlewareHandler<ApiEnv> = async (c, next) =>
  SAFE_METHODS.includes(c.req.method) || isSameOrigin(c.req.raw) ? next() : problem("cross_site")

/** Answers are private unless they say otherwise, and a lengthened session is told to the browser. */
const finish: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.set("db", database().as(null))
  await next()
  if (!c.res.headers.has("cache-control")) c.header("cache-control", "private, no-store")
  // The headers of netlify.toml are not for functions.
  c.header("x-content-type-options", "nosniff")
  // Not when the call itself has just sent others: a lengthened session must not undo a sign-out.
  if (!c.res.headers.has("set-cookie")) sendCookies(c, c.var.visitor?.renewedCookies ?? [])
}

function appWith(...rules: MiddlewareHandler<ApiEnv>[]): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.use(...rules)
  app.onError(answerError)
  app.notFound(() => problem("not_found"))
  return app
}

/** An app with the rules that hold for every call. */
export const api = () => appWith(finish, sameOrigin)

/** One that other sites may call, too: for what looks at nobody's cookies. */
export const openApi = () => appWith(finish)

/**
 * Finds the visitor if there is one, and from then on the database answers with their rights. A write
 * counts towards the member's limit.
 */
export async function recognise(c: ApiContext): Promise<Visitor | null> {
  const visitor = await visitorOf(c.req.raw, !SAFE_METHODS.includes(c.req.method))
  if (!visitor) return null
  c.set("visitor", visitor)
  c.set("db", database().as({ userId: visitor.userId }))
  return visitor
}

const membersWho =
  (may: (visitor: Visitor) => boolean): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const visitor = await recognise(c)
    if (!visitor) return problem("sign_in_required")
    if (!may(visitor)) return problem("forbidden")
    if (visitor.wait > 0) return tooMany(visitor.wait)
    return next()
  }

/** Lets members pass. */
export const signedIn = membersWho(() => true)

/** Lets super admins pass. */
export const superAdmin = membersWho(({ role }) => role === "super_admin")

/** The visitor behind a guard. */
export function visitor(c: ApiContext): Visitor {
  if (!c.var.visitor) throw new Error(`${c.req.path} has no guard`)
  return c.var.visitor
}

/** Has the browser keep these `Set-Cookie` values. */
export function sendCookies(c: ApiContext, cookies: string[]): void {
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true })
}

/** Work that goes on after the answer; a platform that knows nothing of that waits for it. */
export async function afterwards(c: ApiContext, work: Promise<unknown>): Promise<void> {
  const quiet = work.catch((error) => console.error("Work after an answer failed:", error))
  if (c.env.netlify?.waitUntil) c.env.netlify.waitUntil(quiet)
  else await quiet
}

/** The function that Netlify and our host call. */
export const serve = (app: Hono<ApiEnv>) => (request: Request, netlify: NetlifyContext) =>
  app.fetch(request, { netlify })
