/** Who is asking: sessions by lucia, cookies by us, since lucia knows one lifetime only. */
import { Lucia, TimeSpan } from "lucia"
import type { Role } from "../../db/queries/sessions.ts"
import { sessionStore } from "./session-store.ts"

declare module "lucia" {
  interface Register {
    Lucia: typeof lucia
    DatabaseUserAttributes: { email: string; role: Role }
    DatabaseSessionAttributes: { remember: boolean; deviceId?: string; userAgent: string | null }
  }
}

const LIFETIME_DAYS = 30
const LIFETIME_SECONDS = LIFETIME_DAYS * 24 * 60 * 60
const USER_AGENT_MAX = 300

const lucia = new Lucia(sessionStore, {
  sessionExpiresIn: new TimeSpan(LIFETIME_DAYS, "d"),
  getUserAttributes: ({ email, role }) => ({ email, role }),
  getSessionAttributes: ({ remember, deviceId }) => ({ remember, deviceId }),
})

/** Holds the session's id; scripts cannot read it. */
export const SESSION_COOKIE = "daina_session"
/** Lives as long and says only that asking who is signed in is worth a request. */
export const SIGNED_IN_COOKIE = "daina_signed_in"

export interface Visitor {
  userId: string
  email: string
  role: Role
  sessionId: string
  deviceId: string | undefined
  /** The cookies to send again, when the session was just lengthened. */
  renewedCookies: string[]
}

function cookies(id: string, lifetime: string, secure: boolean): string[] {
  const attributes = `Path=/; SameSite=Lax${secure ? "; Secure" : ""}${lifetime}`
  return [
    `${SESSION_COOKIE}=${id}; HttpOnly; ${attributes}`,
    `${SIGNED_IN_COOKIE}=${id ? "1" : ""}; ${attributes}`,
  ]
}

const isSecure = (request: Request) =>
  new URL(process.env.SITE_URL ?? request.url).protocol === "https:"

const sessionCookies = (request: Request, id: string, remember: boolean) =>
  cookies(id, remember ? `; Max-Age=${LIFETIME_SECONDS}` : "", isSecure(request))

/** `Set-Cookie` values that end a session in the browser. */
export const blankCookies = (request: Request) => cookies("", "; Max-Age=0", isSecure(request))

/** The signed-in visitor of a request, or null; one round trip to the database, none without a cookie. */
export async function visitorOf(request: Request): Promise<Visitor | null> {
  const id = sessionIdOf(request)
  if (!id) return null
  const { session, user } = await lucia.validateSession(id)
  if (!session) return null
  return {
    userId: user.id,
    email: user.email,
    role: user.role,
    sessionId: session.id,
    deviceId: session.deviceId,
    // Sliding life: lucia moved the end, so the browser must learn of it.
    renewedCookies:
      session.fresh && session.remember ? sessionCookies(request, session.id, true) : [],
  }
}

/** The session id that a request carries, or null. */
export function sessionIdOf(request: Request): string | null {
  const pattern = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([a-z0-9]+)(?:;|$)`)
  return pattern.exec(request.headers.get("cookie") ?? "")?.[1] ?? null
}

/** Opens a session and returns its `Set-Cookie` values. A session the browser had before is ended. */
export async function startSession(
  request: Request,
  userId: string,
  remember: boolean,
): Promise<string[]> {
  const before = sessionIdOf(request)
  if (before) await lucia.invalidateSession(before)
  const userAgent = request.headers.get("user-agent")?.slice(0, USER_AGENT_MAX) ?? null
  const session = await lucia.createSession(userId, { remember, userAgent })
  return sessionCookies(request, session.id, remember)
}

/** Ends the request's session, if it has one. */
export async function stopSession(request: Request): Promise<void> {
  const id = sessionIdOf(request)
  if (id) await lucia.invalidateSession(id)
}
