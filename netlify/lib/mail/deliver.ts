import { generate } from "lean-qr"
import { toPngBuffer } from "lean-qr/extras/node_export"
import pLimit from "p-limit"
import { authDatabase } from "../../../db/client.ts"
import { deleteEmptyDigest, getDigestOfViewer } from "../../../db/queries/digest.ts"
import {
  type DueMail,
  leaseMails,
  type MailDetails,
  type MailKind,
  prepareJoinMail,
  recordMailFailure,
  recordMailSent,
  storeMailLink,
  storeTopicLink,
} from "../../../db/queries/mails.ts"
import { getFeedEvent } from "../../../db/queries/signups.ts"
import { createCalendarFile } from "../../../src/features/events/feeds/ics.ts"
import { entryPath } from "../../../src/features/events/signups/schema.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { SITE } from "../../../src/site.ts"
import { createCalendarTranslator } from "../events/calendar-texts.ts"
import { getSiteUrl } from "../http/site-url.ts"
import { toLogLine } from "../monitoring/log.ts"
import { recordDueTime } from "../publishing/due-times.ts"
import { createToken, hashToken } from "../sign-in/tokens.ts"
import { createDigestSections, type MailSection } from "./digest-sections.ts"
import { CODE_ID, createMailTranslator, getLinkLifetime, renderMail } from "./mail-texts.ts"
import { canSendMail, type Mail, sendMail } from "./send-mail.ts"

const BATCH_SIZE = 20
/** Mail servers commonly allow a client at least this number of concurrent connections. */
const MAX_CONNECTIONS = 3
/** The pause between tries doubles from a minute to four hours, so 25 tries of an email take three days. */
const MAX_TRIES = 25
/** Emails of a batch that have not started after this time wait for a later batch: their lease lasts ten minutes. */
const LATEST_START_MS = 5 * 60_000

/**
 * Returns the path of the reported content, or of the calendar for a team-only event,
 * which has no page and no slug.
 */
function getReportedPath(details: MailDetails): string {
  const { about, slug, post_id, member_id, commented, comment_id } = details
  if (about === "comment") {
    // The commented content was deleted or hidden.
    if (!commented) return "/"
    const folder = { article: "news", event: "events", post: "teams" }[commented]
    const path = commented === "post" ? `${slug}/posts/${post_id}` : slug
    return `/${folder}/${path}#comment-${comment_id}`
  }
  if (about === "profile") return `/members/${member_id}`
  if (about === "event") return slug ? `/events/${slug}` : "/calendar"
  return about === "post" ? `/teams/${slug}/posts/${post_id}` : `/teams/${slug}`
}

function getOwnerPath(details: MailDetails): string {
  return details.about === "profile" ? "/profile" : getReportedPath(details)
}

/**
 * Returns the path of the event's page, or of the member's events for a team-only event,
 * which has no page and no slug.
 */
const getSignupPath = ({ slug, event_id }: MailDetails) =>
  slug ? `/events/${slug}#signup` : `/my-events?event=${event_id}`

