/** Who wants letters: asking, confirming and leaving. Links are known by the SHA-256 of what they carry (in hexadecimal). */
import type { Db } from "../client.ts"
import { LETTERS } from "./attempts.ts"
import type { LocaleCode } from "./codes.ts"

export type LetterList = "newsletter" | "shop"

export interface LetterWish {
  list: LetterList
  email: string
  language: LocaleCode
  /** The sentence beside the button, and the language that it was in. */
  consent: { wording: string; language: LocaleCode }
}

/**
 * Has a mail with a link to confirm sent, and says nothing about the address. Returns the seconds to wait
 * when too many were asked for from there, else 0.
 */
export async function askForLetters(db: Db, wish: LetterWish, caller: string): Promise<number> {
  const { list, email, language, consent } = wish
  const row = await db.one<{ wait: number }>`
    with taken as materialized (
      select take_attempt(${LETTERS.action}, ${caller}, ${LETTERS.most}, ${LETTERS.span}::interval)
        as wait
    )
    select wait, case when wait = 0 then
      ask_for_letters(${list}, ${email}, ${language}, ${consent.wording}, ${consent.language})
    end from taken`
  return row?.wait ?? 0
}

/** The list that the link's address is on now, or null when the link is no good. */
export async function confirmSubscription(db: Db, hash: string): Promise<LetterList | null> {
  const row = await db.one<{ list: LetterList | null }>`
    select confirm_subscription(decode(${hash}, 'hex')) as list`
  return row?.list ?? null
}

/** The list that the letter's address is not on any more, or null when no letter had the link. */
export async function unsubscribe(db: Db, hash: string): Promise<LetterList | null> {
  const row = await db.one<{ list: LetterList | null }>`
    select unsubscribe(decode(${hash}, 'hex')) as list`
  return row?.list ?? null
}

/** Removes what nobody confirmed within a week. */
export async function deleteUnconfirmedSubscriptions(db: Db): Promise<void> {
  await db.one`select delete_unconfirmed_subscriptions()`
}
