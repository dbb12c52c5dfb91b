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
const hashOf = (id: string) => createHash("sha256").update(id).digest("hex")

const stranger = () => database().as(null)

export const sessionStore: Adapter = {
  async getSessionAndUser(id) {
    const row = await sessionByToken(stranger(), hashOf(id))
    if (!row) return [null, null]
    const { user_id, email, role, session_id, remember, expires_at } = row
    return [
      {
        id,
        userId: user_id,
        expiresAt: new Date(expires_at),
        attributes: { remember, deviceId: session_id, userAgent: null },
      },
      { id: user_id, attributes: { email, role } },
    ]
  },
  async setSession({ id, userId, expiresAt, attributes }) {
    await openSession(database().as({ userId }), {
      hash: hashOf(id),
      userId,
      remember: attributes.remember,
      userAgent: attributes.userAgent,
      expiresAt: expiresAt.toISOString(),
    })
  },
  updateSessionExpiration: (id, expiresAt) =>
    extendSession(stranger(), hashOf(id), expiresAt.toISOString()),
  deleteSession: (id) => endSession(stranger(), hashOf(id)),
  deleteUserSessions: (userId) => endOwnSessions(database().as({ userId })),
  deleteExpiredSessions: () => deleteExpiredSessions(stranger()),
  // The list of a member's devices is a query of its own; lucia never needs it.
  getUserSessions: async () => [],
}
