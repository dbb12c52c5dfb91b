/** get_attempt_limit() in db/functions/04_attempts.sql sets the numbers of these limits. */
import { type Db, type Query, query } from "../../client.ts"

/** "Address" is an IP address; "known browser" is a browser with an earlier log-in of the member. */
export type LimitName =
  /** Failed passwords for any account, per address. */
  | "guess"
  /** Passwords per account, from any address. */
  | "sign-in account"
  /** Passwords per account and address. */
  | "sign-in"
  /** Passwords per account and known browser. */
  | "sign-in device"
  /** Codes of a second factor per account. */
  | "code"
  /** Codes of a second factor per account and known browser. */
  | "code device"
  | "passkey"
  | "sign-up"
  /** Uses of a password reset link per address, because each use takes processor time. */
  | "link"
  /** Emails requested per address. */
  | "mail address"
  /** Emails requested per account and address. */
  | "mail"
  | "preview"
  /** A school or a venue may share an address. */
  | "suggestion"
  /** A team may share an address. */
  | "newsletter"

export type OwnLimitName =
  | "picture"
  /** Limits the size of stored files. */
  | "pictures-a-day"
  /** The server may fetch each calendar from another address. */
  | "import"
  /** Typing a name takes about three searches. */
  | "mention"
  | "test_email"
  | "test_push"
  | "role_update"
  | "user_delete"
  /** A retry of all messages counts once. */
  | "send_retry"

export interface CountedAttempt {
  action: LimitName
  subject: string
}

const joinSubject = (account: string, address: string): string => `${account} ${address}`

/** The order prevents deadlocks of two attempts. `sharedLimits` also count other callers. */
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

/** A sign-up with the address of an existing account counts only as a guess. */
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

export const removeLatestAttempts = (limits: CountedAttempt[]): Query<unknown> =>
  query`select remove_latest_attempts(${JSON.stringify(limits)}::jsonb)`

/** A table `attempt (wait)` with 0, or the seconds until the next attempt is allowed. */
export const countAttempt = (limit: LimitName, subject: unknown): Query<{ wait: number }> =>
  query`count_attempt(${limit}, ${subject}) as attempt (wait)`

/** A table like that of countAttempt(). */
export const countOwnAttempt = (limit: OwnLimitName): Query<{ wait: number }> =>
  query`count_own_attempt(${limit}) as attempt (wait)`

/** `wait` is 0, or the seconds until the next picture is allowed. */
export async function countPicture(db: Db): Promise<{ wait: number; is_daily_limit: boolean }> {
  // A picture that the first limit refuses does not count toward the daily limit.
  const attempt = await db.one<{ wait: number; is_daily_limit: boolean }>`
    select case when wait > 0 then wait else count_own_attempt('pictures-a-day') end as wait,
      wait = 0 as is_daily_limit
    from ${countOwnAttempt("picture")}`
  if (!attempt) throw new Error("count_own_attempt() gave no row")
  return attempt
}

export const deleteAttempts = ({ action, subject }: CountedAttempt): Query<unknown> =>
  query`select delete_attempts(${action}, ${subject})`
