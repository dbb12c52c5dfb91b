/** Lucia's view of our sessions table: ids become hashes on the way in, and the raw id goes back out. */
import { createHash } from "node:crypto"
import type { Adapter } from "lucia"
import { database } from "../../db/client.ts"
import {
  deleteExpiredSessions,
  endOwnSessions,
  endSession,
  extendSession,
  openSession,
  sessionByToken,
} from "../../db/queries/sessions.ts"

/** SHA-256 of a session id, in hexadecimal: all that the database ever sees of it. */
export const hashOf = (id: string) => createHash("sha256").update(id).digest("hex")

const stranger = () => database().as(null)

/** The store; `isWrite` counts each look at a session towards its member's limit. */
export const sessionStore = (isWrite: boolean): Adapter => ({
  async getSessionAndUser(id) {
    const row = await sessionByToken(stranger(), hashOf(id), isWrite)
    if (!row) return [null, null]
    const { user_id, email, role, session_id, expires_at, ...session } = row
    return [
      {
        id,
        userId: user_id,
        expiresAt: new Date(expires_at),
        attributes: {
          remember: session.remember,
          method: session.method,
          userAgent: null,
          before: [],
          known: { deviceId: session_id, createdAt: session.created_at, wait: session.wait },
        },
      },
      { id: user_id, attributes: { email, role } },
    ]
  },
  async setSession({ id, userId, expiresAt, attributes }) {
    const { remember, method, userAgent, before } = attributes
    await openSession(
      database().as({ userId }),
      { hash: hashOf(id), userId, remember, method, userAgent, expiresAt: expiresAt.toISOString() },
      before,
    )
  },
  updateSessionExpiration: (id, expiresAt) =>
    extendSession(stranger(), hashOf(id), expiresAt.toISOString()),
  deleteSession: (id) => endSession(stranger(), hashOf(id)),
  deleteUserSessions: (userId) => endOwnSessions(database().as({ userId })),
  deleteExpiredSessions: () => deleteExpiredSessions(stranger()),
  // The list of a member's devices is a query of its own; lucia never needs it.
  getUserSessions: async () => [],
})