const BUTTON_PATHS: Record<MailKind, (details: MailDetails) => string> = {
  verify_email: () => "/verify-email",
  reset_password: () => "/reset-password",
  password_changed: () => "/profile#security",
  change_email: () => "/verify-email?new",
  email_changed: () => "/",
  deletion_scheduled: () => "/login",
  google_connected: () => "/profile#security",
  second_factor_on: () => "/profile#security",
  second_factor_off: () => "/profile#security",
  recovery_code_used: () => "/profile#security",
  passkey_added: () => "/profile#security",
  passkey_removed: () => "/profile#security",
  new_device: () => "/profile#security",
  security_alert: () => "/admin/security",
  join_request: ({ slug }) => `/teams/${slug}/manage#requests`,
  join_requests: ({ slug }) => `/teams/${slug}/manage#requests`,
  join_approved: ({ slug }) => `/teams/${slug}`,
  join_declined: () => "/teams",
  join_answers: () => "/teams",
  team_admin: ({ slug }) => `/teams/${slug}#blog`,
  team_owner: ({ slug }) => `/teams/${slug}/manage`,
  team_heir: ({ slug }) => `/teams/${slug}/manage`,
  team_removed: () => "/teams",
  confirm_newsletter: () => "/newsletter/confirm",
  confirm_shop: () => "/newsletter/confirm",
  report_received: () => "/admin/reports",
  report_hidden: () => "/",
  report_dismissed: getReportedPath,
  content_hidden: getOwnerPath,
  newsroom_access: () => "/newsroom",
  news_ready: ({ article_id }) => `/newsroom?edit=${article_id}`,
  account_blocked: () => "/terms",
  account_unblocked: () => "/login",
  account_deleted: () => "/terms",
  role_given: ({ role }) => (role === "super_admin" ? "/admin" : "/"),
  team_deleted: () => "/teams",
  hidden_by_admins: getOwnerPath,
  event_going: getSignupPath,
  event_place: getSignupPath,
  event_offer: getSignupPath,
  event_group_too_large: getSignupPath,
  event_offer_over: getSignupPath,
  event_access_lost: () => "/calendar",
  event_helper: ({ event_id }) => `/my-events?event=${event_id}`,
  event_removed: getSignupPath,
  event_cancelled: () => "/calendar",
  event_changed: getSignupPath,
  event_reminder: getSignupPath,
  event_message: getSignupPath,
  weekly_digest: () => "/",
}

const getDb = () => authDatabase().as(null)

/** Returns the button's URL. The token is in the fragment, which servers and logs do not receive. */
async function createButtonUrl({ id, kind, language, details, email }: DueMail): Promise<string> {
  const url = new URL(localePath(BUTTON_PATHS[kind](details), language), getSiteUrl())
  const lifetime = getLinkLifetime(kind)
  if (lifetime) {
    const token = createToken()
    await storeMailLink(getDb(), id, hashToken(token), lifetime)
    // Password managers find the account by the email address in the URL.
    const account = kind === "reset_password" && { email }
    url.hash = `${new URLSearchParams({ token, ...account })}`
  }
  return url.href
}

