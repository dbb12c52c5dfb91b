/** Sends queued emails, after the response of the request that queued them and by schedule. */
import { generate } from "lean-qr"
import { toPngBuffer } from "lean-qr/extras/node_export"
import pLimit from "p-limit"
import { authDatabase } from "../../../db/client.ts"
import {
  type DueMail,
  issueMailLink,
  joinMailDetails,
  leaseMails,
  type MailDetails,
  type MailKind,
  recordMailFailure,
  recordMailSent,
} from "../../../db/queries/mails.ts"
import { feedEvent, storeEventUnsubscribeLink } from "../../../db/queries/signups.ts"
import { calendarFile } from "../../../src/features/events/feeds/ics.ts"
import { entryAddress } from "../../../src/features/events/signups/schema.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { SITE } from "../../../src/site.ts"
import { calendarTranslator } from "../events/calendar-texts.ts"
import { siteUrl } from "../http/site-url.ts"
import { logLine } from "../monitoring/log.ts"
import { recordDueTime } from "../publishing/due-times.ts"
import { hashToken, newToken } from "../sign-in/tokens.ts"
import { CODE_ID, mailText } from "./mail-texts.ts"
import { canSendMail, type Mail, sendMail } from "./send-mail.ts"

const BATCH_SIZE = 20
/** Concurrent connections; every mail server allows three. */
const MAX_CONNECTIONS = 3
/**
 * Pauses double from a minute to four hours, so that 25 tries last three days: enough for a mail server repaired after
 * a weekend.
 */
const MAX_TRIES = 25
/** Emails are leased for ten minutes. Starting none after five ensures that each is sent before its lease ends. */
const START_WITHIN_MS = 5 * 60_000

/** Returns the page of reported content. A team's own event has no page. */
function reportedPath({ about, slug, post_id, member_id }: MailDetails): string {
  if (about === "profile") return `/members/${member_id}`
  if (about === "event") return slug ? `/events/${slug}` : "/calendar"
  return about === "post" ? `/teams/${slug}/posts/${post_id}` : `/teams/${slug}`
}

/** Returns the page of reported content for its owner. */
function ownerPath(details: MailDetails): string {
  return details.about === "profile" ? "/profile" : reportedPath(details)
}

/** Returns the page with the member's sign-up. A team's own event has no page. */
const eventSignupPath = ({ slug, event_id }: MailDetails) =>
  slug ? `/events/${slug}#signup` : `/my-events?event=${event_id}`

/**
 * The page that each kind links to, and how long the link's token is valid (a Postgres interval; null for a link
 * without a token).
 */
const KINDS = {
  verify_email: { path: () => "/verify-email", lifetime: "3 days" },
  reset_password: { path: () => "/reset-password", lifetime: "1 hour" },
  password_changed: { path: () => "/profile#security", lifetime: null },
  change_email: { path: () => "/verify-email?new", lifetime: "1 day" },
  email_changed: { path: () => "/", lifetime: null },
  account_leaving: { path: () => "/login", lifetime: null },
  google_connected: { path: () => "/profile#security", lifetime: null },
  second_factor_on: { path: () => "/profile#security", lifetime: null },
  second_factor_off: { path: () => "/profile#security", lifetime: null },
  recovery_code_used: { path: () => "/profile#security", lifetime: null },
  passkey_added: { path: () => "/profile#security", lifetime: null },
  passkey_removed: { path: () => "/profile#security", lifetime: null },
  new_device: { path: () => "/profile#security", lifetime: null },
  security_alert: { path: () => "/admin/security", lifetime: null },
  join_request: { path: ({ slug }) => `/teams/${slug}/manage#requests`, lifetime: null },
  join_requests: { path: ({ slug }) => `/teams/${slug}/manage#requests`, lifetime: null },
  join_approved: { path: ({ slug }) => `/teams/${slug}`, lifetime: null },
  join_declined: { path: () => "/teams", lifetime: null },
  join_answers: { path: () => "/teams", lifetime: null },
  team_admin: { path: ({ slug }) => `/teams/${slug}#blog`, lifetime: null },
  team_owner: { path: ({ slug }) => `/teams/${slug}/manage`, lifetime: null },
  team_heir: { path: ({ slug }) => `/teams/${slug}/manage`, lifetime: null },
  team_removed: { path: () => "/teams", lifetime: null },
  confirm_newsletter: { path: () => "/newsletter/confirm", lifetime: "7 days" },
  confirm_shop: { path: () => "/newsletter/confirm", lifetime: "7 days" },
  report_received: { path: () => "/admin/reports", lifetime: null },
  report_hidden: { path: () => "/", lifetime: null },
  report_dismissed: { path: reportedPath, lifetime: null },
  content_hidden: { path: ownerPath, lifetime: null },
  newsroom_access: { path: () => "/newsroom", lifetime: null },
  news_ready: { path: ({ article_id }) => `/newsroom?edit=${article_id}`, lifetime: null },
  account_blocked: { path: () => "/terms", lifetime: null },
  account_unblocked: { path: () => "/login", lifetime: null },
  account_deleted: { path: () => "/terms", lifetime: null },
  role_given: { path: ({ role }) => (role === "super_admin" ? "/admin" : "/"), lifetime: null },
  team_deleted: { path: () => "/teams", lifetime: null },
  hidden_by_admins: { path: ownerPath, lifetime: null },
  event_going: { path: eventSignupPath, lifetime: null },
  event_place: { path: eventSignupPath, lifetime: null },
  event_offer: { path: eventSignupPath, lifetime: null },
  event_group: { path: eventSignupPath, lifetime: null },
  event_offer_over: { path: eventSignupPath, lifetime: null },
  event_released: { path: () => "/calendar", lifetime: null },
  event_helper: { path: ({ event_id }) => `/my-events?event=${event_id}`, lifetime: null },
  event_removed: { path: eventSignupPath, lifetime: null },
  event_cancelled: { path: () => "/calendar", lifetime: null },
  event_changed: { path: eventSignupPath, lifetime: null },
  event_reminder: { path: eventSignupPath, lifetime: null },
  event_message: { path: eventSignupPath, lifetime: null },
} as const satisfies Record<
  MailKind,
  { path: (details: MailDetails) => string; lifetime: string | null }
