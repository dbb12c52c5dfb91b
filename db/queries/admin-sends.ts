/** What could not be sent, mails and suggestions on their way to Telegram, and another try. */
import { type Db, query } from "../client.ts"
import type { Limit } from "./attempts.ts"
import type { MailKind } from "./mails.ts"

/**
 * `failed` was given up, `waiting` is tried again later, `due` is the sender's next, `sending` is with it
 * now, `sent` went out in the last minutes after somebody asked for it.
 */
export type SendState = "failed" | "waiting" | "due" | "sending" | "sent"

interface SendFacts {
  id: string
  state: SendState
  tries: number
  /** Without addresses and links. */
  last_error: string | null
  created_at: string
  next_try_at: string
}

export interface MailSend extends SendFacts {
  channel: "mail"
  kind: MailKind
  /** Null for who has no account, such as who asked for letters. */
  user_id: string | null
  display_name: string | null
  /** Masked; a mail always has a receiver. */
  address: string
  title: null
}

export interface SuggestionSend extends SendFacts {
  channel: "telegram"
  kind: "suggestion"
  user_id: null
  display_name: null
  address: null
  title: string
}

export type AdminSend = MailSend | SuggestionSend

export interface SendCounts {
  mails_waiting: number
  mails_failed: number
  suggestions_waiting: number
  suggestions_failed: number
}

const NONE: SendCounts = {
  mails_waiting: 0,
  mails_failed: 0,
  suggestions_waiting: 0,
  suggestions_failed: 0,
}

const SHOWN_MAX = 50

/** What failed or waits too long, the latest first, with the counts of all that is not sent. */
export async function adminSends(db: Db) {
  const [[counts = NONE], sends] = await db.batch([
    query<SendCounts>`
      select mails_waiting, mails_failed, suggestions_waiting, suggestions_failed
      from admin_send_counts()`,
    query<AdminSend>`
      select id, channel, kind, state, user_id, display_name, address, title, tries, last_error,
        created_at, next_try_at
      from admin_sends(${SHOWN_MAX})`,
  ])
  return { counts, sends }
}

/** Per super admin; one for all counts as one. */
const RETRY: Limit = { action: "send_retry", most: 30, span: "5 minutes" }

/** Which ways out there are now. */
export interface Ways {
  mail: boolean
  telegram: boolean
}

interface Tried<Outcome> {
  /** Seconds to wait when there were too many, else 0. */
  wait: number
  /** Null when it was not tried. */
  outcome: Outcome | null
}

/** Makes one due now, unless it is being sent or is due already; tells how it stands. */
export const retrySend = (db: Db, id: string, ways: Ways) => db.one<
  Tried<SendState | "not_found" | "unavailable">
>`
  with taken as materialized (
    select take_attempt(${RETRY.action}, current_viewer()::text, ${RETRY.most}, ${RETRY.span}::interval)
      as wait
  )
  select wait, case when wait = 0 then retry_send(${id}, ${ways.mail}, ${ways.telegram}) end as outcome
  from taken`

/** Makes all due now that failed or wait for their next try; tells how many. */
export const retryAllSends = (db: Db, ways: Ways) => db.one<Tried<number>>`
  with taken as materialized (
    select take_attempt(${RETRY.action}, current_viewer()::text, ${RETRY.most}, ${RETRY.span}::interval)
      as wait
  )
  select wait, case when wait = 0 then retry_all_sends(${ways.mail}, ${ways.telegram}) end as outcome
  from taken`
