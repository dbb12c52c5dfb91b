/**
 * Rate limits, counted in the database so that they hold across instances. How many attempts a limit allows, and
 * within which time, is defined by get_attempt_limit() in db/functions/04_attempts.sql.
 */
import { type Db, type Query, query } from "../../client.ts"

/** Names of limits. Each comment describes the counted attempts, and whether they count per address, account or browser. */
export type LimitName =
  /** Failed tries at a password, at any account, per address. */
  | "guess"
  /** Tries at a password per account, from any address. */
  | "sign-in account"
  /** Tries at a password per account and address. */
  | "sign-in"
  /** Tries at a password per account and browser that has signed in to it before. */
  | "sign-in device"
  /** Codes of a second factor per account. Only callers who know the password can try them. */
  | "code"
  /** Codes of a second factor per account and browser that has signed in to it before. */
  | "code device"
  /** Passkey challenges per address. */
  | "passkey"
  /** Accounts opened per address. */
  | "sign-up"
  /** Tries to use a password reset link per address. Links cannot be guessed, but each try takes processor time. */
  | "link"
  /** Emails requested per address. */
  | "mail address"
  /** Emails requested per account and address. Each mailbox has its own limit, count_mail_if_allowed() in SQL. */
  | "mail"
  /** Preview links that showed nothing, per address. */
  | "preview"
  /** Suggestions per address. All visitors at a school or a venue share an address. */
  | "suggestion"
  /** Subscriptions per address. A whole team may share an address. */
  | "newsletter"

/** A limit that counts the viewer's own attempts. */
export type OwnLimitName =
  /** Pictures that are decoded. */
  | "picture"
  /** Pictures in a day, which bounds the number of files and their bytes. */
  | "pictures-a-day"
  /** Calendars read for an import. The server may fetch an address for each of them. */
  | "import"
  /** Test emails of a newsletter issue, per editor. */
  | "test_email"
  | "test_push"
  /** Changes of roles and deletions of members, per super admin. */
  | "role_update"
  | "user_delete"
  /** Retries of unsent messages, per super admin. Retrying all of them counts as one. */
  | "send_retry"

/** An attempt that a limit counts. `subject` is the address, the account or the pair of both that the limit is for. */
export interface CountedAttempt {
  action: LimitName
  subject: string
}

const pair = (account: string, address: string): string => `${account} ${address}`

/** Returns the limits of a password attempt, always in this order so that two attempts cannot deadlock. */
export const getSignInLimits = (email: string, address: string): CountedAttempt[] => [
  { action: "guess", subject: address },
  // reset_password() forgets attempts under these two names.
  { action: "sign-in account", subject: email },
  { action: "sign-in", subject: pair(email, address) },
]

/**
 * Returns the limits for a browser that has signed in to the account before. Attempts elsewhere do not count against
 * it.
 */
export const getKnownDeviceLimits = (email: string, device: string): CountedAttempt[] => [
  { action: "sign-in device", subject: pair(email, device) },
]

/** Returns the limits of a sign-up. A sign-up with a taken address counts as a guess; a new account does not. */
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

/** Removes one attempt under each limit, because a success does not count. */
export const removeLatestAttempts = (limits: CountedAttempt[]): Query<unknown> =>
  query`select remove_latest_attempts(${JSON.stringify(limits)}::jsonb)`

/** Counts an attempt. Returns a table `taken (wait)`: 0, or the seconds until the next attempt is allowed. */
export const countAttempt = (limit: LimitName, subject: unknown): Query<{ wait: number }> =>
  query`count_attempt(${limit}, ${subject}) as taken (wait)`

/** Counts an attempt of the viewer. Returns the same table. */
export const countOwnAttempt = (limit: OwnLimitName): Query<{ wait: number }> =>
  query`count_own_attempt(${limit}) as taken (wait)`

/**
 * Counts a picture of the viewer towards both limits. `wait` is 0, or the seconds until the next picture is allowed;
 * `is_daily_limit` is true when the limit per day is the reason.
 */
export async function countPicture(db: Db): Promise<{ wait: number; is_daily_limit: boolean }> {
  // A picture that the limit per ten minutes refuses does not count towards the limit per day.
  const taken = await db.one<{ wait: number; is_daily_limit: boolean }>`
    select case when wait > 0 then wait else count_own_attempt('pictures-a-day') end as wait,
      wait = 0 as is_daily_limit
    from ${countOwnAttempt("picture")}`
  if (!taken) throw new Error("count_own_attempt() gave no row")
  return taken
}

/** Clears all attempts after a success. */
export const deleteAttempts = ({ action, subject }: CountedAttempt): Query<unknown> =>
  query`select delete_attempts(${action}, ${subject})`
