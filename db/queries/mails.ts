/** Mails that are due, and their links, known to the database by the SHA-256 of what they carry (in hexadecimal). */

import type { ReportKind, ReportReason } from "../../src/features/reports/schema.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import type { Role } from "../../src/schema/roles.ts"
import { type Db, query } from "../client.ts"
import { countAttempt, mailLimits, signUpLimits } from "./accounts/attempts.ts"
import type { RightCode } from "./accounts/second-factor.ts"

export type MailKind =
  | "verify_email"
  | "reset_password"
  | "password_changed"
  | "join_request"
  | "join_requests"
  | "join_approved"
  | "join_declined"
  | "join_answers"
  | "team_admin"
  | "team_owner"
  | "team_heir"
  | "team_removed"
  | "change_email"
  | "email_changed"
  | "google_connected"
  | "second_factor_on"
  | "second_factor_off"
  | "recovery_code_used"
  | "passkey_added"
  | "passkey_removed"
  | "new_device"
  | "security_alert"
  | "account_leaving"
  | "confirm_newsletter"
  | "confirm_shop"
  | "report_received"
  | "report_hidden"
  | "report_dismissed"
  | "content_hidden"
  | "newsroom_access"
  | "news_ready"
  | "account_blocked"
  | "account_unblocked"
  | "account_deleted"
  | "role_given"
  | "team_deleted"
  | "hidden_by_admins"
  | "event_going"
  | "event_place"
  | "event_offer"
  | "event_group"
  | "event_offer_over"
  | "event_released"
  | "event_helper"
  | "event_removed"
  | "event_changed"
  | "event_cancelled"
  | "event_reminder"
  | "event_message"

/** What a mail is about; what may not be named to its receiver is left out. */
export interface MailDetails {
  /** A team's name and slug. */
  team?: string
  slug?: string
  /** Who asks to join it. */
  member?: string
  /** Message of a member who requests to join, an owner who declined, or an event's organizers. */
  message?: string
  /** Of an event: its places. Of a digest: how many ask or have answered, and the names that may be shown. */
  count?: number
  members?: string[]
  approved?: string[]
  declined?: string[]
  /** Messages of teams that declined the receiver. */
  replies?: { team: string; message: string }[]
  /** What was reported, and its title or the member's name. */
  about?: ReportKind
  title?: string
  post_id?: string
  member_id?: string
  reasons?: ReportReason[]
  /** What was said to a report. */
  reply?: string
  /** What a translator writes. */
  languages?: Locale[]
  /** An article's title, id and language. */
  article?: string
  article_id?: string
  article_language?: Locale
  /** A role on the site. */
  role?: Role
  /** When a password was changed, or somebody logged in, an ISO moment, and in which browser. */
  changed_at?: string
  user_agent?: string
  /** Of an event: its title, when and where it is; `slug` is a public one's. */
  event?: string
  event_id?: string
  start_date?: string
  end_date?: string
  time_zone?: string
  is_all_day?: boolean
  location?: string
  signup_id?: string
  /** Until when a place is kept, an ISO moment. */
  until?: string
  /** Whether who lost a place waits for another. */
  waits?: boolean
}

export interface DueMail {
  id: string
  kind: MailKind
  language: Locale
  email: string
  display_name: string | null
  details: MailDetails
  /** This one included. */
  tries: number
}

const taken = (email: string, address: string) =>
  query`take_attempts(${JSON.stringify(mailLimits(email, address))}::jsonb)`

/**
 * Has a mail for a new password sent if the email address is known, which it does not tell; returns the
 * seconds to wait, else 0.
 */
export const requestReset = async (db: Db, email: string, address: string): Promise<number> =>
  (await db.value<number>`
    select wait, case when wait = 0 then request_password_reset(${email}) end
    from ${taken(email, address)}`) ?? 0

