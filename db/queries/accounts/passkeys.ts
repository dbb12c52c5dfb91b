/** Passkeys. Credentials, keys and hashes are hexadecimal. */
import type { Passkey } from "../../../src/features/account/passkeys/schema.ts"
import { type Db, type Query, query } from "../../client.ts"
import { countAttempt } from "./attempts.ts"
import type { Role } from "./sessions.ts"

/** What an authenticator signs for. */
export type PasskeyPurpose = "sign_in" | "register" | "prove"

/** Notes a challenge for signing in; the seconds to wait where there were too many, else 0. */
export const openSignInChallenge = async (db: Db, hash: string, address: string): Promise<number> =>
  (await db.value<number>`
    select wait, case when wait = 0 then open_passkey_challenge(decode(${hash}, 'hex'), 'sign_in') end
    from ${countAttempt("passkey", address)}`) ?? 0

export interface PasskeyFacts {
  /** What authenticators know the member by. */
  handle: string
  passkeys: { credential: string; transports: string[] }[]
}

/** Notes a challenge for the viewer, and gives what their authenticator has to know. */
export async function openOwnChallenge(
  db: Db,
  hash: string,
  purpose: Exclude<PasskeyPurpose, "sign_in">,
): Promise<PasskeyFacts> {
  const [, [row]] = await db.batch([
    query`select open_passkey_challenge(decode(${hash}, 'hex'), ${purpose})`,
    query<{ facts: PasskeyFacts }>`select own_passkey_facts() as facts`,
  ])
  if (!row) throw new Error("own_passkey_facts() gave no row")
  return row.facts
}

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

/** Uses up a challenge; false where it waits no more. */
const takeChallenge = (hash: string, purpose: PasskeyPurpose) =>
  query<{ taken: boolean }>`
    select take_passkey_challenge(decode(${hash}, 'hex'), ${purpose}) as taken`

/** The same, and the passkey of a credential, or null. For a viewer theirs alone. */
export async function takeChallengeFor(
  db: Db,
  hash: string,
  purpose: PasskeyPurpose,
  credential: string,
): Promise<{ isTaken: boolean; passkey: FoundPasskey | null }> {
  const [[challenge], [passkey = null]] = await db.batch([
    takeChallenge(hash, purpose),
    query<FoundPasskey>`
      select user_id, email, role, is_blocked, is_leaving, handle, passkey_id, public_key,
        sign_count::float8 as sign_count
      from passkey_by_credential(decode(${credential}, 'hex'), ${purpose})`,
  ])
  return { isTaken: challenge?.taken ?? false, passkey }
}

export const takeRegistration = async (db: Db, hash: string): Promise<boolean> =>
  (await db.batch([takeChallenge(hash, "register")]))[0][0]?.taken ?? false

/** Notes that the viewer's passkey was used; fails where it has not counted on, or is gone. */
export const recordPasskeyUse = (id: string, count: number): Query<unknown> =>
  query`select use_passkey(${id}, ${count})`

export interface NewPasskey {
  credential: string
  publicKey: string
  count: number
  transports: string[]
  name: string
}

/** Null where the viewer has as many as anybody may. */
export const addPasskey = (db: Db, passkey: NewPasskey) => db.one<Passkey>`
  select id, name, created_at, last_used_at
  from add_passkey(decode(${passkey.credential}, 'hex'), decode(${passkey.publicKey}, 'hex'),
    ${passkey.count}, ${passkey.transports}::text[], ${passkey.name})`

/** The viewer's, the oldest first. */
export const ownPasskeys = (db: Db) => db.many<Passkey>`
  select id, name, created_at, last_used_at from passkeys
  where user_id = current_viewer() order by created_at, id`

export const renamePasskey = (db: Db, id: string, name: string) => db.one<Passkey>`
  update passkeys set name = ${name} where id = ${id} and user_id = current_viewer()
  returning id, name, created_at, last_used_at`

export const removePasskey = (db: Db, id: string) =>
  db.value<"done" | "not_found" | "last_way_in">`select remove_passkey(${id})`