>

const db = () => authDatabase().as(null)

/**
 * Returns the email's link. Its token is in the fragment, which does not reach servers and logs; the database stores
 * only its hash.
 */
async function linkOf({ id, kind, language, details, email }: DueMail): Promise<string> {
  const { path, lifetime } = KINDS[kind]
  const address = new URL(localePath(path(details), language), siteUrl())
  if (lifetime) {
    const token = newToken()
    await issueMailLink(db(), id, hashToken(token), lifetime)
    // The address tells password managers which account it is.
    const account = kind === "reset_password" && { email }
    address.hash = `${new URLSearchParams({ token, ...account })}`
  }
  return address.href
}

/** Returns the links that turn off emails about events: a page, and headers for one-click unsubscribing (RFC 8058). */
async function unsubscribeLinks({ id, language }: DueMail) {
  const token = newToken()
  const member = await storeEventUnsubscribeLink(db(), id, hashToken(token))
  const query = new URLSearchParams({ token, language })
  const oneClick = new URL(`/api/newsletter/unsubscribe?${query}`, siteUrl())
  const page = new URL(localePath("/newsletter/unsubscribe", language), siteUrl())
  page.hash = `${new URLSearchParams({ token })}`
  return {
    member,
    page: page.href,
    headers: {
      "List-Unsubscribe": `<${oneClick.href}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  }
}

/** Emails that contain the event as a calendar file, and emails that contain the entry code. */
const KINDS_WITH_CALENDAR_FILE: readonly MailKind[] = [
  "event_going",
  "event_place",
  "event_changed",
  "event_cancelled",
]
const KINDS_WITH_ENTRY_CODE: readonly MailKind[] = ["event_going", "event_place", "event_reminder"]

/** Explicit background: email programs with a dark mode would show black on black. */
const WHITE = [255, 255, 255] as const

type Attachment = NonNullable<Mail["attachments"]>[number]

async function attachmentsOf(mail: DueMail, member: string | null): Promise<Attachment[]> {
  const { kind, language: locale, details } = mail
  const { event_id: event, signup_id: signup } = details
  const attachments: Attachment[] = []
  if (!event) return attachments
  const absolute = (path: string) => new URL(path, siteUrl()).href
  if (KINDS_WITH_ENTRY_CODE.includes(kind) && signup) {
    const code = generate(absolute(entryAddress(event, signup)))
    const content = Buffer.from(toPngBuffer(code, { off: WHITE, scale: 8 }))
    attachments.push({ filename: "code.png", content, contentType: "image/png", cid: CODE_ID })
  }
  const shown =
    KINDS_WITH_CALENDAR_FILE.includes(kind) && member
      ? await feedEvent(authDatabase("reads").as({ userId: member }), event)
      : null
  if (shown) {
    const t = calendarTranslator(locale)
    const file = calendarFile([shown], { locale, t, absolute, path: "/calendar", name: SITE.name })
    const content = Buffer.from(await file.arrayBuffer())
    attachments.push({ filename: `${shown.slug}.ics`, content, contentType: "text/calendar" })
  }
  return attachments
}

/** Retried once, because an email that is not recorded as sent would be sent again. */
const recordSent = (id: string) => recordMailSent(db(), id).catch(() => recordMailSent(db(), id))

async function deliver(leased: DueMail): Promise<void> {
  let mail = leased
  try {
    if (mail.kind.startsWith("join_")) {
      const more = await joinMailDetails(db(), mail.id)
      if (!more) return
      mail = { ...mail, details: { ...mail.details, ...more } }
    }
    const link = await linkOf(mail)
    const site = new URL(siteUrl()).host
    const { kind, language: locale, display_name: name, email: to, details } = mail
    const unsubscribe = kind.startsWith("event_") ? await unsubscribeLinks(mail) : null
    const attachments = unsubscribe ? await attachmentsOf(mail, unsubscribe.member) : []
    const hasCode = attachments.some(({ cid }) => cid)
    await sendMail({
      to,
      ...mailText({
        kind,
        locale,
        link,
        name,
        site,
        details,
        unsubscribePage: unsubscribe?.page,
        hasCode,
      }),
      ...(unsubscribe && { headers: unsubscribe.headers }),
      attachments,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(
      logLine(`Mail ${mail.id} (${mail.kind}) could not be sent, try ${mail.tries}: ${reason}`),
    )
    await recordMailFailure(db(), mail.id, reason, mail.tries >= MAX_TRIES)
    await recordDueTime()
    return
  }
  await recordSent(mail.id)
}

/** Sends emails that are due. Failed ones are retried later. Returns how many were leased. */
export async function deliverMails(): Promise<number> {
  // Without a transport, tries would be counted for nothing.
  if (!canSendMail()) return 0
  const start = performance.now()
  const due = await leaseMails(db(), BATCH_SIZE)
  await pLimit(MAX_CONNECTIONS).map(due, async (mail) => {
    if (performance.now() - start < START_WITHIN_MS) await deliver(mail)
  })
  return due.length
}
