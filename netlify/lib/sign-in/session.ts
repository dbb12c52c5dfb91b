/** Who is asking: sessions by lucia, cookies by us, since lucia knows one lifetime only. */
import { randomBytes } from "node:crypto"
import { Lucia, TimeSpan } from "lucia"
import { authDatabase, type Query } from "../../../db/client.ts"
import { openSignInStep } from "../../../db/queries/accounts/second-factor.ts"
import {
  endSession,
  type Role,
  type SessionRow,
  type SignInMethod,
} from "../../../db/queries/accounts/sessions.ts"
import type { NewsroomGrant } from "../../../src/schema/roles.ts"
import { isSecure } from "../http/site-url.ts"
import { hashOf, SESSION_MAX_DAYS, sessionStore } from "./session-store.ts"

declare module "lucia" {
  interface Register {
    Lucia: typeof lucia
    DatabaseUserAttributes: Pick<
      SessionRow,
      "email" | "role" | "newsroom" | "display_name" | "avatar_url" | "factor_due_at"
    >
    DatabaseSessionAttributes: {
      remember: boolean
      method: SignInMethod
      userAgent: string | null
      /** The hash of the browser's own token. */
      knownDevice: string
      /** What else is done in the transaction that opens the session. */
      before: Query<unknown>[]
      /** Whether a second factor was shown, or need not be. */
      isProven: boolean
      tellsOfDevice: boolean
      /** What the database tells of a session that is there. */
      known?: {
        deviceId: string
        createdAt: string
        authenticatedAt: string
        wait: number
        claim: string
      }
    }
  }
}

const LIFETIME_DAYS = 30
const LIFETIME_SECONDS = LIFETIME_DAYS * 24 * 60 * 60
const USER_AGENT_MAX = 300

const luciaWith = (isWrite: boolean) =>
  new Lucia(sessionStore(isWrite), {
    sessionExpiresIn: new TimeSpan(LIFETIME_DAYS, "d"),
    getUserAttributes: (attributes) => attributes,
    getSessionAttributes: ({ remember, method, known }) => ({ remember, method, known }),
  })

const lucia = luciaWith(false)
const luciaForWrites = luciaWith(true)

/** Holds the session's id; scripts cannot read it. */
const SESSION_COOKIE = "daina_session"
/** Lives as long and says only that asking who is signed in is worth a request. */
const SIGNED_IN_COOKIE = "daina_signed_in"

export interface Visitor {
  userId: string
  /** What the database knows them by. */
  claim: string
  email: string
  role: Role
  /** What they may do with news; super admins are editors. */
  newsroom: NewsroomGrant | null
  /** As they see them themselves; null without a profile. */
  name: string | null
  avatarUrl: string | null
  /** The session's id in the member's list of devices. */
  deviceId: string
  remember: boolean
  method: SignInMethod
  /** When they last showed that it is them, an ISO moment. */
  authenticatedAt: string
  /** Until when they may go without the second factor that their role demands, an ISO moment; else null. */
  factorDueAt: string | null
  /** Seconds until they may write again, 0 when they may now. */
  wait: number
  /** The cookies to send again, when the session was just lengthened. */
  renewedCookies: string[]
}

// Over https with a prefix that browsers heed: no other host, and no page without TLS, can set this cookie.
const sessionCookieName = (secure: boolean) =>
  secure ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE

function cookies(id: string, lifetime: string, secure: boolean): string[] {
  const attributes = `Path=/; SameSite=Lax${secure ? "; Secure" : ""}${lifetime}`
  return [
    `${sessionCookieName(secure)}=${id}; HttpOnly; ${attributes}`,
    `${SIGNED_IN_COOKIE}=${id ? "1" : ""}; ${attributes}`,
  ]
}

/** `createdAt`: of a session that is lengthened. */
function sessionCookies(request: Request, id: string, remember: boolean, createdAt?: string) {
  const age = createdAt ? (Date.now() - Date.parse(createdAt)) / 1000 : 0
  const seconds = Math.min(LIFETIME_SECONDS, Math.floor(SESSION_MAX_DAYS * 24 * 60 * 60 - age))
  return cookies(id, remember ? `; Max-Age=${seconds}` : "", isSecure(request))
}

/** `Set-Cookie` values that end a session in the browser. */
export const blankCookies = (request: Request) => cookies("", "; Max-Age=0", isSecure(request))

/**
 * The signed-in visitor of a request, or null; one round trip to the database, none without a cookie. A
 * write counts towards the member's limit.
 */
export async function visitorOf(request: Request, isWrite = false): Promise<Visitor | null> {
  const id = sessionIdOf(request)
  if (!id) return null
  const { session, user } = await (isWrite ? luciaForWrites : lucia).validateSession(id)
  if (!session) return null
  const {
    deviceId = "",
    createdAt = "",
    authenticatedAt = "",
    wait = 0,
    claim = "",
  } = session.known ?? {}
  return {
    userId: user.id,
    claim,
    email: user.email,
    role: user.role,
    newsroom: user.newsroom,
    name: user.display_name,
    avatarUrl: user.avatar_url,
    deviceId,
    remember: session.remember,
    method: session.method,
    authenticatedAt,
    factorDueAt: user.factor_due_at,
    wait,
    // Sliding life: lucia moved the end, so the browser must learn of it.
    renewedCookies:
      session.fresh && session.remember ? sessionCookies(request, session.id, true, createdAt) : [],
  }
}

