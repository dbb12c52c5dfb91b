import type { MailDetails, MailKind } from "../../../db/queries/mails.ts"
import en from "../../../public/locales/en/mails.json" with { type: "json" }
import et from "../../../public/locales/et/mails.json" with { type: "json" }
import lt from "../../../public/locales/lt/mails.json" with { type: "json" }
import lv from "../../../public/locales/lv/mails.json" with { type: "json" }
import ru from "../../../public/locales/ru/mails.json" with { type: "json" }
import { getPlainDeviceName } from "../../../src/features/account/security/device-name.ts"
import { formatDateAndTime } from "../../../src/features/events/when.ts"
import { formatDate } from "../../../src/i18n/dates.ts"
import type { MessageKey, Translate } from "../../../src/i18n/keys.ts"
import { formatLanguageNames, getLanguageName } from "../../../src/i18n/language-names.ts"
import { INTL_LOCALES, type Locale } from "../../../src/i18n/locales.ts"
import { createTranslate, flatten } from "../../../src/i18n/translate.ts"
import { SITE } from "../../../src/site.ts"
import type { MailSection } from "./digest-sections.ts"
import { escapeHtml, renderMailButton, renderMailFrame } from "./mail-layout.ts"
import { getMailReason } from "./mail-reasons.ts"

const TEXTS = { en, lv, et, lt, ru } satisfies Record<Locale, unknown>

/** Returns English texts where the language has no text. */
export const createMailTranslator = (locale: Locale) =>
  createTranslate(locale, { ...flatten("mails", en), ...flatten("mails", TEXTS[locale]) })

export const hasMailText = (locale: Locale, key: MessageKey): boolean =>
  key in flatten("mails", TEXTS[locale])

/** Maximum number of names in an email about join requests. The email only gives the number of the other members. */
const MAX_LISTED_NAMES = 20

function getJoinLines(locale: Locale, t: Translate, details: MailDetails): string[] {
  const { message, members, count = 0, approved = [], declined = [], replies = [] } = details
  const list = (names: string[]) => new Intl.ListFormat(INTL_LOCALES[locale]).format(names)
  const lines: string[] = []
  if (message && !details.event) lines.push(t("mails:join.message", { message }))
  if (members && members.length > 0) {
    const shownNames = members.slice(0, MAX_LISTED_NAMES)
    const hiddenCount = count - shownNames.length
    lines.push(
      list(
        hiddenCount > 0
          ? [...shownNames, t("mails:join.more", { count: hiddenCount })]
          : shownNames,
      ),
    )
  }
  if (approved.length > 0) lines.push(t("mails:join.approved", { teams: list(approved) }))
  if (declined.length > 0) lines.push(t("mails:join.declined", { teams: list(declined) }))
  lines.push(...replies.map((reply) => t("mails:join.reply", reply)))
  return lines
}

function getReportLines(locale: Locale, t: Translate, details: MailDetails): string[] {
  const { about, team, title, reasons, reply } = details
  const lines: string[] = []
  if (about === "team" && team) lines.push(t("mails:reports.team", { team }))
  if (about === "post" && team && title) lines.push(t("mails:reports.post", { title, team }))
  if (about === "event" && title) {
    lines.push(
      team ? t("mails:reports.teamEvent", { title, team }) : t("mails:reports.event", { title }),
    )
  }
  if (about === "comment" && title) lines.push(t("mails:reports.comment", { title }))
  if (about === "profile" && title) lines.push(t("mails:reports.profile", { title }))
  if (reasons) {
    const words = reasons.map((reason) => t(`mails:reports.reason.${reason}`))
    const list = new Intl.ListFormat(INTL_LOCALES[locale]).format(words)
    lines.push(t("mails:reports.reasons", { reasons: list }))
  }
  if (reply) lines.push(t("mails:reports.reply", { reply }))
  return lines
}

function getNewsroomLines(locale: Locale, t: Translate, details: MailDetails): string[] {
  const { languages, article, article_language: language } = details
  if (article && language) {
    return [
      t("mails:newsroom.article", { title: article, language: getLanguageName(language, locale) }),
    ]
  }
  return languages
    ? [t("mails:newsroom.languages", { languages: formatLanguageNames(languages, locale) })]
    : []
}

