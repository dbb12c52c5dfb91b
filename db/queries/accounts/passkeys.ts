/**
 * Log-ins with passkeys (WebAuthn). A challenge is a random text that the passkey signs; the database stores its hash
 * and accepts it once. Credentials, keys and hashes are hexadecimal.
 */
import type { Passkey } from "../../../src/features/account/passkeys/schema.ts"
import { type Db, type Query, query } from "../../client.ts"
import { countAttemptSql } from "./attempts.ts"
import type { Role } from "./sessions.ts"

export type PasskeyPurpose = "sign_in" | "register" | "prove"

/** Returns the seconds to wait after too many challenges, or 0. */
export const openSignInChallenge = async (
  db: Db,
  hash: string,
  ipAddress: string,
): Promise<number> =>
  (await db.value<number>`
    select wait, case when wait = 0 then open_passkey_challenge(decode(${hash}, 'hex'), 'sign_in') end
    from ${countAttemptSql("passkey", ipAddress)}`) ?? 0

export interface OwnPasskeyData {
  /** The WebAuthn id of the member. */
  handle: string
  passkeys: { credential: string; transports: string[] }[]
}

export async function openOwnChallenge(
  db: Db,
  hash: string,
  purpose: Exclude<PasskeyPurpose, "sign_in">,
): Promise<OwnPasskeyData> {
  const [, [row]] = await db.batch([
    query`select open_passkey_challenge(decode(${hash}, 'hex'), ${purpose})`,
    query<{ data: OwnPasskeyData }>`select get_own_passkey_data() as data`,
  ])
  if (!row) throw new Error("get_own_passkey_data() returned no row")
  return row.data
}

/** A passkey with its account. `sign_count` is the counter of the last use. */
export interface FoundPasskey {
  user_id: string
  email: string
  role: Role
  is_blocked: boolean
  is_leaving: boolean
  handle: string
  passkey_id: string
  public_key: string
  sign_count: number
}

const consumeChallengeQuery = (hash: string, purpose: PasskeyPurpose) =>
  query<{ is_valid: boolean }>`
    select use_passkey_challenge(decode(${hash}, 'hex'), ${purpose}) as is_valid`

/**
 * Deletes the challenge and finds the passkey, which is null for an unknown credential. Finds only the viewer's
 * passkeys, unless the purpose is `sign_in`.
 */
export async function consumeChallenge(
  db: Db,
  hash: string,
  purpose: PasskeyPurpose,
  credential: string,
): Promise<{ isValid: boolean; passkey: FoundPasskey | null }> {
  const [[challenge], [passkey = null]] = await db.batch([
    consumeChallengeQuery(hash, purpose),
    query<FoundPasskey>`
      select user_id, email, role, is_blocked, is_leaving, handle, passkey_id, public_key,
        sign_count::float8 as sign_count
      from find_passkey(decode(${credential}, 'hex'), ${purpose})`,
  ])
  return { isValid: challenge?.is_valid ?? false, passkey }
}

export const consumeRegistrationChallenge = async (db: Db, hash: string): Promise<boolean> =>
  (await db.batch([consumeChallengeQuery(hash, "register")]))[0][0]?.is_valid ?? false

/** Stores the counter of the passkey. Fails if it has not increased, or if the passkey was removed. */
export const recordPasskeyUseQuery = (id: string, signCount: number): Query<unknown> =>
  query`select use_passkey(${id}, ${signCount})`

export interface NewPasskey {
  credential: string
  publicKey: string
  signCount: number
  transports: string[]
  name: string
}

/** Returns null if the viewer has the maximum number of passkeys. */
export const addPasskey = (db: Db, passkey: NewPasskey) => db.one<Passkey>`
  select id, name, created_at, last_used_at
  from add_passkey(decode(${passkey.credential}, 'hex'), decode(${passkey.publicKey}, 'hex'),
    ${passkey.signCount}, ${passkey.transports}::text[], ${passkey.name})`

export const listOwnPasskeys = (db: Db) => db.many<Passkey>`
  select id, name, created_at, last_used_at from passkeys
  where user_id = current_viewer() order by created_at, id`

export const renamePasskey = (db: Db, id: string, name: string) => db.one<Passkey>`
  update passkeys set name = ${name} where id = ${id} and user_id = current_viewer()
  returning id, name, created_at, last_used_at`

export const removePasskey = (db: Db, id: string) =>
  db.value<"done" | "not_found" | "last_way_in">`select remove_passkey(${id})`
