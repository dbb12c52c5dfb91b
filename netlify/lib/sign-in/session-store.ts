/** Lucia's view of our sessions table: ids become hashes on the way in, and the raw id goes back out. */
import { createHash } from "node:crypto"
import type { Adapter } from "lucia"
import { authDatabase } from "../../../db/client.ts"
import {
  deleteExpiredSessions,
  endOwnSessions,
  endSession,
  extendSession,
  openSession,
  refusePublishedPassword,
  requireOneFactor,
  type SessionRow,
  sessionByToken,
} from "../../../db/queries/accounts/sessions.ts"
import { isPublicSite } from "../http/site-url.ts"

/** SHA-256 of a session id, in hexadecimal: all that the database ever sees of it. */
export const hashOf = (id: string) => createHash("sha256").update(id).digest("hex")

const DAY_MS = 24 * 60 * 60 * 1000
/** No session is longer, however often it is used; the database holds to it as well. */
export const SESSION_MAX_DAYS = 90

/**
 * When a session ends, for lucia, which lengthens what has less than half of its days left: one that cannot be
 * lengthened any more would be tried at each call.
 */
function expiryFor({
  expires_at,
  created_at,
}: Pick<SessionRow, "expires_at" | "created_at">): Date {
  const expires = Date.parse(expires_at)
  const isLongest = expires >= Date.parse(created_at) + SESSION_MAX_DAYS * DAY_MS
  const isOver = expires <= Date.now()
  return new Date(isLongest && !isOver ? Date.now() + SESSION_MAX_DAYS * DAY_MS : expires)
}

const stranger = () => authDatabase().as(null)
const caller = (isWrite: boolean) => authDatabase(isWrite ? "writes" : "reads").as(null)

/** The store; `isWrite` counts each look at a session towards its member's limit. */
export const sessionStore = (isWrite: boolean): Adapter => ({
  async getSessionAndUser(id) {
    const row = await sessionByToken(caller(isWrite), hashOf(id), isWrite, isPublicSite())
    if (!row) return [null, null]
    const { user_id, email, role, newsroom, display_name, avatar_url, factor_due_at, ...session } =
      row
    const { session_id, created_at } = session
    return [
      {
        id,
        userId: user_id,
        expiresAt: expiryFor(session),
        attributes: {
          remember: session.remember,
          method: session.method,
          userAgent: null,
          knownDevice: "",
          before: [],
          isProven: true,
          tellsOfDevice: false,
          known: {
            deviceId: session_id,
            createdAt: created_at,
            authenticatedAt: session.authenticated_at,
            wait: session.wait,
            claim: session.claim,
          },
        },
      },
      {
        id: user_id,
        attributes: { email, role, newsroom, display_name, avatar_url, factor_due_at },
      },
    ]
  },
  async setSession({ id, userId, expiresAt, attributes }) {
    const { isProven, before, ...session } = attributes
    await openSession(
      authDatabase().as({ userId }),
      {
        hash: hashOf(id),
        userId,
        ...session,
        expiresAt: expiresAt.toISOString(),
      },
      [
        ...before,
        ...(isProven ? [] : [requireOneFactor(userId)]),
        ...(isPublicSite() ? [refusePublishedPassword(userId)] : []),
      ],
    )
  },
  async updateSessionExpiration(id, expiresAt) {
    await extendSession(caller(isWrite), hashOf(id), expiresAt.toISOString())
  },
  async deleteSession(id) {
    await stranger().batch([endSession(hashOf(id))])
  },
  async deleteUserSessions(userId) {
    await endOwnSessions(authDatabase().as({ userId }))
  },
  async deleteExpiredSessions() {
    await deleteExpiredSessions(stranger())
  },
  // The list of a member's devices is a query of its own; lucia never needs it.
  getUserSessions: async () => [],
})