function getChangeLines(locale: Locale, t: Translate, { changed_at, user_agent }: MailDetails) {
  const device = getPlainDeviceName(user_agent ?? "")
  const lines: string[] = []
  if (changed_at)
    lines.push(t("mails:change.time", { time: formatDate(changed_at, "dateTime", locale) }))
  if (device) lines.push(t("mails:change.device", { device }))
  return lines
}

function getEventLines(locale: Locale, t: Translate, details: MailDetails): string[] {
  const {
    start_date,
    end_date,
    time_zone,
    is_all_day = false,
    location,
    message,
    until,
    waits,
  } = details
  const lines: string[] = []
  if (until && time_zone) {
    lines.push(t("mails:events.until", { time: formatDate(until, "dateTime", locale, time_zone) }))
  }
  if (waits) lines.push(t("mails:events.waits"))
  // getJoinLines() shows the message of a join request.
  if (message && details.event) lines.push(message)
  if (start_date && end_date && time_zone) {
    const { date, time } = formatDateAndTime(
      { start_date, end_date, time_zone, is_all_day },
      locale,
    )
    lines.push([[date, time].filter(Boolean).join(", "), location].filter(Boolean).join("\n"))
  }
  return lines
}

export interface MailContent {
  kind: MailKind
  locale: Locale
  link: string
  name: string | null
  site: string
  details?: MailDetails
  /** URLs of two pages: `unsubscribe` turns off these emails without a log-in, and `preferences` lists all choices. */
  pages?: { unsubscribe: string; preferences: string } | undefined
  sections?: MailSection[]
  hasCode?: boolean
}

/** Content id of the attached picture of the entry code, by which the HTML refers to the picture. */
export const CODE_ID = "code@daina"

const renderParagraph = (text: string) =>
  `<p style="margin:0 0 16px;white-space:pre-line">${text}</p>`
const renderSmallPrint = (text: string) =>
  `<p style="margin:0 0 8px;color:#5f5870;font-size:14px">${text}</p>`

const renderSectionText = ({ title, rows, link }: MailSection) =>
  [
    title,
    ...rows.map(({ text, detail, href }) =>
      [`– ${text}`, detail, href].filter(Boolean).join("\n  "),
    ),
    ...(link ? [`${link.text}: ${link.href}`] : []),
  ].join("\n")

const renderRowLink = (text: string, href: string | undefined) =>
  href
    ? `<a href="${escapeHtml(href)}" style="color:#1b1524;font-weight:600">${escapeHtml(text)}</a>`
    : `<b style="font-weight:600">${escapeHtml(text)}</b>`

const renderSectionHtml = ({ title, rows, link }: MailSection) =>
  `<h2 style="margin:24px 0 8px;font-size:17px">${escapeHtml(title)}</h2>
${rows
  .map(
    ({ text, detail, href }) =>
      `<p style="margin:0 0 10px">${renderRowLink(text, href)}<br><span style="color:#5f5870;font-size:14px">${escapeHtml(detail)}</span></p>`,
  )
  .join("\n")}
${link ? `<p style="margin:0 0 10px">${renderRowLink(link.text, link.href)}</p>` : ""}
`

const renderFooterLink = ({ text, href }: { text: string; href: string }) =>
  `<a href="${escapeHtml(href)}" style="color:#5f5870">${escapeHtml(text)}</a>`

/** Renders the text and the picture of the entry code, which contains the white margin that cameras need. */
const renderCodeImage = (text: string) =>
  `${renderParagraph(text)}
<p style="margin:0 0 16px"><img src="cid:${CODE_ID}" alt="${text}" width="200" height="200" style="display:block;width:200px;height:200px;border-radius:12px"></p>
`

/** How long an emailed link works, as Postgres intervals. The kind's text `life` states the same time. */
const LINK_LIFETIMES = {
  verify_email: "3 days",
  reset_password: "1 hour",
  change_email: "1 day",
  confirm_newsletter: "7 days",
  confirm_shop: "7 days",
} as const

