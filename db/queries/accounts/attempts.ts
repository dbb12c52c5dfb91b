/**
 * Rate limits, counted in the database so that they hold across instances. How many attempts a limit allows, and
 * within which time, is defined by limit_of() in db/functions/04_attempts.sql.
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
  /** Codes of a second factor per account. They are only tried by someone who knows its password. */
  | "code"
  /** Codes of a second factor per account and browser that has signed in to it before. */
  | "code device"
  /** Passkey challenges per address. */
  | "passkey"
  /** Accounts opened per address. */
  | "sign-up"
  /** Links for a new password tried per address: they cannot be guessed, but each try costs. */
  | "link"
  /** Emails requested per address. */
  | "mail address"
  /** Emails requested per account and address. Each mailbox has its own limit, is_mail_welcome() in SQL. */
  | "mail"
  /** Preview links that showed nothing, per address. */
  | "preview"
  /** Suggestions per address: those of a school or a venue come from one. */
  | "suggestion"
  /** Subscriptions per address: a whole team may share one. */
  | "newsletter"

/** A limit that counts the viewer's own attempts. */
export type OwnLimitName =
  /** Pictures that are decoded. */
  | "picture"
  /** Pictures in a day, which bounds the number of files and their bytes. */
  | "pictures-a-day"
  /** Calendars to import from: each may have the server fetch an address. */
  | "import"
  | "test_email"
  /** Section 9 of the admin spec, per super admin. */
  | "role_update"
  | "user_delete"
  /** Emails sent again, per super admin; all at once count as one. */
  | "send_retry"

/** An attempt under a limit: `who` is the address, the account or the pair that it counts for. */
export interface Counted {
  action: LimitName
  who: string
}

const pair = (account: string, address: string): string => `${account} ${address}`

/** Returns the limits of a password attempt, always in this order so that two attempts cannot deadlock. */
export const signInLimits = (email: string, address: string): Counted[] => [
  { action: "guess", who: address },
  // reset_password() forgets attempts under these two names.
  { action: "sign-in account", who: email },
  { action: "sign-in", who: pair(email, address) },
]

/**
 * Returns the limits for a browser that has signed in to the account before. Attempts elsewhere do not count against
 * it.
 */
export const knownDeviceLimits = (email: string, device: string): Counted[] => [
  { action: "sign-in device", who: pair(email, device) },
]

/** Returns the limits of a sign-up. A sign-up with a taken address counts as a guess; a new account does not. */
export const signUpLimits = (address: string): { guess: Counted[]; account: Counted[] } => ({
  guess: [{ action: "guess", who: address }],
  account: [{ action: "sign-up", who: address }],
})

export const mailLimits = (email: string, address: string): Counted[] => [
  { action: "mail address", who: address },
  { action: "mail", who: pair(email, address) },
]

/** Takes back an attempt that succeeded. */
export const giveBackAttempts = (limits: Counted[]): Query<unknown> =>
  query`select give_back_attempts(${JSON.stringify(limits)}::jsonb)`

/** Counts an attempt. Returns a table `taken (wait)`: 0, or the seconds until the next one is allowed. */
export const countAttempt = (limit: LimitName, who: unknown): Query<{ wait: number }> =>
  query`take_attempt(${limit}, ${who}) as taken (wait)`

/** Counts an attempt of the viewer in the same way. */
export const countOwnAttempt = (limit: OwnLimitName): Query<{ wait: number }> =>
  query`take_own_attempt(${limit}) as taken (wait)`

/**
 * Counts a picture of the viewer. `wait` is 0, or the seconds until the next one is allowed; `is_day` is true when
 * the daily limit is reached.
 */
export async function attemptPicture(db: Db): Promise<{ wait: number; is_day: boolean }> {
  // A picture refused by the short limit does not count towards the daily one.
  const taken = await db.one<{ wait: number; is_day: boolean }>`
    select case when wait > 0 then wait else take_own_attempt('pictures-a-day') end as wait,
      wait = 0 as is_day
    from ${countOwnAttempt("picture")}`
  if (!taken) throw new Error("take_own_attempt() gave no row")
  return taken
}

/** Clears all attempts after a success. */
export const forgetAttempts = ({ action, who }: Counted): Query<unknown> =>
  query`select forget_attempts(${action}, ${who})`

/** Deletes attempts that no limit counts any more. */
export const deleteOldAttempts = (db: Db) => db.one`select delete_old_attempts()`
