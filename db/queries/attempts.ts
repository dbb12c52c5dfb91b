/** Limits, counted in the database so that they hold across instances. */
import { type Db, type Query, query } from "../client.ts"

export interface Limit {
  action: string
  most: number
  /** A Postgres interval. */
  span: string
}

/** Tries per address that were no success, at any account: more than a school or a venue makes. */
const GUESS: Limit = { action: "guess", most: 100, span: "5 minutes" }
/** Per account, from wherever; its name stands in reset_password() too. */
export const SIGN_IN_ACCOUNT: Limit = { action: "sign-in account", most: 20, span: "1 hour" }
/** Per account and address; its name stands in reset_password() too. */
const SIGN_IN: Limit = { action: "sign-in", most: 10, span: "5 minutes" }
/** Per account and browser that has signed in to it before. */
const SIGN_IN_DEVICE: Limit = { action: "sign-in device", most: 10, span: "5 minutes" }
/** Codes of a second factor, per account: only who knows its password comes to try them. */
export const CODE: Limit = { action: "code", most: 5, span: "15 minutes" }
/** Per account and browser that has signed in to it before. */
export const CODE_DEVICE: Limit = { action: "code device", most: 10, span: "15 minutes" }
/** Accounts opened, per address. */
const SIGN_UP: Limit = { action: "sign-up", most: 50, span: "1 hour" }
/** Links tried, per address: they cannot be guessed, but each try costs. */
export const LINK: Limit = { action: "link", most: 20, span: "1 hour" }
/** Previews' links that showed nothing, per address; its name stands in give_back_preview() too. */
export const PREVIEW: Limit = { action: "preview", most: 20, span: "1 hour" }
/** Pictures drawn anew, per member. */
const PICTURE: Limit = { action: "picture", most: 20, span: "10 minutes" }
/** The same in a day: files and their bytes are bounded by it. Super admins fill the news. */
const DAY_OF_PICTURES = {
  action: "pictures-a-day",
  most: 100,
  mostOfSuperAdmin: 500,
  span: "1 day",
}
/** Mails asked for, per address. */
const MAIL_ADDRESS: Limit = { action: "mail address", most: 50, span: "1 hour" }
/** Mails asked for, per account and address; a mailbox has a limit of its own, `is_mail_welcome()` in SQL. */
const MAIL: Limit = { action: "mail", most: 5, span: "1 hour" }
/** Suggestions, per address: those of a school or a venue come from one. */
export const SUGGESTION: Limit = { action: "suggestion", most: 30, span: "1 hour" }
/** Asking for the newsletter, per address: a team behind one network may all want them. */
export const NEWSLETTER: Limit = { action: "newsletter", most: 30, span: "1 hour" }

/** A limit, and whose attempts it counts. */
export type Counted = Limit & { who: string }

const pair = (account: string, address: string): string => `${account} ${address}`

/** What a try at a password counts under; always in this order, so that no two wait for each other. */
export const signInLimits = (email: string, address: string): Counted[] => [
  { ...GUESS, who: address },
  { ...SIGN_IN_ACCOUNT, who: email },
  { ...SIGN_IN, who: pair(email, address) },
]

/** The same from a browser that has signed in to the account before: what others do does not hold it. */
export const knownDeviceLimits = (email: string, device: string): Counted[] => [
  { ...SIGN_IN_DEVICE, who: pair(email, device) },
]

/** Finding an address taken is a guess at it; opening an account is not. */
export const signUpLimits = (address: string): { guess: Counted[]; account: Counted[] } => ({
  guess: [{ ...GUESS, who: address }],
  account: [{ ...SIGN_UP, who: address }],
})

export const mailLimits = (email: string, address: string): Counted[] => [
  { ...MAIL_ADDRESS, who: address },
  { ...MAIL, who: pair(email, address) },
]

/** Takes an attempt back that was a success. */
export const giveBackAttempts = (limits: Counted[]): Query<unknown> =>
  query`select give_back_attempts(${JSON.stringify(limits)}::jsonb)`

/** Counts an attempt as a table `taken (wait)`: 0, or the seconds until there may be another. */
export const takenBy = ({ action, most, span }: Limit, who: unknown): Query<{ wait: number }> =>
  query`take_attempt(${action}, ${who}, ${most}, ${span}::interval) as taken (wait)`

/**
 * Counts a picture that a member sends: `wait` is 0, or the seconds until there may be another, and
 * `is_day` whether it is the day's number that is full.
 */
export async function attemptPicture(
  db: Db,
  { userId, role }: { userId: string; role: string },
): Promise<{ wait: number; is_day: boolean }> {
  const { action, most, mostOfSuperAdmin, span } = DAY_OF_PICTURES
  const mostInDay = role === "super_admin" ? mostOfSuperAdmin : most
  // One that is refused for its haste does not count for the day.
  const taken = await db.one<{ wait: number; is_day: boolean }>`
    select case when wait > 0 then wait
        else take_attempt(${action}, ${userId}, ${mostInDay}, ${span}::interval) end as wait,
      wait = 0 as is_day
    from ${takenBy(PICTURE, userId)}`
  if (!taken) throw new Error("take_attempt() gave no row")
  return taken
}

/** Forgets all attempts, after a success. */
export const forgetAttempts = ({ action, who }: Counted): Query<unknown> =>
  query`select forget_attempts(${action}, ${who})`

/** Removes what no limit looks back at any more. */
export const deleteOldAttempts = (db: Db) => db.one`select delete_old_attempts()`