const hasLifetime = (kind: MailKind): kind is keyof typeof LINK_LIFETIMES => kind in LINK_LIFETIMES

/** Returns a Postgres interval, or null if the link of the email contains no token. */
export const getLinkLifetime = (kind: MailKind): string | null =>
  hasLifetime(kind) ? LINK_LIFETIMES[kind] : null

type ConfirmationKind = "confirm_newsletter" | "confirm_shop"

const requiresConsent = (kind: MailKind): kind is ConfirmationKind =>
  kind === "confirm_newsletter" || kind === "confirm_shop"

export function renderMail(content: MailContent) {
  const { kind, locale, link, name, site, details = {}, pages, hasCode, sections = [] } = content
  const t = createMailTranslator(locale)
  const greeting = name ? t("mails:hello", { name }) : t("mails:helloNameless")
  const { team = "", member = t("mails:someone"), count = 0 } = details
  const consent = requiresConsent(kind) ? t(`mails:${kind}.consent`) : ""
  const role = t(`mails:roles.${details.role ?? "user"}`)
  const { event = "" } = details
  const summaries = sections.map(({ summary }) => summary)
  const values = {
    site: SITE.name,
    email: SITE.email,
    team,
    member,
    consent,
    count,
    role,
    event,
    sections: new Intl.ListFormat(INTL_LOCALES[locale]).format(summaries),
  }
  const isUrgent = kind === "report_received" && details.reasons?.includes("child_danger")
  let subject = t(`mails:${kind}.subject`, values)
  let lead = t(`mails:${kind}.lead`, values)
  if (isUrgent) {
    subject = t("mails:report_received.urgentSubject", values)
    lead = t("mails:report_received.urgentLead", values)
  } else if ((kind === "event_cancelled" || kind === "event_access_lost") && !event) {
    // The recipient has lost access to the event, so the email does not name it.
    subject = t(`mails:${kind}.hiddenSubject`, values)
    lead = t(`mails:${kind}.hiddenLead`, values)
  }
  const button = t(`mails:${kind}.button`, values)
  const lifetimeText = hasLifetime(kind) ? t(`mails:${kind}.life`) : ""
  const notRequested = t(`mails:${kind}.unasked`, values)
  const lines = [
    ...getJoinLines(locale, t, details),
    ...getReportLines(locale, t, details),
    ...getNewsroomLines(locale, t, details),
    ...getChangeLines(locale, t, details),
    ...getEventLines(locale, t, details),
  ]
  const reason = getMailReason(kind)
  const reasonText = reason ? t(`mails:why.${reason}`, { site: SITE.name, address: site }) : ""
  const footerLinks = pages
    ? [
        { text: t("mails:events.off"), href: pages.unsubscribe },
        { text: t("mails:events.choose"), href: pages.preferences },
      ]
    : []

  const text = [
    greeting,
    lead,
    ...lines,
    ...sections.map(renderSectionText),
    `${button}:\n${link}`,
    lifetimeText,
    [notRequested, ...footerLinks.map(({ text, href }) => `${text}: ${href}`)].join("\n"),
    [reasonText, SITE.email].filter(Boolean).join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n")
  const href = escapeHtml(link)
  const html = renderMailFrame({
    locale,
    subject,
    preview: lead,
    body: `${renderParagraph(escapeHtml(greeting))}
${[lead, ...lines].map((text) => renderParagraph(escapeHtml(text))).join("\n")}
${sections.map(renderSectionHtml).join("")}${hasCode ? renderCodeImage(escapeHtml(t("mails:events.code"))) : ""}${renderMailButton(href, escapeHtml(button))}
${lifetimeText && renderSmallPrint(escapeHtml(lifetimeText))}
${renderSmallPrint(`${escapeHtml(notRequested)} ${footerLinks.map(renderFooterLink).join("<br>")}`)}
<p style="margin:16px 0 0;color:#5f5870;font-size:13px;overflow-wrap:anywhere">${escapeHtml(t("mails:fallback"))}<br><a href="${href}" style="color:#5f5870">${href}</a></p>`,
    footerHtml: reasonText && `${escapeHtml(reasonText)}<br>`,
  })
  return { subject, text: `${text}\n`, html }
}
