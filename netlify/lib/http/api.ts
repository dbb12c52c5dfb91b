import type { Context as NetlifyContext } from "@netlify/functions"
import { type Context, Hono, type MiddlewareHandler } from "hono"
import { HTTPException } from "hono/http-exception"
import { matchedRoutes } from "hono/route"
import { authDatabase, type Db, database } from "../../../db/client.ts"
import type { ProblemCode } from "../../../src/shared/problem.ts"
import { logFailure, toLogPath } from "../monitoring/log.ts"
import { recordFailure } from "../monitoring/security-events.ts"
import { findVisitor, type Visitor } from "../sign-in/session.ts"
import { refuseInPreview } from "./deploy-preview.ts"
import {
  createDailyLimitProblem,
  createProblem,
  createRateLimitProblem,
  getProblemCode,
  hasTwoSignups,
  isAborted,
  isTranslationIntoOwnLanguage,
  PROBLEMS,
} from "./problem.ts"
import { getClientAddress } from "./request.ts"
import { type Access, getRouteAccess, RECENT_PROOF_MS, type RouteAccess } from "./route-access.ts"
import { isSameOrigin } from "./site-url.ts"

/** The part of Netlify's context that the host (netlify/host) also provides. */
export type FunctionContext = Pick<NetlifyContext, "ip" | "requestId" | "waitUntil"> & {
  /** Only Netlify sets this field. */
  deploy?: Pick<NetlifyContext["deploy"], "context">
}

export interface ApiEnv {
  Bindings: { netlify: FunctionContext }
  Variables: {
    /** Acts for an anonymous visitor until a guard identifies the visitor. */
    db: Db
    visitor: Visitor | undefined
    /** Whether `db` uses the role daina_auth, which may read passwords and sessions, instead of daina_app. */
    usesAuthRole: boolean
  }
}

export type ApiContext = Context<ApiEnv>

const isReadRequest = (c: ApiContext) => ["GET", "HEAD", "OPTIONS"].includes(c.req.method)

/** Google's callback is a GET request, but opens accounts and sessions. */
const WRITING_GET_PATH = "/api/auth/google/callback"

function getDatabase(c: ApiContext, visitor: Visitor | null): Db {
  const pool = isReadRequest(c) && c.req.path !== WRITING_GET_PATH ? "reads" : "writes"
  return c.var.usesAuthRole
    ? authDatabase(pool).as(visitor && { userId: visitor.user_id })
    : database(pool).as(visitor && { claim: visitor.claim })
}

/** Seconds for the header Retry-After. A database usually recovers quickly, but a full disk needs an administrator. */
const RETRY_AFTER_SECONDS: Partial<Record<ProblemCode, string>> = {
  database_unavailable: "5",
  storage_unavailable: "60",
}

function toErrorResponse(error: Error, c: ApiContext): Response {
  if (error instanceof HTTPException && error.res) return error.res
  if (isTranslationIntoOwnLanguage(error))
    return createProblem("invalid", { errors: { translations: "invalid" } })
  if (hasTwoSignups(error)) return createProblem("registers_elsewhere")
  const limitResponse = createDailyLimitProblem(error)
  if (limitResponse) return limitResponse
  const code = getProblemCode(error)
  const isRefusal = PROBLEMS[code][0] < 500
  const request_id = c.env.netlify?.requestId ?? crypto.randomUUID()
  if (!isRefusal || isAborted(error)) {
    logFailure(`${c.req.method} ${toLogPath(c.req.path)} failed (request ${request_id})`, error)
  }
  if (isRefusal) return createProblem(code)
  const retryAfter = RETRY_AFTER_SECONDS[code]
  return createProblem(code, { request_id }, retryAfter ? { "retry-after": retryAfter } : {})
}

export const requireSameOrigin: MiddlewareHandler<ApiEnv> = async (c, next) =>
  isReadRequest(c) || isSameOrigin(c.req.raw) ? next() : createProblem("cross_site")

/** The headers in netlify.toml do not apply to functions. */
const DEFAULT_HEADERS = {
  "content-security-policy":
    "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "strict-origin-when-cross-origin",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "cache-control": "private, no-store",
}

const wrapRoute: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.set("db", getDatabase(c, null))
  await next()
  for (const [name, value] of Object.entries(DEFAULT_HEADERS)) {
    if (!c.res.headers.has(name)) c.header(name, value)
  }
  // The route's cookies have priority, because an extended session must not undo a log-out.
  if (!c.res.headers.has("set-cookie")) sendCookies(c, c.var.visitor?.renewedCookies ?? [])
}

interface ApiOptions {
  usesAuthRole: boolean
  guards: MiddlewareHandler<ApiEnv>[]
}

function createGuardedApi({ usesAuthRole, guards }: ApiOptions): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.use((c, next) => {
    c.set("usesAuthRole", usesAuthRole)
    return next()
  }, wrapRoute)
  app.use(...guards, guardRoute)
  app.onError(toErrorResponse)
  app.notFound(() => createProblem("not_found"))
  return app
}

