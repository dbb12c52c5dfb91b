/** Accounts: opening one, finding it, its settings and its end. */
import { type Db, type Query, query } from "../client.ts"
import { addressPair, attempt, SIGN_IN, SIGN_UP } from "./attempts.ts"
import type { LocaleCode } from "./codes.ts"
import { siteVersion } from "./content-version.ts"
import type { Role } from "./sessions.ts"

export interface AccountForSignIn {
  id: string
  email: string
  /** Null for an account without a password. */
  password_hash: string | null
  role: Role
  is_blocked: boolean
}

/**
 * Counts a try at an account's password from an address, and gives the account, or null; `wait` is how
 * many seconds there are to wait when there were too many tries.
 */
export async function accountForTry(
  db: Db,
  email: string,
  address: string,
): Promise<{ wait: number; account: AccountForSignIn | null }> {
  const [[taken], [account = null]] = await db.batch([
    attempt(SIGN_IN, addressPair(email, address)),
    query<AccountForSignIn>`
      select id, email, password_hash, role, is_blocked from find_account_for_sign_in(${email})`,
  ])
  return { wait: taken?.wait ?? 0, account }
}

/** Counts a sign-up from an address; the seconds to wait when there were too many, else 0. */
export async function trySignUp(db: Db, address: string): Promise<number> {
  const [[taken]] = await db.batch([attempt(SIGN_UP, address)])
  return taken?.wait ?? 0
}

export interface NewAccount {
  id: string
  email: string
  passwordHash: string
  marketingConsent: boolean
  language: LocaleCode | null
}

/** Creates an account, with the mail that confirms its address; a unique violation when it has one already. */
export const createAccount = (account: NewAccount): Query<unknown> => query`
  select create_account(${account.id}, ${account.email}, ${account.passwordHash},
    ${account.marketingConsent}, ${account.language})`

export type GoogleOutcome =
  | "known"
  | "linked"
  | "created"
  | "unconfirmed"
  | "other_google_account"
  | "blocked"

/** The account of a Google account whose address Google has verified; `id` is null when it is refused. */
export const accountOfGoogle = (
  db: Db,
  google: { subject: string; email: string; language: LocaleCode | null },
) => db.one<{ id: string | null; outcome: GoogleOutcome }>`
  select id, outcome from sign_in_with_google(${google.subject}, ${google.email}, ${google.language})`

/** Fails when the account's password is another meanwhile; for the transaction that opens its session. */
export const requirePassword = (id: string, hash: string): Query<unknown> =>
  query`select require_password(${id}, ${hash})`

/** Gives the viewer's account a new password and ends all its sessions; fails when `oldHash` is outdated. */
export const changePassword = (oldHash: string, newHash: string): Query<unknown> =>
  query`select change_own_password(${oldHash}, ${newHash})`

export interface Account {
  email: string
  email_verified: boolean
  has_password: boolean
  has_google: boolean
  marketing_consent: boolean
  /** Whether a team's owner is mailed of requests to join it. */
  mail_join_requests: boolean
  /** Whether the asker is mailed the answer. */
  mail_join_answers: boolean
  language: LocaleCode
  created_at: string
}

/** The viewer's account. */
export const ownAccount = (db: Db) => db.one<Account>`
  select email::text as email, email_verified_at is not null as email_verified, has_password,
    google_subject is not null as has_google, marketing_consent_at is not null as marketing_consent,
    mail_join_requests, mail_join_answers, language::text as language, created_at
  from users where id = current_viewer()`

/**
 * Changes what is given of the viewer's settings and returns the account; a consent keeps the moment it
 * was first given.
 */
export const changeSettings = (
  db: Db,
  settings: {
    marketingConsent: boolean | null
    joinRequests: boolean | null
    joinAnswers: boolean | null
    language: LocaleCode | null
  },
) => db.one<Account>`
  update users
  set language = coalesce(${settings.language}, language),
    mail_join_requests = coalesce(${settings.joinRequests}, mail_join_requests),
    mail_join_answers = coalesce(${settings.joinAnswers}, mail_join_answers),
    marketing_consent_at = case ${settings.marketingConsent}::boolean
      when true then coalesce(marketing_consent_at, now())
      when false then null
      else marketing_consent_at
    end
  where id = current_viewer()
  returning email::text as email, email_verified_at is not null as email_verified, has_password,
    google_subject is not null as has_google, marketing_consent_at is not null as marketing_consent,
    mail_join_requests, mail_join_answers, language::text as language, created_at`

/** Whether the viewer's account is linked to this Google account. */
export async function isOwnGoogleAccount(db: Db, subject: string): Promise<boolean> {
  const row = await db.one<{ id: string }>`
    select id from users where id = current_viewer() and google_subject = ${subject}`
  return row !== null
}

/** What is held on a member, by section. */
export interface AccountExport {
  profile?: { avatar_url: string | null } | null
  [section: string]: unknown
}

/** Everything held on the viewer. */
export async function exportAccount(db: Db): Promise<AccountExport> {
  const row = await db.one<{ data: AccountExport }>`select export_account() as data`
  return row?.data ?? {}
}

export interface Deletion {
  result: "deleted" | "last_super_admin" | "nobody"
  /** Whether prebuilt pages show something else now. */
  changedSite: boolean
}

/** Deletes the viewer's account, or says why not. */
export async function deleteAccount(db: Db): Promise<Deletion> {
  const [[before], [deleted], [after]] = await db.batch([
    siteVersion(),
    query<{ result: Deletion["result"] }>`select delete_own_account() as result`,
    siteVersion(),
  ])
  return { result: deleted?.result ?? "nobody", changedSite: before?.version !== after?.version }
}
