import { Secret, TOTP } from "otpauth"
import type { Db } from "../../../db/client.ts"
import { makeUser, type UserOptions } from "../factories.ts"

/** Returns the code that an authenticator app shows `periods` × 30 seconds from now. */
export const makeCode = (secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + periods * 30_000,
  })

export async function makeFactor(db: Db, userId: string): Promise<string> {
  const secret = new Secret({ size: 20 })
  await db.one`
    insert into second_factors (user_id, secret, confirmed_at)
    values (${userId}, decode(${secret.hex}, 'hex'), now())`
  return secret.base32
}

export async function makeUserWithFactor(db: Db, options: UserOptions = {}) {
  const user = await makeUser(db, options)
  return { ...user, secret: await makeFactor(db, user.id) }
}

/** Moves a member's sessions into the past by a Postgres interval. */
export const ageSessions = (db: Db, userId: string, age: string) => db.one`
  update sessions set authenticated_at = authenticated_at - ${age}::interval,
    created_at = created_at - ${age}::interval
  where user_id = ${userId}`