/** Returns null for an email that members cannot turn off. The headers add a button to email programs (RFC 8058). */
async function createUnsubscribeLinks({ id, kind, language }: DueMail) {
  const token = createToken()
  const link = await storeTopicLink(getDb(), { id, kind }, hashToken(token))
  if (!link) return null
  const { member, topic } = link
  const query = new URLSearchParams({ token, topic, language })
  const oneClickUrl = new URL(`/api/newsletter/unsubscribe?${query}`, getSiteUrl())
  const page = new URL(localePath("/newsletter/unsubscribe", language), getSiteUrl())
  page.hash = `${new URLSearchParams({ token, topic })}`
  const preferences = new URL(localePath("/notifications#settings", language), getSiteUrl())
  return {
    member,
    pages: { unsubscribe: page.href, preferences: preferences.href },
    headers: {
      "List-Unsubscribe": `<${oneClickUrl.href}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  }
}

const KINDS_WITH_CALENDAR_FILE: readonly MailKind[] = [
  "event_going",
  "event_place",
  "event_changed",
  "event_cancelled",
]
const KINDS_WITH_ENTRY_CODE: readonly MailKind[] = ["event_going", "event_place", "event_reminder"]

/** Background of entry codes. In dark mode, some email programs would show a transparent code as black on black. */
const WHITE = [255, 255, 255] as const

type Attachment = NonNullable<Mail["attachments"]>[number]

async function createAttachments(mail: DueMail, member: string | null): Promise<Attachment[]> {
  const { kind, language: locale, details } = mail
  const { event_id: event, signup_id: signup } = details
  const attachments: Attachment[] = []
  if (!event) return attachments
  const toAbsoluteUrl = (path: string) => new URL(path, getSiteUrl()).href
  if (KINDS_WITH_ENTRY_CODE.includes(kind) && signup) {
    const code = generate(toAbsoluteUrl(entryPath(event, signup)))
    const content = Buffer.from(toPngBuffer(code, { off: WHITE, scale: 8 }))
    attachments.push({ filename: "code.png", content, contentType: "image/png", cid: CODE_ID })
  }
  const visibleEvent =
    KINDS_WITH_CALENDAR_FILE.includes(kind) && member
      ? await getFeedEvent(authDatabase("reads").as({ userId: member }), event)
      : null
  if (visibleEvent) {
    const t = createCalendarTranslator(locale)
    const file = createCalendarFile([visibleEvent], {
      locale,
      t,
      toUrl: toAbsoluteUrl,
      path: "/calendar",
      name: SITE.name,
    })
    const content = Buffer.from(await file.arrayBuffer())
    attachments.push({
      filename: `${visibleEvent.slug}.ics`,
      content,
      contentType: "text/calendar",
    })
  }
  return attachments
}

/** Returns null if the digest is empty, or if the member has turned it off. */
async function getDigestSections(
  member: string | undefined,
  locale: Locale,
): Promise<MailSection[] | null> {
  const digest = member && (await getDigestOfViewer(authDatabase("reads").as({ userId: member })))
  const toAbsoluteUrl = (path: string) => new URL(path, getSiteUrl()).href
  return digest
    ? createDigestSections(digest, locale, createMailTranslator(locale), toAbsoluteUrl)
    : null
}

/** Retries once, because an email that is not recorded as sent would be sent again. */
const recordSent = (id: string) =>
  recordMailSent(getDb(), id).catch(() => recordMailSent(getDb(), id))

/** Returns true if the email was sent, or if it has become unnecessary. */
async function deliver(leased: DueMail): Promise<boolean> {
  let mail = leased
  try {
    if (mail.kind.startsWith("join_")) {
      // The details are null for an email that has become unnecessary.
      const joinDetails = await prepareJoinMail(getDb(), mail.id)
      if (!joinDetails) return true
      mail = { ...mail, details: { ...mail.details, ...joinDetails } }
    }
    const link = await createButtonUrl(mail)
    const site = new URL(getSiteUrl()).host
    const { kind, language: locale, display_name: name, email: to, details } = mail
    const unsubscribe = await createUnsubscribeLinks(mail)
    const sections =
      kind === "weekly_digest" ? await getDigestSections(unsubscribe?.member, locale) : []
    if (!sections) {
      await deleteEmptyDigest(getDb(), mail.id)
      return true
    }
    const attachments = unsubscribe ? await createAttachments(mail, unsubscribe.member) : []
    const hasCode = attachments.some(({ cid }) => cid)
    await sendMail({
      to,
      ...renderMail({
        kind,
        locale,
        link,
        name,
        site,
        details,
        pages: unsubscribe?.pages,
        hasCode,
        sections,
      }),
      ...(unsubscribe && { headers: unsubscribe.headers }),
      attachments,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(
      toLogLine(`Mail ${mail.id} (${mail.kind}) could not be sent, try ${mail.tries}: ${reason}`),
    )
    await recordMailFailure(getDb(), mail.id, reason, mail.tries >= MAX_TRIES)
    await recordDueTime()
    return false
  }
  await recordSent(mail.id)
  return true
}

async function deliverBatch(): Promise<{ leasedCount: number; finishedCount: number }> {
  // Leases no emails, because each would count as a failed try.
  if (!canSendMail()) return { leasedCount: 0, finishedCount: 0 }
  const start = performance.now()
  const dueMails = await leaseMails(getDb(), BATCH_SIZE)
  const results = await pLimit(MAX_CONNECTIONS).map(
    dueMails,
    async (mail) => performance.now() - start < LATEST_START_MS && (await deliver(mail)),
  )
  return { leasedCount: dueMails.length, finishedCount: results.filter(Boolean).length }
}

export const deliverMails = async (): Promise<number> => (await deliverBatch()).leasedCount

/** No batch starts later, because Netlify limits the run time of functions. Housekeeping sends the remaining emails. */
const LATEST_BATCH_START_MS = 10_000

/** Sends due emails. Stops after a batch of failures only: the mail server is probably down or refuses more emails. */
export async function deliverAllMails(): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < LATEST_BATCH_START_MS) {
    const { leasedCount, finishedCount } = await deliverBatch()
    if (leasedCount < BATCH_SIZE || finishedCount === 0) return
  }
}
