import type { SuggestionBody } from "../../src/features/ideas/forms.ts"
import type { Db } from "../client.ts"
import { countAttemptSql } from "./accounts/attempts.ts"

/** A suggestion is a private message to the admins. The site also sends it to Telegram if that is set up. */
export type NewSuggestion = Required<Omit<SuggestionBody, "website" | "opened_at" | "sent_at">>

/**
 * Stores a suggestion. A repeated call with the same id has no effect. `address` is the IP address. Returns the seconds
 * to wait, or 0.
 */
export function storeSuggestion(db: Db, suggestion: NewSuggestion, address: string) {
  const { id, name, email, category, priority, title, description, language } = suggestion
  return db.value<number>`
    select wait, case when wait = 0 then store_suggestion(
      ${id}, ${name}, ${email}, ${category}, ${priority}, ${title}, ${description}, ${language}
    ) end
    from ${countAttemptSql("suggestion", address)}`
}

export interface DueSuggestion extends Omit<NewSuggestion, "name" | "email"> {
  /** Null if the sender's account or data was deleted. */
  name: string | null
}

export const leaseSuggestion = (db: Db) => db.one<DueSuggestion>`
  select id, name, category, priority, title, description, language from lease_suggestion()`

export const recordSuggestionSent = (db: Db, id: string) =>
  db.one`select record_suggestion_sent(${id})`

/** `pause` is the number of seconds during which no suggestion is sent; null for no pause. */
export const recordSuggestionFailure = (db: Db, id: string, reason: string, pause: number | null) =>
  db.one`select record_suggestion_failure(${id}, ${reason}, ${pause}::float8 * interval '1 second')`
