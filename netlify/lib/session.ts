/** Who is asking: sessions by lucia, cookies by us, since lucia knows one lifetime only. */
import { Lucia, TimeSpan } from "lucia"
import type { Query } from "../../db/client.ts"
import { endingOf, type Role, type SignInMethod } from "../../db/queries/sessions.ts"
import { hashOf, sessionStore } from "./session-store.ts"

declare module "lucia" {
  interface Register {
    Lucia: typeof lucia
    DatabaseUserAttributes: { email: string; role: Role }
    DatabaseSessionAttributes: {
      remember: boolean
      method: SignInMethod
      userAgent: string | null
      /** What else is done in the transaction that opens the session. */
      before: Query<unknown>[]
      /** What the database tells of a session that is there. */
      known?: { deviceId: string; createdAt: string; wait: number }
    }
  }
}

const LIFETIME_DAYS = 30
const LIFETIME_SECONDS = LIFETIME_DAYS * 24 * 60 * 60
const USER_AGENT_MAX = 300

const luciaWith = (isWrite: boolean) =>
  new Lucia(sessionStore(isWrite), {
    sessionExpiresIn: new TimeSpan(LIFETIME_DAYS, "d"),
    getUserAttributes: ({ email, role }) => ({ email, role }),
    getSessionAttributes: ({ remember, method, known }) => ({ remember, method, known }),
  })

const lucia = luciaWith(false)
const luciaForWrites = luciaWith(true)

/** Holds the session's id; scripts cannot read it. */
export const SESSION_COOKIE = "daina_session"
/** Lives as long and says only that asking who is signed in is worth a request. */
export const SIGNED_IN_COOKIE = "daina_signed_in"

export interface Visitor {
  userId: string
  email: string
  role: Role
  /** The session's id in the member's list of devices. */
  deviceId: string
  remember: boolean
  method: SignInMethod
  /** When they signed in, an ISO moment. */
  signedInAt: string
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

const isSecure = (request: Request) =>
  new URL(process.env.SITE_URL ?? request.url).protocol === "https:"

const sessionCookies = (request: Request, id: string, remember: boolean) =>
  cookies(id, remember ? `; Max-Age=${LIFETIME_SECONDS}` : "", isSecure(request))

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
  const { deviceId = "", createdAt = "", wait = 0 } = session.known ?? {}
  return {
    userId: user.id,
    email: user.email,
    role: user.role,
    deviceId,
    remember: session.remember,
    method: session.method,
    signedInAt: createdAt,
    wait,
    // Sliding life: lucia moved the end, so the browser must learn of it.
    renewedCookies:
      session.fresh && session.remember ? sessionCookies(request, session.id, true) : [],
  }
}

/** The session id that a request carries, or null. */
export function sessionIdOf(request: Request): string | null {
  const name = sessionCookieName(isSecure(request))
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([a-z0-9]+)(?:;|$)`)
  return pattern.exec(request.headers.get("cookie") ?? "")?.[1] ?? null
}

export interface SessionStart {
  remember: boolean
  method: SignInMethod
  /** What belongs into the same transaction. */
  before?: Query<unknown>[]
}

/** Opens a session and returns its `Set-Cookie` values. A session the browser had before is ended. */
export async function startSession(
  request: Request,
  userId: string,
  { remember, method, before = [] }: SessionStart,
): Promise<string[]> {
  const former = sessionIdOf(request)
  const session = await lucia.createSession(userId, {
    remember,
    method,
    userAgent: request.headers.get("user-agent")?.slice(0, USER_AGENT_MAX) ?? null,
    before: [...before, ...(former ? [endingOf(hashOf(former))] : [])],
  })
  return sessionCookies(request, session.id, remember)
}

/** Ends the request's session, if it has one. */
export async function stopSession(request: Request): Promise<void> {
  const id = sessionIdOf(request)
  if (id) await lucia.invalidateSession(id)
}
