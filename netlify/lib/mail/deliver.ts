/** Sends the mails that are due: after the answer that made them due, and now and then. */
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
import { feedEvent, issueEventEmailsLink } from "../../../db/queries/signups.ts"
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

const AT_ONCE = 20
/** As many connections as every mail server allows. */
const LANES = 3
/** With pauses that double, from a minute to four hours: three days, as a mail server that is repaired after a weekend needs. */
const TRIES_MAX = 25
/** Mails are leased for ten minutes: what is begun by then is done before somebody else has it. */
const BEGUN_WITHIN_MS = 5 * 60_000

/** Returns where others see the reported content. A team's own event has no page. */
function pathOfReported({ about, slug, post_id, member_id }: MailDetails): string {
  if (about === "profile") return `/members/${member_id}`
  if (about === "event") return slug ? `/events/${slug}` : "/calendar"
  return about === "post" ? `/teams/${slug}/posts/${post_id}` : `/teams/${slug}`
}

/** Where those see it whose it is. */
function pathOfOwn(details: MailDetails): string {
  return details.about === "profile" ? "/profile" : pathOfReported(details)
}

/** Where one's answer to an event stands: a team's own has no page of its own. */
const pathOfEvent = ({ slug, event_id }: MailDetails) =>
  slug ? `/events/${slug}#signup` : `/my-events?event=${event_id}`

/** Where each kind leads, and how long its link works (a Postgres interval, null for no secret). */
const KINDS = {
  verify_email: { path: () => "/verify-email", life: "3 days" },
  reset_password: { path: () => "/reset-password", life: "1 hour" },
  password_changed: { path: () => "/profile#security", life: null },
  change_email: { path: () => "/verify-email?new", life: "1 day" },
  email_changed: { path: () => "/", life: null },
  account_leaving: { path: () => "/login", life: null },
  google_connected: { path: () => "/profile#security", life: null },
  second_factor_on: { path: () => "/profile#security", life: null },
  second_factor_off: { path: () => "/profile#security", life: null },
  recovery_code_used: { path: () => "/profile#security", life: null },
  passkey_added: { path: () => "/profile#security", life: null },
  passkey_removed: { path: () => "/profile#security", life: null },
  new_device: { path: () => "/profile#security", life: null },
  security_alert: { path: () => "/admin/security", life: null },
  join_request: { path: ({ slug }) => `/teams/${slug}/manage#requests`, life: null },
  join_requests: { path: ({ slug }) => `/teams/${slug}/manage#requests`, life: null },
  join_approved: { path: ({ slug }) => `/teams/${slug}`, life: null },
  join_declined: { path: () => "/teams", life: null },
  join_answers: { path: () => "/teams", life: null },
  team_admin: { path: ({ slug }) => `/teams/${slug}#blog`, life: null },
  team_owner: { path: ({ slug }) => `/teams/${slug}/manage`, life: null },
  team_heir: { path: ({ slug }) => `/teams/${slug}/manage`, life: null },
  team_removed: { path: () => "/teams", life: null },
  confirm_newsletter: { path: () => "/newsletter/confirm", life: "7 days" },
  confirm_shop: { path: () => "/newsletter/confirm", life: "7 days" },
  report_received: { path: () => "/admin/reports", life: null },
  report_hidden: { path: () => "/", life: null },
  report_dismissed: { path: pathOfReported, life: null },
  content_hidden: { path: pathOfOwn, life: null },
  newsroom_access: { path: () => "/newsroom", life: null },
  news_ready: { path: ({ article_id }) => `/newsroom?edit=${article_id}`, life: null },
  account_blocked: { path: () => "/terms", life: null },
  account_unblocked: { path: () => "/login", life: null },
  account_deleted: { path: () => "/terms", life: null },
  role_given: { path: ({ role }) => (role === "super_admin" ? "/admin" : "/"), life: null },
  team_deleted: { path: () => "/teams", life: null },
  hidden_by_admins: { path: pathOfOwn, life: null },
  event_going: { path: pathOfEvent, life: null },
  event_place: { path: pathOfEvent, life: null },
  event_offer: { path: pathOfEvent, life: null },
  event_group: { path: pathOfEvent, life: null },
  event_offer_over: { path: pathOfEvent, life: null },
  event_released: { path: () => "/calendar", life: null },
  event_helper: { path: ({ event_id }) => `/my-events?event=${event_id}`, life: null },
  event_removed: { path: pathOfEvent, life: null },
  event_cancelled: { path: () => "/calendar", life: null },
  event_changed: { path: pathOfEvent, life: null },
  event_reminder: { path: pathOfEvent, life: null },
  event_message: { path: pathOfEvent, life: null },
} as const satisfies Record<
  MailKind,
  { path: (details: MailDetails) => string; life: string | null }
