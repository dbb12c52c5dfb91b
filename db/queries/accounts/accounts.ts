import { COUNTRIES } from "../../../src/countries.ts"
import type { OwnTeam } from "../../../src/features/account/deletion/schema.ts"
import type { AccountSettings } from "../../../src/features/account/schema.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { type Db, type Query, query } from "../../client.ts"
import { writeSite } from "../content-version.ts"
import {
  deleteAttemptsQuery,
  getKnownDeviceLimits,
  getSignInLimits,
  getSignUpLimits,
  type LimitName,
  removeLatestAttemptsQuery,
} from "./attempts.ts"
import type { Role } from "./sessions.ts"

interface AccountForSignIn {
  id: string
  email: string
  password_hash: string | null
  role: Role
  is_blocked: boolean
  is_leaving: boolean
}

export interface Caller {
  /** IP address. */
  address: string
  /** Hash of the token in the cookie of a known browser, in hexadecimal; null if the browser has no such cookie. */
  device: string | null
}

/**
 * Counts an attempt to enter the password of an account, and finds the account. A known browser, in which the member
 * has logged in before, has its own limit, so that attackers elsewhere cannot lock the member out.
 */
export async function countPasswordAttempt(db: Db, email: string, { address, device }: Caller) {
  const knownDeviceLimits = getKnownDeviceLimits(email, device ?? "")
  const { sharedLimits, ownLimits } = getSignInLimits(email, address)
  const [[attempt], [account = null]] = await db.batch([
    query<{ is_known: boolean; wait: number; used_up_limit: LimitName | null }>`
      with device as materialized (
        select is_known_device(${email}, decode(${device}, 'hex')) as is_known
      )
      select is_known, wait, used_up_limit
      from device, count_attempts(
        case when is_known then ${JSON.stringify(knownDeviceLimits)} else ${JSON.stringify([...sharedLimits, ...ownLimits])} end::jsonb
      )`,
    query<AccountForSignIn>`
      select id, email, password_hash, role, is_blocked, is_leaving from find_account_for_sign_in(${email})`,
  ])
  // A correct password resets the limits of this caller. It removes only this attempt from the shared limits, because
  // they also count the attempts of other callers.
  const [limitsToReduce, limitsToReset] = attempt?.is_known
    ? [[], knownDeviceLimits]
    : [sharedLimits, ownLimits]
  return {
    /** Seconds until the next attempt is allowed, or 0. */
    wait: attempt?.wait ?? 0,
    /** Whether the used-up limit is the one that counts attempts from all IP addresses. */
    isAccountLimitReached: attempt?.used_up_limit === "sign-in account",
    account,
    /** Queries to run after a correct password. */
    onSuccess: [
      removeLatestAttemptsQuery(limitsToReduce),
      ...limitsToReset.map(deleteAttemptsQuery),
    ],
  }
}

/**
 * Counts a sign-up. If the email address has an account, the sign-up counts like a failed log-in (`guess`), because the
 * answer reveals the account. The queries in `onSuccess`, `onTaken` or `onFailure` must run after this outcome.
 */
export async function countSignUpAttempt(db: Db, email: string, address: string) {
  const { guess, account } = getSignUpLimits(address)
  const row = await db.one<{ is_taken: boolean; wait: number }>`
    with account as materialized (
      select exists (select from find_account_for_sign_in(${email})) as is_taken
    )
    select is_taken, wait
    from account, count_attempts(
      case when is_taken then ${JSON.stringify(guess)} else ${JSON.stringify([...guess, ...account])} end::jsonb
    )`
  return {
    wait: row?.wait ?? 0,
    isTaken: row?.is_taken ?? false,
    onSuccess: [removeLatestAttemptsQuery(guess)],
    /** For a sign-up that fails because another request has created the account first. */
    onTaken: [removeLatestAttemptsQuery(account)],
    onFailure: [removeLatestAttemptsQuery([...guess, ...account])],
  }
}

/** Throws a unique violation if the email address has an account. */
export const createAccountQuery = (account: {
  id: string
  email: string
  passwordHash: string
  marketingConsent: boolean
  language: Locale | null
}): Query<unknown> => query`
  select create_account(${account.id}, ${account.email}, ${account.passwordHash},
    ${account.marketingConsent}, ${account.language})`

/**
 * Finds the account for a log-in with Google, or creates one. `subject` is the id of the Google account, which must
 * have verified the email address. If the log-in is refused, `id` is null, and `outcome` is the reason.
 */
export const findOrCreateGoogleAccount = (
  db: Db,
  google: { subject: string; email: string; language: Locale | null },
) => db.one<{ id: string | null; outcome: string }>`
  select id, outcome from sign_in_with_google(${google.subject}, ${google.email}, ${google.language})`

export const cancelAccountDeletionQuery = (): Query<unknown> => query`select cancel_own_deletion()`