/** Has a mail that confirms the viewer's address sent; returns the seconds to wait, else 0. */
export const requestVerification = async (
  db: Db,
  email: string,
  address: string,
): Promise<number> =>
  (await db.value<number>`
    select wait, case when wait = 0 then request_verification() end
    from ${taken(email, address)}`) ?? 0

/**
 * Has a link sent to the address that the viewer wants to have; returns the seconds to wait, else 0, and
 * whether somebody has the address: asking that is a guess, counted as one at signing up.
 */
export async function requestEmailChange(
  db: Db,
  wanted: string,
  address: string,
): Promise<{ wait: number; isTaken: boolean }> {
  const limits = [...signUpLimits(address).guess, ...mailLimits(wanted, address)]
  const row = await db.one<{ wait: number; outcome: string | null }>`
    select wait, case when wait = 0 then request_email_change(${wanted}) end as outcome
    from take_attempts(${JSON.stringify(limits)}::jsonb)`
  return { wait: row?.wait ?? 0, isTaken: row?.outcome === "taken" }
}

/** Uses up such a link: the viewer's address from now on, or null when the link is no good. */
export const confirmEmailChange = (db: Db, hash: string) =>
  db.value<string>`select confirm_email_change(decode(${hash}, 'hex'))`

/** Leases up to so many mails that are due; those not noted as sent are due again later. */
export const leaseMails = (db: Db, most: number) => db.many<DueMail>`
  select id, kind, language, email, display_name, details, tries from take_mails(${most})`

/**
 * What a mail about joining says beyond its details; null when there is nothing to tell any more: the mail is
 * gone then. Read once it is leased, so that whatever is told of later has another mail.
 */
export const joinMailDetails = (db: Db, mail: string) =>
  db.value<MailDetails>`select join_mail_details(${mail})`

/** Makes a mail's link good for so long (a Postgres interval). */
export const issueMailLink = (db: Db, mail: string, hash: string, life: string) =>
  db.one`select issue_mail_link(${mail}, decode(${hash}, 'hex'), ${life}::interval)`

export const recordMailSent = (db: Db, mail: string) => db.one`select note_mail_sent(${mail})`

export const recordMailFailure = (db: Db, mail: string, reason: string, givesUp: boolean) =>
  db.one`select note_mail_failed(${mail}, ${reason}, ${givesUp})`

/** Removes mails done with a month ago, and links that have run out. */
export const deleteOldMails = (db: Db) => db.one`select delete_old_mails()`

/** Uses up a link: the address that is confirmed now, or null when the link is no good. */
export const verifyEmail = (db: Db, hash: string) =>
  db.value<string>`select verify_email(decode(${hash}, 'hex'))`

/** The account of a link for a new password. */
export interface ResetAccount {
  user_id: string
  email: string
  /** Beside the link: a code of the second factor, or more than there is. */
  needs: "nothing" | "code" | "owner"
  /** What codes are compared with, in hexadecimal. */
  secret: string | null
}

/** Counts a try of a link for a new password; `account` is null when the link cannot be used now. */
export async function attemptReset(db: Db, hash: string, address: string) {
  const row = await db.one<{ wait: number; account: ResetAccount | null }>`
    select wait, (select to_jsonb(n) from reset_link_needs(decode(${hash}, 'hex')) n) as account
    from ${countAttempt("link", address)}`
  return row ?? { wait: 0, account: null }
}

/**
 * Uses up a link: sets a new password, ends all sessions, forgets the tries at the old one, and knows the
 * caller's browser (by its token's hash) from then on; false when the link is no good.
 */
export const resetPassword = async (
  db: Db,
  hash: string,
  passwordHash: string,
  caller: { address: string; device: string; userAgent: string | null },
  code: RightCode | null,
): Promise<boolean> =>
  (await db.value<boolean>`
    select reset_password(decode(${hash}, 'hex'), ${passwordHash}, ${caller.address},
      decode(${caller.device}, 'hex'), ${caller.userAgent}, ${code?.step ?? null},
      decode(${code?.recoveryHash ?? null}, 'hex'))`) ?? false