/** Creates an app with routes that pages of other sites may call, and that ignore cookies. */
export const createCrossSiteApi = ({ usesAuthRole = false } = {}): Hono<ApiEnv> =>
  createGuardedApi({ usesAuthRole, guards: [] })

export const createApi = (): Hono<ApiEnv> =>
  createGuardedApi({ usesAuthRole: false, guards: [requireSameOrigin] })

export const createSignInApi = (): Hono<ApiEnv> =>
  createGuardedApi({ usesAuthRole: true, guards: [requireSameOrigin] })

/**
 * Finds the member of the session and gives `db` the member's rights. Returns null for an anonymous visitor. A request
 * that can write counts toward the member's rate limit.
 */
export async function identifyVisitor(c: ApiContext): Promise<Visitor | null> {
  const visitor = await findVisitor(c.req.raw, { isWrite: !isReadRequest(c) })
  if (!visitor) return null
  c.set("visitor", visitor)
  c.set("db", getDatabase(c, visitor))
  return visitor
}

/** Records the refusal, because the site's pages normally call no forbidden route, so the request may be an attack. */
async function refuseAccess(c: ApiContext, { user_id }: Visitor): Promise<Response> {
  await runAfterResponse(c, recordFailure("refused", user_id, getClientAddress(c)))
  return createProblem("forbidden")
}

const ACCESS_CHECKS: Record<Exclude<Access, "anonymous">, (visitor: Visitor) => boolean> = {
  member: () => true,
  newsroom: ({ newsroom }) => newsroom !== null,
  news_editor: ({ newsroom }) => newsroom?.kind === "editor",
  news_publisher: ({ newsroom }) => newsroom?.may_publish === true,
  super_admin: ({ role }) => role === "super_admin",
}

async function getRefusal(c: ApiContext, access: Access): Promise<Response | null> {
  if (access === "anonymous") return null
  const visitor = c.var.visitor ?? (await identifyVisitor(c))
  if (!visitor) return createProblem("sign_in_required")
  if (!ACCESS_CHECKS[access](visitor)) return refuseAccess(c, visitor)
  if (access !== "member" && lacksRequiredFactor(visitor)) return createProblem("factor_required")
  return visitor.wait > 0 ? createRateLimitProblem(visitor.wait) : null
}

const lacksRequiredFactor = ({ factor_due_at }: Visitor) =>
  factor_due_at !== null && Date.parse(factor_due_at) <= Date.now()

const requireAccess =
  (access: Access): MiddlewareHandler<ApiEnv> =>
  async (c, next) =>
    (await getRefusal(c, access)) ?? next()

// Guards of reading routes. Mutating routes have rows in ROUTE_ACCESS instead.
export const requireMember = requireAccess("member")
export const requireNewsroom = requireAccess("newsroom")
export const requireNewsEditor = requireAccess("news_editor")
export const requireSuperAdmin = requireAccess("super_admin")

/** Returns whether the member has recently confirmed their identity, for example by a log-in. */
export const hasRecentProof = (c: ApiContext): boolean =>
  Date.now() - Date.parse(getVisitor(c).authenticated_at) < RECENT_PROOF_MS

/**
 * Returns the route's row in ROUTE_ACCESS; null for a GET route that has no row.
 * Throws if a mutating route has none.
 */
function findRouteAccess(c: ApiContext): RouteAccess | null {
  // Hono responds to HEAD with the GET route.
  const routeMethod = c.req.method === "HEAD" ? "GET" : c.req.method
  for (const { method, path } of matchedRoutes(c)) {
    if (method !== routeMethod) continue
    const row = getRouteAccess(method, path)
    if (row) return row
    if (!isReadRequest(c)) throw new Error(`${method} ${path} has no row in route-access.ts`)
  }
  return null
}

const guardRoute: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const [access, proof] = findRouteAccess(c) ?? ["anonymous", "none"]
  const refusal = await getRefusal(c, access)
  if (refusal) return refusal
  return proof === "recent" && !hasRecentProof(c) ? createProblem("sign_in_again") : next()
}

export function getVisitor(c: ApiContext): Visitor {
  if (!c.var.visitor) throw new Error(`${c.req.path} has no guard`)
  return c.var.visitor
}

export function sendCookies(c: ApiContext, cookies: string[]): void {
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true })
}

/**
 * Continues the work after the response, and logs its failure.
 * Without `waitUntil`, the response waits for the work.
 */
export async function runAfterResponse(c: ApiContext, work: Promise<unknown>): Promise<void> {
  const loggedWork = work.catch((error) => logFailure("Work after a response failed", error))
  if (c.env.netlify?.waitUntil) c.env.netlify.waitUntil(loggedWork)
  else await loggedWork
}

export const createHandler = (app: Hono<ApiEnv>) => (request: Request, netlify: FunctionContext) =>
  refuseInPreview(request, netlify.deploy?.context) ?? app.fetch(request, { netlify })