export const requirePasswordQuery = (id: string, hash: string): Query<unknown> =>
  query`select require_password(${id}, ${hash})`

/** Changes the password and ends all sessions. Fails if `oldHash` is not the current hash. */
export const changePasswordQuery = (
  oldHash: string,
  newHash: string,
  userAgent: string | null,
): Query<unknown> => query`select change_own_password(${oldHash}, ${newHash}, ${userAgent})`

const ACCOUNT_COLUMNS = query`email::text as email, email_verified_at is not null as email_verified,
  has_password, google_subject is not null as has_google,
  has_second_factor(id) as has_second_factor, has_passkey(id) as has_passkey,
  get_own_factor_deadline() as factor_due_at,
  marketing_consent_at is not null as marketing_consent,
  language::text as language, country, favorite_groups, get_own_requested_email() as wanted_email,
  created_at`

export const getOwnAccount = (db: Db) => db.one<object>`
  select ${ACCOUNT_COLUMNS} from users where id = current_viewer()`

/** Saves the given settings. The viewer also starts to follow a new country, and artists among new favorite groups. */
export async function changeSettings(db: Db, settings: AccountSettings): Promise<object | null> {
  const country = COUNTRIES.find((code) => code === settings.country) ?? null
  const [, , [account]] = await db.batch([
    query`
      insert into follows (user_id, country)
      select id, ${country} from users
      where id = (select current_viewer()) and ${country}::text is not null
        and country is distinct from ${country}
      on conflict do nothing`,
    query`
      insert into follows (user_id, artist_id)
      select distinct u.id, k.artist_id
      from users u, unnest(${settings.favorite_groups ?? []}::text[]) chosen
        join artist_keys k on k.key = to_artist_key(chosen)
      where u.id = (select current_viewer())
        and k.key not in (select to_artist_key(former) from unnest(u.favorite_groups) former)
      on conflict do nothing`,
    updateSettingsQuery(settings),
  ])
  return account ?? null
}

const updateSettingsQuery = (settings: AccountSettings) => query<object>`
  update users
  set language = coalesce(${settings.language ?? null}, language),
    country = case when ${settings.country !== undefined} then ${settings.country ?? null} else country end,
    favorite_groups = coalesce(${settings.favorite_groups ?? null}::text[], favorite_groups),
    marketing_consent_at = case ${settings.marketing_consent ?? null}::boolean
      when true then coalesce(marketing_consent_at, now())
      when false then null
      else marketing_consent_at
    end
  where id = current_viewer()
  returning ${ACCOUNT_COLUMNS}`

export const isOwnGoogleAccount = async (db: Db, subject: string): Promise<boolean> =>
  (await db.one`select id from users where id = current_viewer() and google_subject = ${subject}`) !==
  null

type GoogleConnectionOutcome =
  | "connected"
  /** Another member is connected to the Google account. */
  | "taken"
  /** The viewer is connected to another Google account. */
  | "other"
  /** The viewer has not confirmed their identity recently in this session. */
  | "stale"

export const connectGoogle = (db: Db, subject: string, session: string) =>
  db.value<GoogleConnectionOutcome>`select connect_google(${subject}, ${session})`

/** Disconnects the viewer's Google account. Returns false and changes nothing if it is the only way to log in. */
export const disconnectGoogle = async (db: Db): Promise<boolean> =>
  (await db.value<boolean>`select disconnect_google()`) ?? false

/** Returns the export as JSON text. It is not parsed, because it can be large. */
export const exportAccount = (db: Db) => db.one<{ json: string; avatar_url: string | null }>`
  select jsonb_pretty(export) as json, export #>> '{profile,avatar_url}' as avatar_url
  from export_account() as export`

export const listOwnTeamsWithCandidates = (db: Db) =>
  db.value<OwnTeam[]>`select list_own_teams_with_candidates()`

/**
 * Schedules the deletion of the viewer's account. `newOwners` maps ids of the viewer's teams to the ids of their new
 * owners. If the result is not "leaving", the deletion was refused.
 */
export async function scheduleAccountDeletion(
  db: Db,
  newOwners: Record<string, string>,
  onSuccess: Query<unknown>[],
) {
  const { rows, hasChangedSite } = await writeSite(db, [
    query<{ result: "leaving" | "last_super_admin" | "no_viewer" }>`
      select schedule_own_deletion(${JSON.stringify(newOwners)}::jsonb) as result`,
    ...onSuccess,
  ])
  return { result: rows[0][0]?.result ?? "no_viewer", hasChangedSite }
}

export async function deleteDueAccounts(db: Db) {
  const { rows, hasChangedSite } = await writeSite(db, [
    query<{ id: string }>`select id from delete_due_accounts() as id`,
  ])
  return { ids: rows[0].map(({ id }) => id), hasChangedSite }
}
