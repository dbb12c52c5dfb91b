/** The second factor: codes of an app, and recovery codes. Hashes are hexadecimal. */
import { type Db, type Query, query } from "../../client.ts"
import { countAttempt, type LimitName } from "./attempts.ts"
import type { Role, SignInMethod } from "./sessions.ts"

/** A code that was right: an app's by its 30 seconds, a recovery code by its hash. */
export type RightCode = { step: number; recoveryHash: null } | { step: null; recoveryHash: string }

/** A sign-in that waits for its code. */
export interface SignInStep {
  user_id: string
  email: string
  role: Role
  method: Exclude<SignInMethod, "passkey">
  remember: boolean
  /** They gave the account up, and want it back. */
  keeps: boolean
  /** In hexadecimal. */
  secret: string
}

/** Lets a sign-in of the viewer wait, known by its token's hash. */
export const openSignInStep = (
  db: Db,
  hash: string,
  step: { userId: string; method: SignInMethod; remember: boolean; keeps: boolean },
  before: Query<unknown>[],
) =>
  db.batch([
    ...before,
    query`
      insert into sign_in_steps (token_hash, user_id, method, remember, keeps)
      values (decode(${hash}, 'hex'), ${step.userId}, ${step.method}, ${step.remember}, ${step.keeps})`,
  ])

const taken = (limit: LimitName, who: Query<unknown>) => query`take_attempt(${limit}, ${who})`

/** Codes tried in a browser that the member has used before are counted there; all others together. */
const takenFor = (device: string | null) => query`
  case when is_known_device(email::citext, decode(${device}, 'hex'))
    then ${taken("code device", query`user_id::text || ' ' || ${device}`)}
    else ${taken("code", query`user_id::text`)}
  end`

/** Counts a code that goes with a mailed link; the seconds to wait when there were too many, else 0. */
export const attemptCode = async (db: Db, userId: string): Promise<number> =>
  (await db.value<number>`select wait from ${countAttempt("code", userId)}`) ?? 0

/** Counts a code for a sign-in that waits; null where none does under that hash. */
export const attemptStep = (db: Db, hash: string, device: string | null) =>
  db.one<SignInStep & { wait: number }>`
    with step as materialized (select * from sign_in_step(decode(${hash}, 'hex')))
    select user_id, email, role, method, remember, keeps, secret, ${takenFor(device)} as wait
    from step`

/** Counts a code of the viewer's; `secret` is null where they have none in use (or, `isNew`, none begun). */
export const attemptOwnCode = (db: Db, device: string | null, isNew = false) =>
  db.one<{ secret: string | null; wait: number }>`
    with me as materialized (
      select id as user_id, email, own_factor_secret(${isNew}) as secret
      from users where id = current_viewer()
    )
    select secret, ${takenFor(device)} as wait from me`

/** After a right code: what was tried before it was no guess. */
export const forgetCodes = (userId: string, device: string | null): Query<unknown> => query`
  select forget_attempts('code', ${userId}),
    forget_attempts('code device', ${`${userId} ${device}`})`

/** Uses up a sign-in that waited, with its code; for the transaction that opens the session. */
export const endSignInStep = (hash: string, code: RightCode): Query<unknown> => query`
  select end_sign_in_step(decode(${hash}, 'hex'), ${code.step}, decode(${code.recoveryHash}, 'hex'))`

/** Takes a code of the viewer's; fails for one that was taken before. */
export const takeOwnCode = (code: RightCode): Query<unknown> => query`
  select take_own_code(${code.step}, decode(${code.recoveryHash}, 'hex'))`

/** What the viewer has: since when, and how many recovery codes are left. */
export const ownSecondFactor = (db: Db) =>
  db.one<{ confirmed_at: string | null; codes_left: number }>`
    select (select confirmed_at from second_factors where user_id = current_viewer()) as confirmed_at,
      (select count(*)::integer from recovery_codes
        where user_id = current_viewer() and used_at is null) as codes_left`

/** Begins with a secret that no code has confirmed; false where one is in use. */
export const beginSecondFactor = async (db: Db, secret: string): Promise<boolean> =>
  (await db.value<boolean>`select begin_second_factor(decode(${secret}, 'hex'))`) ?? false

export const confirmSecondFactor = (
  secret: string,
  step: number,
  hashes: string[],
): Query<unknown> => query`select confirm_second_factor(${secret}, ${step}, ${hashes}::text[])`

export const renewRecoveryCodes = (code: RightCode, hashes: string[]): Query<unknown> => query`
  select renew_recovery_codes(${code.step}, decode(${code.recoveryHash}, 'hex'), ${hashes}::text[])`

/** Without a code where that session was opened by a passkey, and is fresh; fails for any other. */
export const removeSecondFactor = (
  code: RightCode | null,
  session: string,
): Query<unknown> => query`
  select remove_second_factor(
    ${code?.step ?? null}, decode(${code?.recoveryHash ?? null}, 'hex'), ${session})`

/** Notes that whoever holds the viewer's session has just shown who they are. */
export const recordProof = (session: string): Query<unknown> => query`select note_proof(${session})`
