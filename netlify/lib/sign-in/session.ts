/**
 * Sessions and their cookies. The library Lucia finds, extends and ends sessions. This module opens sessions and
 * creates cookies itself, because Lucia does not support transactions or cookies with different lifetimes.
 */
import { randomBytes } from "node:crypto"
import { type Adapter, Lucia, TimeSpan } from "lucia"
import { authDatabase, type Query } from "../../../db/client.ts"
import { openSignInStep } from "../../../db/queries/accounts/second-factor.ts"
import {
  endSessionQuery,
  extendSession,
  findSession,
  openSession,
  refusePublishedPasswordQuery,
  requireNoSecondFactorQuery,
  type SessionRow,
  type SignInMethod,
} from "../../../db/queries/accounts/sessions.ts"
import { isPublicSite } from "../http/site-url.ts"
import { createPrivateCookie, createReadableCookie, readPrivateCookie } from "./cookies.ts"
import { createToken, hashToken } from "./tokens.ts"

declare module "lucia" {
  interface Register {
    Lucia: typeof lucia
    DatabaseUserAttributes: object
    DatabaseSessionAttributes: SessionRow
  }
}

const SECONDS_PER_DAY = 24 * 60 * 60
const LIFETIME_DAYS = 30
/** The database ends a session at the same age, even if it was extended. */
const SESSION_MAX_DAYS = 90
/** The database forgets a known browser (a device) after the same time. */
const DEVICE_LIFETIME_SECONDS = 180 * SECONDS_PER_DAY
/** The database ends a log-in that waits for the second factor after the same time. */
const STEP_LIFETIME_SECONDS = 10 * 60
const MAX_USER_AGENT_LENGTH = 300

const SESSION_COOKIE = "daina_session"
const SESSION_ID = /[a-z0-9]+/
/** The site's scripts can read this cookie, and request the session only if it exists. */
const SIGNED_IN_COOKIE = "daina_signed_in"
/** This cookie identifies a device, which is a browser that has logged in before. The cookie grants no access. */
const DEVICE_COOKIE = "daina_device"
/** This cookie identifies a log-in that waits for the second factor. */
const STEP_COOKIE = "daina_step"

const daysFromNow = (days: number) => new Date(Date.now() + days * SECONDS_PER_DAY * 1000)

/**
 * Returns the end of the session for Lucia. If the session has its maximum length, returns a distant date,
 * because Lucia would otherwise try to extend it on each request.
 */
function getLuciaExpiry({ expires_at, created_at }: SessionRow): Date {
  const expires = new Date(expires_at)
  const maximum = Date.parse(created_at) + SESSION_MAX_DAYS * SECONDS_PER_DAY * 1000
  const isAtMaximum = expires.getTime() >= maximum && expires > new Date()
  return isAtMaximum ? daysFromNow(SESSION_MAX_DAYS) : expires
}

const throwUnsupported = () => {
  throw new Error("Sessions are opened and listed by db/queries/accounts/sessions.ts")
}

/** If `isWrite`, each lookup counts toward the member's rate limit of writes. */
function createSessionAdapter(isWrite: boolean): Adapter {
  const getDb = () => authDatabase(isWrite ? "writes" : "reads").as(null)
  return {
    async getSessionAndUser(id) {
      const row = await findSession(getDb(), hashToken(id), {
        isWrite,
        isPublicSite: isPublicSite(),
      })
      if (!row) return [null, null]
      const { user_id: userId } = row
      return [
        { id, userId, expiresAt: getLuciaExpiry(row), attributes: row },
        { id: userId, attributes: {} },
      ]
    },
    async updateSessionExpiration(id, expiresAt) {
      await extendSession(getDb(), hashToken(id), expiresAt.toISOString())
    },
    async deleteSession(id) {
      await authDatabase()
        .as(null)
        .batch([endSessionQuery(hashToken(id))])
    },
    setSession: throwUnsupported,
    getUserSessions: throwUnsupported,
    deleteUserSessions: throwUnsupported,
    deleteExpiredSessions: throwUnsupported,
  }
}

const createLucia = ({ isWrite }: { isWrite: boolean }) =>
  new Lucia(createSessionAdapter(isWrite), {
    sessionExpiresIn: new TimeSpan(LIFETIME_DAYS, "d"),
    getSessionAttributes: (row) => ({ row }),
  })

const lucia = createLucia({ isWrite: false })
const luciaForWrites = createLucia({ isWrite: true })

export interface Visitor extends SessionRow {
  renewedCookies: string[]
}

/**
 * Returns Set-Cookie headers. If `remember` is false, closing the browser ends the cookies.
 * `createdAt` is the start of a session that is extended; omitted for a new session.
 */