>

const db = () => authDatabase().as(null)

/** The mail's link. Its secret is made now, stands in the fragment, which no server and no log sees, and only its hash is kept. */
async function linkOf({ id, kind, language, details, email }: DueMail): Promise<string> {
  const { path, life } = KINDS[kind]
  const address = new URL(localePath(path(details), language), siteUrl())
  if (life) {
    const token = newToken()
    await issueMailLink(db(), id, hashToken(token), life)
    // A password manager has to know whose password is chosen there.
    const whose = kind === "reset_password" && { email }
    address.hash = `${new URLSearchParams({ token, ...whose })}`
  }
  return address.href
}

/** Where emails about events are turned off, by a page or by a mail program's one click (RFC 8058). */
async function offAddress({ id, language }: DueMail) {
  const token = newToken()
  const member = await issueEventEmailsLink(db(), id, hashToken(token))
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

/** The mail's kinds with the event for the reader's own calendar, and with the code for its door. */
const WITH_FILE: readonly MailKind[] = [
  "event_going",
  "event_place",
  "event_changed",
  "event_cancelled",
]
const WITH_CODE: readonly MailKind[] = ["event_going", "event_place", "event_reminder"]

/** Where mail programs make a mail dark, a code on nothing would be black on black. */
const WHITE = [255, 255, 255] as const

type Attachment = NonNullable<Mail["attachments"]>[number]

async function attachmentsOf(mail: DueMail, member: string | null): Promise<Attachment[]> {
  const { kind, language: locale, details } = mail
  const { event_id: event, signup_id: signup } = details
  const attachments: Attachment[] = []
  if (!event) return attachments
  const absolute = (path: string) => new URL(path, siteUrl()).href
  if (WITH_CODE.includes(kind) && signup) {
    const code = generate(absolute(entryAddress(event, signup)))
    const content = Buffer.from(toPngBuffer(code, { off: WHITE, scale: 8 }))
    attachments.push({ filename: "code.png", content, contentType: "image/png", cid: CODE_ID })
  }
  const shown =
    WITH_FILE.includes(kind) && member
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

/** Twice if need be: what was sent and we do not know of would be sent again. */
const noteSent = (id: string) => recordMailSent(db(), id).catch(() => recordMailSent(db(), id))

async function deliver(taken: DueMail): Promise<void> {
  let mail = taken
  try {
    if (mail.kind.startsWith("join_")) {
      const more = await joinMailDetails(db(), mail.id)
      if (!more) return
      mail = { ...mail, details: { ...mail.details, ...more } }
    }
    const link = await linkOf(mail)
    const site = new URL(siteUrl()).host
    const { kind, language: locale, display_name: name, email: to, details } = mail
    const off = kind.startsWith("event_") ? await offAddress(mail) : null
    const attachments = off ? await attachmentsOf(mail, off.member) : []
    const hasCode = attachments.some(({ cid }) => cid)
    await sendMail({
      to,
      ...mailText({ kind, locale, link, name, site, details, off: off?.page, hasCode }),
      ...(off && { headers: off.headers }),
      attachments,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(
      logLine(`Mail ${mail.id} (${mail.kind}) could not be sent, try ${mail.tries}: ${reason}`),
    )
    await recordMailFailure(db(), mail.id, reason, mail.tries >= TRIES_MAX)
    await recordDueTime()
    return
  }
  await noteSent(mail.id)
}

/** Sends what is due; what fails is tried again later. Returns how many it took. */
export async function deliverMails(): Promise<number> {
  // Nothing is tried, and so nothing given up, before there is a way out.
  if (!canSendMail()) return 0
  const began = performance.now()
  const due = await leaseMails(db(), AT_ONCE)
  await pLimit(LANES).map(due, async (mail) => {
    if (performance.now() - began < BEGUN_WITHIN_MS) await deliver(mail)
  })
  return due.length
}
