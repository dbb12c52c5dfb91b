/** Limits, counted in the database so that they hold across instances. */
import { type Db, type Query, query } from "../client.ts"

export interface Limit {
  action: string
  most: number
  /** A Postgres interval. */
  span: string
}

/** Per account and address. */
export const SIGN_IN: Limit = { action: "sign-in", most: 10, span: "5 minutes" }
/** Per address. */
export const SIGN_UP: Limit = { action: "sign-up", most: 5, span: "1 hour" }
/** Links tried, per address: they cannot be guessed, but each try costs. */
export const LINK: Limit = { action: "link", most: 20, span: "1 hour" }
/** Pictures drawn anew, per member. */
export const PICTURE: Limit = { action: "picture", most: 20, span: "10 minutes" }
/** Per address. */
export const MAIL: Limit = { action: "mail", most: 5, span: "1 hour" }

/** Suggestions, per address. */
export const SUGGESTION: Limit = { action: "suggestion", most: 5, span: "1 hour" }
/** Asking for letters, per address: a team behind one network may all want them. */
export const LETTERS: Limit = { action: "letters", most: 10, span: "1 hour" }

/** Who tries: an account from an address. */
export const addressPair = (account: string, address: string): string => `${account} ${address}`

/** Counts an attempt; `wait` is 0, or the seconds until there may be another. */
export const attempt = ({ action, most, span }: Limit, who: string): Query<{ wait: number }> =>
  query`select take_attempt(${action}, ${who}, ${most}, ${span}::interval) as wait`

/** Forgets the attempts, after a success. */
export const forgetAttempts = ({ action }: Limit, who: string): Query<unknown> =>
  query`select forget_attempts(${action}, ${who})`

/** Removes what no limit looks back at any more. */
export async function deleteOldAttempts(db: Db): Promise<void> {
  await db.one`select delete_old_attempts()`
}
