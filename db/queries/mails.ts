/** Mails that are due, and their links, known to the database by the SHA-256 of what they carry (in hexadecimal). */
import { type Db, query } from "../client.ts"
import { attempt, LINK, MAIL } from "./attempts.ts"
import type { LocaleCode } from "./codes.ts"
import type { ReportKind, ReportReason } from "./reports.ts"

export type MailKind =
  | "verify_email"
  | "reset_password"
  | "password_changed"
  | "join_request"
  | "join_approved"
  | "join_declined"
  | "confirm_newsletter"
  | "confirm_shop"
  | "report_hidden"
  | "report_dismissed"
  | "content_hidden"
  | "content_dismissed"

/** What a mail is about; what may not be named to its receiver is left out. */
export interface MailDetails {
  /** A team's name and slug. */
  team?: string
  slug?: string
  /** Who asks to join it. */
  member?: string
  /** What was agreed to, in letters. */
  consent?: string
  /** What was reported, and its title or the member's name. */
  about?: ReportKind
  title?: string
  member_id?: string
  reasons?: ReportReason[]
  /** What was said to a report. */
  reply?: string
}

export interface DueMail {
  id: string
  kind: MailKind
  language: LocaleCode
  email: string
  display_name: string | null
  details: MailDetails
  /** This one included. */
  tries: number
}

/**
 * Has a mail for a new password sent, if the e-mail address is known; says nothing about that. Returns the
 * seconds to wait when too many were asked for from there, else 0.
 */
export async function askForReset(db: Db, email: string, address: string): Promise<number> {
  const row = await db.one<{ wait: number }>`
    with taken as materialized (
      select take_attempt(${MAIL.action}, ${address}, ${MAIL.most}, ${MAIL.span}::interval) as wait
    )
    select wait, case when wait = 0 then ask_for_reset(${email}) end from taken`
  return row?.wait ?? 0
}

/** Has a mail that confirms the viewer's address sent; returns the seconds to wait, else 0. */
export async function askForVerification(db: Db, address: string): Promise<number> {
  const row = await db.one<{ wait: number }>`
    with taken as materialized (
      select take_attempt(${MAIL.action}, ${address}, ${MAIL.most}, ${MAIL.span}::interval) as wait
    )
    select wait, case when wait = 0 then ask_for_verification() end from taken`
  return row?.wait ?? 0
}

/** Lends up to so many mails that are due; those not noted as sent are due again later. */
export const takeMails = (db: Db, most: number) => db.many<DueMail>`
  select id, kind, language, email, display_name, details, tries from take_mails(${most})`

/** Makes a mail's link good for so long (a Postgres interval). */
export async function issueMailLink(db: Db, mail: string, hash: string, life: string) {
  await db.one`select issue_mail_link(${mail}, decode(${hash}, 'hex'), ${life}::interval)`
}

export async function noteMailSent(db: Db, mail: string): Promise<void> {
  await db.one`select note_mail_sent(${mail})`
}

export async function noteMailFailed(db: Db, mail: string, reason: string, givesUp: boolean) {
  await db.one`select note_mail_failed(${mail}, ${reason}, ${givesUp})`
}

/** Removes mails done with a month ago, and links that have run out. */
export async function deleteOldMails(db: Db): Promise<void> {
  await db.one`select delete_old_mails()`
}

/** Uses up a link: the address that is confirmed now, or null when the link is no good. */
export async function verifyEmail(db: Db, hash: string): Promise<string | null> {
  const row = await db.one<{ email: string | null }>`
    select verify_email(decode(${hash}, 'hex')) as email`
  return row?.email ?? null
}

/** Counts a try of a link for a new password from an address, and tells whether it could be used now. */
export async function tryReset(
  db: Db,
  hash: string,
  address: string,
): Promise<{ wait: number; isUsable: boolean }> {
  const [[taken], [link]] = await db.batch([
    attempt(LINK, address),
    query<{ usable: boolean }>`
      select is_link_usable(decode(${hash}, 'hex'), 'reset_password') as usable`,
  ])
  return { wait: taken?.wait ?? 0, isUsable: link?.usable ?? false }
}

/**
 * Uses up a link: sets a new password, ends all sessions, and forgets the tries to sign in from the
 * caller's address; false when the link is no good.
 */
export async function resetPassword(
  db: Db,
  hash: string,
  passwordHash: string,
  address: string,
): Promise<boolean> {
  const row = await db.one<{ done: boolean }>`
    select reset_password(decode(${hash}, 'hex'), ${passwordHash}, ${address}) as done`
  return row?.done ?? false
}
