/**
 * Rate limits, counted in the database so that they hold across instances. get_attempt_limit() in
 * db/functions/04_attempts.sql sets their numbers.
 */
import { type Db, type Query, query } from "../../client.ts"

/**
 * Names of limits. "Address" is an IP address. "Known browser" is a browser in which the member has logged in before.
 */
export type LimitName =
  /** Failed passwords for any account, per address. */
  | "guess"
  /** Passwords per account, from any address. */
  | "sign-in account"
  /** Passwords per account and address. */
  | "sign-in"
  /** Passwords per account and known browser. */
  | "sign-in device"
  /** Codes of a second factor per account. Callers must know the password first. */
  | "code"
  /** Codes of a second factor per account and known browser. */
  | "code device"
  | "passkey"
  | "sign-up"
  /** Uses of a password reset link per address. Links cannot be guessed, but each use takes processor time. */
  | "link"
  /** Emails requested per address. */
  | "mail address"
  /** Emails requested per account and address. Each mailbox also has a limit, see count_mail_if_allowed() in SQL. */
  | "mail"
  | "preview"
  /** Suggestions per address. Visitors at a school or a venue share one. */
  | "suggestion"
  /** Subscriptions per address. A whole team may share one. */
  | "newsletter"

export type OwnLimitName =
  | "picture"
  /** Pictures per day. This limits the number and size of stored files. */
  | "pictures-a-day"
  /** Calendars read for an import. The server may fetch each from another address. */
  | "import"
  /** Searches for members to mention. Typing a name takes about three. */
  | "mention"
  /** Test emails of a newsletter issue, per editor. */
  | "test_email"
  | "test_push"
  /** Changes of roles and deletions of members, per super admin. */
  | "role_update"
  | "user_delete"
  /** Retries of unsent messages, per super admin. A retry of all messages counts once. */
  | "send_retry"

/** An attempt that a limit counts. The subject is the address, the account, or both, depending on the limit. */
export interface CountedAttempt {
  action: LimitName
  subject: string
}

const pair = (account: string, address: string): string => `${account} ${address}`

/**
 * Returns the limits for a browser that is not known. `shared` limits also count other callers, `own` limits do not.
 * They are counted in this order, so that two attempts cannot deadlock. reset_password() in SQL deletes attempts under
 * "sign-in account" and "sign-in".
 */
export const getSignInLimits = (
  email: string,
  address: string,
): { shared: CountedAttempt[]; own: CountedAttempt[] } => ({
  shared: [
    { action: "guess", subject: address },
    { action: "sign-in account", subject: email },
  ],
  own: [{ action: "sign-in", subject: pair(email, address) }],
})

/** Returns the caller's own limits for a known browser. */
export const getKnownDeviceLimits = (email: string, device: string): CountedAttempt[] => [
  { action: "sign-in device", subject: pair(email, device) },
]

/** A sign-up with the email address of an existing account counts only as a guess. */
export const getSignUpLimits = (
  address: string,
): { guess: CountedAttempt[]; account: CountedAttempt[] } => ({
  guess: [{ action: "guess", subject: address }],
  account: [{ action: "sign-up", subject: address }],
})

export const getMailLimits = (email: string, address: string): CountedAttempt[] => [
  { action: "mail address", subject: address },
  { action: "mail", subject: pair(email, address) },
]

export const removeLatestAttempts = (limits: CountedAttempt[]): Query<unknown> =>
  query`select remove_latest_attempts(${JSON.stringify(limits)}::jsonb)`

/** Counts an attempt. Returns a table `attempt (wait)` with 0, or the seconds until the next attempt is allowed. */
export const countAttempt = (limit: LimitName, subject: unknown): Query<{ wait: number }> =>
  query`count_attempt(${limit}, ${subject}) as attempt (wait)`

/** Counts an attempt by the viewer. Returns a table like countAttempt(). */
export const countOwnAttempt = (limit: OwnLimitName): Query<{ wait: number }> =>
  query`count_own_attempt(${limit}) as attempt (wait)`

/**
 * Counts a picture of the viewer toward both limits. `wait` is 0, or the seconds until the next picture is allowed.
 * `is_daily_limit` is true if the limit per day was reached.
 */
export async function countPicture(db: Db): Promise<{ wait: number; is_daily_limit: boolean }> {
  // A picture that the limit per ten minutes rejects does not count toward the limit per day.
  const attempt = await db.one<{ wait: number; is_daily_limit: boolean }>`
    select case when wait > 0 then wait else count_own_attempt('pictures-a-day') end as wait,
      wait = 0 as is_daily_limit
    from ${countOwnAttempt("picture")}`
  if (!attempt) throw new Error("count_own_attempt() gave no row")
  return attempt
}

export const deleteAttempts = ({ action, subject }: CountedAttempt): Query<unknown> =>
  query`select delete_attempts(${action}, ${subject})`