function createSessionCookies(request: Request, id: string, remember: boolean, createdAt?: string) {
  const age = createdAt ? (Date.now() - Date.parse(createdAt)) / 1000 : 0
  const remainingSeconds = Math.floor(SESSION_MAX_DAYS * SECONDS_PER_DAY - age)
  const seconds = remember ? Math.min(LIFETIME_DAYS * SECONDS_PER_DAY, remainingSeconds) : undefined
  return [
    createPrivateCookie(request, SESSION_COOKIE, id, seconds),
    createReadableCookie(request, SIGNED_IN_COOKIE, "1", seconds),
  ]
}

export const createExpiredSessionCookies = (request: Request) => [
  createPrivateCookie(request, SESSION_COOKIE, "", 0),
  createReadableCookie(request, SIGNED_IN_COOKIE, "", 0),
]

/** Returns null if the request has no valid session. If `isWrite`, counts toward the member's rate limit of writes. */
export async function findVisitor(
  request: Request,
  { isWrite }: { isWrite: boolean },
): Promise<Visitor | null> {
  const id = readSessionId(request)
  if (!id) return null
  const { session } = await (isWrite ? luciaForWrites : lucia).validateSession(id)
  if (!session) return null
  const { row } = session
  return {
    ...row,
    renewedCookies:
      session.fresh && row.remember ? createSessionCookies(request, id, true, row.created_at) : [],
  }
}

export const readSessionId = (request: Request): string | null =>
  readPrivateCookie(request, SESSION_COOKIE, SESSION_ID)

export function readDeviceHash(request: Request): string | null {
  const token = readPrivateCookie(request, DEVICE_COOKIE)
  return token && hashToken(token)
}

/**
 * Returns the token of the browser's device cookie as a hash and as a cookie. Creates a new token for an unknown
 * browser, and after a password reset (`isReset`), because another person may know the old token.
 */
export function getOrCreateDevice(
  request: Request,
  { isReset = false } = {},
): { hash: string; cookie: string } {
  const token = (isReset ? null : readPrivateCookie(request, DEVICE_COOKIE)) ?? createToken()
  return {
    hash: hashToken(token),
    cookie: createPrivateCookie(request, DEVICE_COOKIE, token, DEVICE_LIFETIME_SECONDS),
  }
}

export const createExpiredDeviceCookies = (request: Request): string[] =>
  readDeviceHash(request) ? [createPrivateCookie(request, DEVICE_COOKIE, "", 0)] : []

export interface SessionStart {
  remember: boolean
  method: SignInMethod
  queriesBefore?: Query<unknown>[]
  /** Whether to start the session without asking for the second factor, for example because it was just confirmed. */
  skipsSecondFactor?: boolean
  /** Whether to email the member if the browser has not logged in to the account before. */
  notifiesOfNewDevice?: boolean
}

export const readUserAgent = (request: Request): string | null =>
  request.headers.get("user-agent")?.slice(0, MAX_USER_AGENT_LENGTH) ?? null

/** Starts a session and ends the browser's previous session. Returns Set-Cookie headers. */
export async function startSession(
  request: Request,
  userId: string,
  {
    remember,
    method,
    queriesBefore = [],
    skipsSecondFactor = false,
    notifiesOfNewDevice = false,
  }: SessionStart,
): Promise<string[]> {
  const previousId = readSessionId(request)
  const device = getOrCreateDevice(request)
  const id = randomBytes(32).toString("hex")
  const session = {
    hash: hashToken(id),
    userId,
    remember,
    method,
    userAgent: readUserAgent(request),
    deviceHash: device.hash,
    notifiesOfNewDevice,
    expiresAt: daysFromNow(LIFETIME_DAYS).toISOString(),
  }
  await openSession(authDatabase().as({ userId }), session, [
    ...queriesBefore,
    ...(previousId ? [endSessionQuery(hashToken(previousId))] : []),
    ...(skipsSecondFactor ? [] : [requireNoSecondFactorQuery(userId)]),
    ...(isPublicSite() ? [refusePublishedPasswordQuery(userId)] : []),
  ])
  return [...createSessionCookies(request, id, remember), device.cookie]
}

export function readStepHash(request: Request): string | null {
  const token = readPrivateCookie(request, STEP_COOKIE)
  return token && hashToken(token)
}

/**
 * Stores that the log-in waits for the second factor.
 * Returns the Set-Cookie header by which the browser continues it.
 */
export async function storeSignInStep(
  request: Request,
  userId: string,
  { cancelsDeletion, queriesBefore = [], ...step }: SessionStart & { cancelsDeletion: boolean },
): Promise<string> {
  const token = createToken()
  const db = authDatabase().as({ userId })
  await openSignInStep(db, hashToken(token), { ...step, userId, cancelsDeletion }, queriesBefore)
  return createPrivateCookie(request, STEP_COOKIE, token, STEP_LIFETIME_SECONDS)
}

export const createExpiredStepCookie = (request: Request): string =>
  createPrivateCookie(request, STEP_COOKIE, "", 0)

export async function endRequestSession(request: Request): Promise<void> {
  const id = readSessionId(request)
  if (id) await lucia.invalidateSession(id)
}
