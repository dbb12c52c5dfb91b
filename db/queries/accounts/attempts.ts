/** Limits of attempts. get_attempt_limit() in db/functions/04_attempts.sql sets their numbers. */
import { type Db, type Query, query } from "../../client.ts"

/**
 * "Address" means an IP address. A "known browser" has an earlier log-in of the member. An attempt with a correct
 * password or code does not stay counted.
 */
export type LimitName =
  /**
   * Requests that could reveal an account, per address: passwords from unknown browsers, sign-ups with the email
   * address of an account, and changes of the email address.
   */
  | "guess"
  /** Passwords from unknown browsers per account, from any address. */
  | "sign-in account"
  /** Passwords from unknown browsers per account and address. */
  | "sign-in"
  /** Passwords per account and known browser. */
  | "sign-in device"
  /** Codes of a second factor per account, from unknown browsers and for a password reset. */
  | "code"
  /** Codes of a second factor per account and known browser. */
  | "code device"
  /** Challenges for a log-in with a passkey, per address. */
  | "passkey"
  /** New accounts per address. */
  | "sign-up"
  /** Uses of a password reset link per address, because each use takes processor time. */
  | "link"
  /** Emails requested per address. */
  | "mail address"
  /** Emails requested per email address and IP address. */
  | "mail"
  /** Invalid preview links per address. */
  | "preview"
  /** Suggestions per address, which a school or a venue may share. */
  | "suggestion"
  /** Subscriptions per address, which a team may share. */
  | "newsletter"

/** Limits per member. */
export type OwnLimitName =
  | "picture"
  /** Limits the total size of stored files. */
  | "pictures-a-day"
  /** Calendars that the server reads, possibly from another site. */
  | "import"
  /** Searches for a member to mention in a comment; typing a name takes about three. */
  | "mention"
  | "test-email"
  | "test-push"
  | "role-update"
  | "user-delete"
  /** Retries of unsent emails and messages; a retry of all of them counts once. */
  | "send-retry"

export interface CountedAttempt {
  action: LimitName
  subject: string
}

const joinSubject = (account: string, address: string): string => `${account} ${address}`

/**
 * Returns the limits that count a password from an unknown browser. `sharedLimits` also count attempts by other
 * callers. count_attempts() and reset_password() in SQL lock the limits in this order, so that they cannot deadlock.
 */
export const getSignInLimits = (
  email: string,
  address: string,
): { sharedLimits: CountedAttempt[]; ownLimits: CountedAttempt[] } => ({
  sharedLimits: [
    { action: "guess", subject: address },
    { action: "sign-in account", subject: email },
  ],
  ownLimits: [{ action: "sign-in", subject: joinSubject(email, address) }],
})

export const getKnownDeviceLimits = (email: string, device: string): CountedAttempt[] => [
  { action: "sign-in device", subject: joinSubject(email, device) },
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
  { action: "mail", subject: joinSubject(email, address) },
]

export const removeLatestAttemptsQuery = (limits: CountedAttempt[]): Query<unknown> =>
  query`select remove_latest_attempts(${JSON.stringify(limits)}::jsonb)`

/**
 * Returns SQL for a `from` clause that counts an attempt. It yields one row, `attempt (wait)`, with the seconds to
 * wait, or 0.
 */
export const countAttemptSql = (limit: LimitName, subject: unknown): Query<{ wait: number }> =>
  query`count_attempt(${limit}, ${subject}) as attempt (wait)`

export const countOwnAttemptSql = (limit: OwnLimitName): Query<{ wait: number }> =>
  query`count_own_attempt(${limit}) as attempt (wait)`

/**
 * Counts an uploaded picture. `wait` is the number of seconds until the next picture is allowed, or 0. If there is a
 * wait, `is_daily_limit` says whether the daily limit is the reason.
 */
export async function countPicture(db: Db): Promise<{ wait: number; is_daily_limit: boolean }> {
  // A picture that the limit "picture" refuses does not count toward the daily limit.
  const attempt = await db.one<{ wait: number; is_daily_limit: boolean }>`
    select case when wait > 0 then wait else count_own_attempt('pictures-a-day') end as wait,
      wait = 0 as is_daily_limit
    from ${countOwnAttemptSql("picture")}`
  if (!attempt) throw new Error("count_own_attempt() returned no row")
  return attempt
}

export const deleteAttemptsQuery = ({ action, subject }: CountedAttempt): Query<unknown> =>
  query`select delete_attempts(${action}, ${subject})`
