/** Queued emails and their links. The database stores only the SHA-256 of a link's token, in hexadecimal here. */

import type { Topic } from "../../src/features/notifications/topics.ts"
import type { ReportKind, ReportReason } from "../../src/features/reports/schema.ts"
import type { MessageKey } from "../../src/i18n/keys.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import type { Role } from "../../src/schema/roles.ts"
import { type Db, query } from "../client.ts"
import { countAttempt, getMailLimits, getSignUpLimits } from "./accounts/attempts.ts"
import type { CorrectCode } from "./accounts/second-factor.ts"

type KindOf<Key> = Key extends `mails:${infer Kind}.button` ? Kind : never

/** The kinds of emails are the keys of their texts. */
export type MailKind = KindOf<MessageKey>

/** The content of an email. Fields that the recipient may not see are omitted. */
export interface MailDetails {
  team?: string
  slug?: string
  member?: string
  /** Message of a member who requests to join, of an owner who declined, or of an event's organizers. */
  message?: string
  /** Number of places at an event; in a digest, the number of requests or answers. */
  count?: number
  members?: string[]
  approved?: string[]
  declined?: string[]
  /** Messages of teams that declined the recipient. */
  replies?: { team: string; message: string }[]
  /** The kind of reported content. `title` is its title, or the member's name. */
  about?: ReportKind
  title?: string
  post_id?: string
  /** The content that a reported comment is on. */
  commented?: "article" | "post" | "event"
  comment_id?: string
  member_id?: string
  reasons?: ReportReason[]
  reply?: string
  languages?: Locale[]
  article?: string
  article_id?: string
  article_language?: Locale
  role?: Role
  /** Time of a changed password or a log-in, and the browser. */
  changed_at?: string
  user_agent?: string
  /** An event. Only a public one has a `slug`. Title, slug and location of a hidden event are omitted. */
  event?: string
  event_id?: string
  start_date?: string
  end_date?: string
  time_zone?: string
  is_all_day?: boolean
  location?: string
  signup_id?: string
  /** End of the time in which an offered place can be accepted. */
  until?: string
  /** Whether a member who lost a place is on the waitlist again. */
  waits?: boolean
}

export interface DueMail {
  id: string
  kind: MailKind
  language: Locale
  email: string
  display_name: string | null
  details: MailDetails
  /** Number of tries, including this one. */
  tries: number
}

const countMailRequest = (email: string, address: string) =>
  query`count_attempts(${JSON.stringify(getMailLimits(email, address))}::jsonb)`

/**
 * Queues an email to reset the password, if the address has an account. Returns the seconds to wait, else 0. The
 * result does not reveal whether there is an account.
 */
export const requestReset = (db: Db, email: string, address: string) => db.value<number>`
  select wait, case when wait = 0 then request_password_reset(${email}) end
  from ${countMailRequest(email, address)}`

/** Queues an email that confirms the viewer's address. Returns the seconds to wait, else 0. */
export const requestVerification = (db: Db, email: string, address: string) => db.value<number>`
  select wait, case when wait = 0 then request_verification() end
  from ${countMailRequest(email, address)}`

/**
 * Queues an email with a link to the viewer's new address. Also counts as a failed log-in (`guess`), because the result
 * reveals whether the address has an account. `wait` is the seconds to wait, else 0.
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

/** Changes the viewer's address. Returns the new address; null for an invalid link. */
export const confirmEmailChange = (db: Db, hash: string) =>
  db.value<string>`select confirm_email_change(decode(${hash}, 'hex'))`

/** Leases emails that are due. They become due again unless they are recorded as sent. */
export const leaseMails = (db: Db, maxRows: number) => db.many<DueMail>`
  select id, kind, language, email, display_name, details, tries from lease_mails(${maxRows})`

/**
 * Returns the current details of a leased email about joining. Returns null if the email was not needed anymore and
 * was deleted. Later changes queue another email.
 */
export const prepareJoinMail = (db: Db, mail: string) =>
  db.value<MailDetails>`select prepare_join_mail(${mail})`

/** `lifetime` is a Postgres interval. */
export const storeMailLink = (db: Db, mail: string, hash: string, lifetime: string) =>
  db.one`select store_mail_link(${mail}, decode(${hash}, 'hex'), ${lifetime}::interval)`

/**
 * Stores the hash of a link that turns off emails of the same topic. Returns the topic and the id of the recipient;
 * null for an email that cannot be turned off.
 */
export const storeTopicLink = (db: Db, mail: Pick<DueMail, "id" | "kind">, hash: string) =>
  db.one<{ member: string; topic: Topic }>`
    select member, get_mail_topic(${mail.kind}) as topic
    from store_topic_link(${mail.id}, decode(${hash}, 'hex')) as member where member is not null`

/** Turns the emails of a link's topics on or off. Returns the topics; none for an invalid link. */
export const setEmailsByLink = async (db: Db, hash: string, isWanted: boolean) =>
  (await db.value<string[]>`select set_emails_by_link(decode(${hash}, 'hex'), ${isWanted})`) ?? []

export const recordMailSent = (db: Db, mail: string) => db.one`select record_mail_sent(${mail})`

export const recordMailFailure = (db: Db, mail: string, reason: string, givesUp: boolean) =>
  db.one`select record_mail_failure(${mail}, ${reason}, ${givesUp})`

/** Confirms an address. Returns it; null for an invalid link. */
export const verifyEmail = (db: Db, hash: string) =>
  db.value<string>`select verify_email(decode(${hash}, 'hex'))`

export interface ResetAccount {
  user_id: string
  email: string
  /**
   * The proof that is needed in addition to the link: nothing, a code of the second factor, or a link from the
   * database owner.
   */
  needs: "nothing" | "code" | "owner"
  /** Secret for comparing codes, in hexadecimal. */
  secret: string | null
}

/** Counts the use of a reset link. `account` is null for an invalid link. */
export async function countResetAttempt(db: Db, hash: string, address: string) {
  const row = await db.one<{ wait: number; account: ResetAccount | null }>`
    select wait, (select to_jsonb(n) from get_reset_requirement(decode(${hash}, 'hex')) n) as account
    from ${countAttempt("link", address)}`
  return row ?? { wait: 0, account: null }
}

/**
 * Sets a new password, ends all sessions, deletes failed attempts, and stores the caller's browser as a known device.
 * Returns false for an invalid link.
 */
export const resetPassword = async (
  db: Db,
  hash: string,
  passwordHash: string,
  caller: { address: string; device: string; userAgent: string | null },
  code: CorrectCode | null,
): Promise<boolean> =>
  (await db.value<boolean>`
    select reset_password(decode(${hash}, 'hex'), ${passwordHash}, ${caller.address},
      decode(${caller.device}, 'hex'), ${caller.userAgent}, ${code?.step ?? null},
      decode(${code?.recoveryHash ?? null}, 'hex'))`) ?? false
