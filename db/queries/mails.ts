/** The queue of emails, and links in emails. Hashes of links are SHA-256 in hexadecimal. */

import type { Topic } from "../../src/features/notifications/topics.ts"
import type { ReportKind, ReportReason } from "../../src/features/reports/schema.ts"
import type { MessageKey } from "../../src/i18n/keys.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import type { Role } from "../../src/schema/roles.ts"
import { type Db, query } from "../client.ts"
import { countAttemptSql, getMailLimits, getSignUpLimits } from "./accounts/attempts.ts"
import type { CodeToUse } from "./accounts/second-factor.ts"

/** Takes the kind out of a message key such as `mails:verify_email.button`. */
type ExtractKind<Key> = Key extends `mails:${infer Kind}.button` ? Kind : never

/** Each kind of email has a text for its button. */
export type MailKind = ExtractKind<MessageKey>

/** Values for the text of an email. Fields that the recipient may not see are left out. */
export interface MailDetails {
  team?: string
  /** Slug of the team, the event or the commented content. */
  slug?: string
  /** Name of an applicant. */
  member?: string
  /** The message of an applicant, of an owner who declined, or of organizers. */
  message?: string
  /** The number of places at an event, or of requests or answers in a digest. */
  count?: number
  /** Names of applicants in a digest. */
  members?: string[]
  /** Names of teams that approved the recipient. */
  approved?: string[]
  /** Names of teams that declined the recipient. */
  declined?: string[]
  /** Messages of teams that declined the recipient. */
  replies?: { team: string; message: string }[]
  /** Kind of the reported content. */
  about?: ReportKind
  title?: string
  post_id?: string
  /** Kind of the content that a reported comment is on. */
  commented?: "article" | "post" | "event"
  comment_id?: string
  member_id?: string
  reasons?: ReportReason[]
  /** Message of the admins about a report. */
  reply?: string
  languages?: Locale[]
  article?: string
  article_id?: string
  article_language?: Locale
  role?: Role
  /** Time of a log-in from a new browser or of a changed password. */
  changed_at?: string
  user_agent?: string
  /** Title of an event. Only public events also have a `slug`. */
  event?: string
  event_id?: string
  start_date?: string
  end_date?: string
  time_zone?: string
  is_all_day?: boolean
  location?: string
  signup_id?: string
  /** End of the offer of a place. */
  until?: string
  /** Whether the member is on the waitlist again. */
  waits?: boolean
}

export interface DueMail {
  id: string
  kind: MailKind
  language: Locale
  email: string
  display_name: string | null
  details: MailDetails
  /** Number of deliveries that were tried, including this one. */
  tries: number
}

/** Returns SQL for a `from` clause that counts a requested email toward the limits of the email and IP address. */
const countMailRequestSql = (email: string, address: string) =>
  query`count_attempts(${JSON.stringify(getMailLimits(email, address))}::jsonb)`

/** Emails a password reset link if the email address has an account. Returns the seconds to wait, or 0. */
export const requestReset = (db: Db, email: string, address: string) => db.value<number>`
  select wait, case when wait = 0 then request_password_reset(${email}) end
  from ${countMailRequestSql(email, address)}`

/** Emails the viewer a link that confirms the email address. Returns the seconds to wait, or 0. */
export const requestVerification = (db: Db, email: string, address: string) => db.value<number>`
  select wait, case when wait = 0 then request_verification() end
  from ${countMailRequestSql(email, address)}`

/**
 * Emails a link to the viewer's new email address. The request counts like a failed log-in (`guess`), because the
 * result reveals whether the new address has an account. `address` is the IP address.
 */
export async function requestEmailChange(
  db: Db,
  newAddress: string,
  address: string,
): Promise<{ wait: number; isTaken: boolean }> {
  const limits = [...getSignUpLimits(address).guess, ...getMailLimits(newAddress, address)]
  const row = await db.one<{ wait: number; outcome: string | null }>`
    select wait, case when wait = 0 then request_email_change(${newAddress}) end as outcome
    from count_attempts(${JSON.stringify(limits)}::jsonb)`
  return { wait: row?.wait ?? 0, isTaken: row?.outcome === "taken" }
}

export const confirmEmailChange = (db: Db, hash: string) =>
  db.value<string>`select confirm_email_change(decode(${hash}, 'hex'))`

/** Returns due emails that only the caller may send for a while. */
export const leaseMails = (db: Db, maxRows: number) => db.many<DueMail>`
  select id, kind, language, email, display_name, details, tries from lease_mails(${maxRows})`

/**
 * Returns the current details of an email about join requests;
 * null if the email is no longer needed and was deleted.
 */
export const prepareJoinMail = (db: Db, mail: string) =>
  db.value<MailDetails>`select prepare_join_mail(${mail})`

/** Stores the hash of a link in the email. `lifetime` is a Postgres interval. */
export const storeMailLink = (db: Db, mail: string, hash: string, lifetime: string) =>
  db.one`select store_mail_link(${mail}, decode(${hash}, 'hex'), ${lifetime}::interval)`

/** Stores the hash of the link that turns off emails on the topic. Returns null for an email without a topic. */
export const storeTopicLink = (db: Db, mail: Pick<DueMail, "id" | "kind">, hash: string) =>
  db.one<{ member: string; topic: Topic }>`
    select member, get_mail_topic(${mail.kind}) as topic
    from store_topic_link(${mail.id}, decode(${hash}, 'hex')) as member where member is not null`

/** Turns emails on a topic on or off. Returns the changed topics, or an empty list if the link is invalid. */
export const setEmailsByLink = async (db: Db, hash: string, { isWanted }: { isWanted: boolean }) =>
  (await db.value<string[]>`select set_emails_by_link(decode(${hash}, 'hex'), ${isWanted})`) ?? []

export const recordMailSent = (db: Db, mail: string) => db.one`select record_mail_sent(${mail})`

export const recordMailFailure = (db: Db, mail: string, reason: string, givesUp: boolean) =>
  db.one`select record_mail_failure(${mail}, ${reason}, ${givesUp})`

export const verifyEmail = (db: Db, hash: string) =>
  db.value<string>`select verify_email(decode(${hash}, 'hex'))`

export interface ResetAccount {
  user_id: string
  email: string
  /** What the reset requires: only the link, the link and a code, or a link from the database owner (`owner_link`). */
  needs: "none" | "code" | "owner_link"
  /** Secret of the authenticator app in hexadecimal. */
  secret: string | null
}

/** Counts a use of a password reset link. `account` is null for an invalid link. `address` is the IP address. */
export async function countResetAttempt(db: Db, hash: string, address: string) {
  const row = await db.one<{ wait: number; account: ResetAccount | null }>`
    select wait, (select to_jsonb(n) from get_reset_requirement(decode(${hash}, 'hex')) n) as account
    from ${countAttemptSql("link", address)}`
  return row ?? { wait: 0, account: null }
}

export const resetPassword = async (
  db: Db,
  hash: string,
  passwordHash: string,
  caller: { address: string; device: string; userAgent: string | null },
  code: CodeToUse | null,
): Promise<boolean> =>
  (await db.value<boolean>`
    select reset_password(decode(${hash}, 'hex'), ${passwordHash}, ${caller.address},
      decode(${caller.device}, 'hex'), ${caller.userAgent}, ${code?.timeStep ?? null},
      decode(${code?.recoveryHash ?? null}, 'hex'))`) ?? false