/** The session id that a request carries, or null. */
export function sessionIdOf(request: Request): string | null {
  const name = sessionCookieName(isSecure(request))
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([a-z0-9]+)(?:;|$)`)
  return pattern.exec(request.headers.get("cookie") ?? "")?.[1] ?? null
}

/** A browser's own token says that somebody has signed in here before, and opens nothing. As long as the database knows one that is not used. */
const DEVICE_LIFETIME_SECONDS = 180 * 24 * 60 * 60

// Over https with a prefix that browsers heed, as the session's.
const deviceCookieName = (request: Request) =>
  isSecure(request) ? "__Host-daina_device" : "daina_device"

function deviceTokenOf(request: Request): string | null {
  const pattern = new RegExp(`(?:^|;\\s*)${deviceCookieName(request)}=([\\w-]{43})(?:;|$)`)
  return pattern.exec(request.headers.get("cookie") ?? "")?.[1] ?? null
}

/** The hash of the request's token, all that the database ever sees of it; null without one. */
export function deviceHashOf(request: Request): string | null {
  const token = deviceTokenOf(request)
  return token && hashOf(token)
}

const deviceCookie = (request: Request, token: string, seconds: number) =>
  `${deviceCookieName(request)}=${token}; HttpOnly; Path=/; SameSite=Lax${
    isSecure(request) ? "; Secure" : ""
  }; Max-Age=${seconds}`

/**
 * What makes the request's browser known from now on: its token's hash, and the cookie to send. After a
 * reset it is a new token, since somebody else may know the one from before.
 */
export function knownDevice(request: Request, isReset = false): { hash: string; cookie: string } {
  const token = (isReset ? null : deviceTokenOf(request)) ?? randomBytes(32).toString("base64url")
  return { hash: hashOf(token), cookie: deviceCookie(request, token, DEVICE_LIFETIME_SECONDS) }
}

/** `Set-Cookie` values that leave nothing in the browser of somebody whose account is gone. */
export const blankDevice = (request: Request): string[] =>
  deviceTokenOf(request) ? [deviceCookie(request, "", 0)] : []

export interface SessionStart {
  remember: boolean
  method: SignInMethod
  /** What belongs into the same transaction. */
  before?: Query<unknown>[]
  /** Whether a second factor was shown, or need not be: else an account that has one opens no session. */
  isProven?: boolean
  /** Whether the member hears of it by mail where they have not logged in with this browser before. */
  tellsOfDevice?: boolean
}

/** What the browser says that it is, null for nothing. */
export const userAgentOf = (request: Request): string | null =>
  request.headers.get("user-agent")?.slice(0, USER_AGENT_MAX) ?? null

/**
 * Opens a session and returns its `Set-Cookie` values. A session the browser had before is ended, and the
 * browser is known to the account from now on.
 */
export async function startSession(
  request: Request,
  userId: string,
  { remember, method, before = [], isProven = false, tellsOfDevice = false }: SessionStart,
): Promise<string[]> {
  const former = sessionIdOf(request)
  const device = knownDevice(request)
  // Lucia's own ids have 200 random bits.
  const sessionId = randomBytes(32).toString("hex")
  const attributes = {
    remember,
    method,
    userAgent: userAgentOf(request),
    knownDevice: device.hash,
    before: [...before, ...(former ? [endSession(hashOf(former))] : [])],
    isProven,
    tellsOfDevice,
  }
  const session = await lucia.createSession(userId, attributes, { sessionId })
  return [...sessionCookies(request, session.id, remember), device.cookie]
}

/** A sign-in that waits for its second factor; good for ten minutes, as in the database. */
const STEP_SECONDS = 10 * 60

const stepCookieName = (request: Request) =>
  isSecure(request) ? "__Host-daina_step" : "daina_step"

const stepCookie = (request: Request, token: string, seconds: number) =>
  `${stepCookieName(request)}=${token}; HttpOnly; Path=/; SameSite=Lax${
    isSecure(request) ? "; Secure" : ""
  }; Max-Age=${seconds}`

/** The hash of the token that the request's sign-in waits under, or null. */
export function stepHashOf(request: Request): string | null {
  const pattern = new RegExp(`(?:^|;\\s*)${stepCookieName(request)}=([\\w-]{43})(?:;|$)`)
  const token = pattern.exec(request.headers.get("cookie") ?? "")?.[1]
  return token ? hashOf(token) : null
}

/** Lets a sign-in wait for its second factor, and returns the `Set-Cookie` value that it goes on by. */
export async function waitForFactor(
  request: Request,
  userId: string,
  { keeps = false, before = [], ...step }: SessionStart & { keeps?: boolean },
): Promise<string> {
  const token = randomBytes(32).toString("base64url")
  await openSignInStep(
    authDatabase().as({ userId }),
    hashOf(token),
    { ...step, userId, keeps },
    before,
  )
  return stepCookie(request, token, STEP_SECONDS)
}

export const blankStep = (request: Request): string => stepCookie(request, "", 0)

/** Ends the request's session, if it has one. */
export async function stopSession(request: Request): Promise<void> {
  const id = sessionIdOf(request)
  if (id) await lucia.invalidateSession(id)
}
