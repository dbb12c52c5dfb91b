/** The second login step: codes of an authenticator app, or recovery codes. Hashes and secrets are hexadecimal. */
import { type Db, type Query, query } from "../../client.ts"
import { countAttemptSql, type LimitName } from "./attempts.ts"
import type { Role, SignInMethod } from "./sessions.ts"

/**
 * A code that the database must mark as used: the 30-second period of a correct code from the app, or the hash of a
 * text that may be a recovery code. The database refuses an unknown recovery code, and a code that was used before.
 */
export type CodeToUse =
  | { timeStep: number; recoveryHash: null }
  | { timeStep: null; recoveryHash: string }

/**
 * A log-in with a password or Google that still lacks the code of the second step. `secret` is the secret of the
 * member's authenticator app.
 */
export interface SignInStep {
  user_id: string
  email: string
  role: Role
  method: Exclude<SignInMethod, "passkey">
  remember: boolean
  cancels_deletion: boolean
  secret: string
}

/** Stores a log-in that still lacks the code of the second step. `hash` is the hash of the token in its cookie. */
export const openSignInStep = (
  db: Db,
  hash: string,
  step: { userId: string; method: SignInMethod; remember: boolean; cancelsDeletion: boolean },
  queriesBefore: Query<unknown>[],
) =>
  db.batch([
    ...queriesBefore,
    query`
      insert into sign_in_steps (token_hash, user_id, method, remember, cancels_deletion)
      values (decode(${hash}, 'hex'), ${step.userId}, ${step.method}, ${step.remember}, ${step.cancelsDeletion})`,
  ])

const countCodeSql = (limit: LimitName, subject: Query<unknown>) =>
  query`count_attempt(${limit}, ${subject})`

const countCodeOnDeviceSql = (device: string | null) => query`
  case when is_known_device(email::citext, decode(${device}, 'hex'))
    then ${countCodeSql("code device", query`user_id::text || ' ' || ${device}`)}
    else ${countCodeSql("code", query`user_id::text`)}
  end`

/** Counts an attempt to enter a code toward the limit of the member. Returns the seconds to wait, or 0. */
export const countCodeAttempt = async (db: Db, userId: string): Promise<number> =>
  (await db.value<number>`select wait from ${countAttemptSql("code", userId)}`) ?? 0

/**
 * Counts an attempt to enter the code of a log-in. It counts toward the limit of the known browser or, if the browser
 * is unknown, of the member. Returns null if no log-in that lacks a code has this hash.
 */
export const countStepAttempt = (db: Db, hash: string, device: string | null) =>
  db.one<SignInStep & { wait: number }>`
    with step as materialized (select * from find_sign_in_step(decode(${hash}, 'hex')))
    select user_id, email, role, method, remember, cancels_deletion, secret, ${countCodeOnDeviceSql(device)} as wait
    from step`

/**
 * Counts an attempt of the viewer to enter a code, and returns the secret of the app. `isUnconfirmed` selects an app
 * whose set-up is not finished.
 */
export const countOwnCodeAttempt = (
  db: Db,
  device: string | null,
  { isUnconfirmed = false } = {},
) =>
  db.one<{ secret: string | null; wait: number }>`
    with account as materialized (
      select id as user_id, email, get_own_factor_secret(${isUnconfirmed}) as secret
      from users where id = current_viewer()
    )
    select secret, ${countCodeOnDeviceSql(device)} as wait from account`

export const deleteCodeAttemptsQuery = (
  userId: string,
  device: string | null,
): Query<unknown> => query`
  select delete_attempts('code', ${userId}),
    delete_attempts('code device', ${`${userId} ${device}`})`

/** Ends the step of a log-in and marks the code as used. Fails if the step has expired or the code was used before. */
export const endSignInStepQuery = (hash: string, code: CodeToUse): Query<unknown> => query`
  select end_sign_in_step(decode(${hash}, 'hex'), ${code.timeStep}, decode(${code.recoveryHash}, 'hex'))`

export const consumeOwnCodeQuery = (code: CodeToUse): Query<unknown> => query`
  select use_own_code(${code.timeStep}, decode(${code.recoveryHash}, 'hex'))`

export const getOwnSecondFactor = (db: Db) =>
  db.one<{ confirmed_at: string | null; codes_left: number }>`
    select (select confirmed_at from second_factors where user_id = current_viewer()) as confirmed_at,
      (select count(*)::integer from recovery_codes
        where user_id = current_viewer() and used_at is null) as codes_left`

/** Returns false if the viewer already has a second factor. */
export const beginSecondFactor = async (db: Db, secret: string): Promise<boolean> =>
  (await db.value<boolean>`select begin_second_factor(decode(${secret}, 'hex'))`) ?? false

export const confirmSecondFactorQuery = (
  secret: string,
  timeStep: number,
  hashes: string[],
): Query<unknown> => query`select confirm_second_factor(${secret}, ${timeStep}, ${hashes}::text[])`

export const renewRecoveryCodesQuery = (code: CodeToUse, hashes: string[]): Query<unknown> => query`
  select renew_recovery_codes(${code.timeStep}, decode(${code.recoveryHash}, 'hex'), ${hashes}::text[])`

/**
 * If `code` is null, the session must have started with a passkey, and the viewer must have confirmed their identity in
 * it recently.
 */
export const removeSecondFactorQuery = (
  code: CodeToUse | null,
  session: string,
): Query<unknown> => query`
  select remove_second_factor(
    ${code?.timeStep ?? null}, decode(${code?.recoveryHash ?? null}, 'hex'), ${session})`

export const recordIdentityProofQuery = (session: string): Query<unknown> =>
  query`select record_identity_proof(${session})`
