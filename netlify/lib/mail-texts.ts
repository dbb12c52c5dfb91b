/** What mails say, in their reader's language, as text and as HTML. */

import type { MailDetails, MailKind } from "../../db/queries/mails.ts"
import en from "../../public/locales/en/mails.json" with { type: "json" }
import et from "../../public/locales/et/mails.json" with { type: "json" }
import lt from "../../public/locales/lt/mails.json" with { type: "json" }
import lv from "../../public/locales/lv/mails.json" with { type: "json" }
import ru from "../../public/locales/ru/mails.json" with { type: "json" }
import { flatten } from "../../src/i18n/flatten.ts"
import type { MessageKey } from "../../src/i18n/keys.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import { translator } from "../../src/i18n/translate.ts"
import { SITE } from "../../src/site.ts"
import { escaped, mailFrame } from "./mail-frame.ts"
import { reportLines } from "./report-mail.ts"

const TEXTS = { en, lv, et, lt, ru } satisfies Record<Locale, unknown>

/** Translates mails, into English where a language lacks the text. */
export const mailTranslator = (locale: Locale) =>
  translator(locale, { ...flatten("mails", en), ...flatten("mails", TEXTS[locale]) })

/** Whether a language has that text of its own. */
export const hasMailText = (locale: Locale, key: MessageKey): boolean =>
  key in flatten("mails", TEXTS[locale])

export interface MailContent {
  kind: MailKind
  locale: Locale
  /** Where the button leads. */
  link: string
  /** Whom it greets, null for somebody without a name. */
  name: string | null
  /** The site's address, for the last line. */
  site: string
  /** What the texts of its kind name. */
  details?: MailDetails
}

export interface MailText {
  subject: string
  text: string
  html: string
}

const paragraph = (text: string) => `<p style="margin:0 0 16px;white-space:pre-line">${text}</p>`
const faint = (text: string) => `<p style="margin:0 0 8px;color:#5f5870;font-size:14px">${text}</p>`

const LIVES = ["verify_email", "reset_password", "confirm_newsletter", "confirm_shop"] as const

const hasLife = (kind: MailKind): kind is (typeof LIVES)[number] =>
  LIVES.some((known) => known === kind)

/** The mail of a kind. */
export function mailText({ kind, locale, link, name, site, details = {} }: MailContent): MailText {
  const t = mailTranslator(locale)
  const hello = name ? t("mails:hello", { name }) : t("mails:helloNameless")
  const { team = "", member = t("mails:someone"), consent = "" } = details
  const values = { site: SITE.name, email: SITE.email, team, member, consent }
  const subject = t(`mails:${kind}.subject`, values)
  const lead = t(`mails:${kind}.lead`, values)
  const button = t(`mails:${kind}.button`)
  const life = hasLife(kind) ? t(`mails:${kind}.life`) : ""
  const unasked = t(`mails:${kind}.unasked`, values)
  const lines = reportLines(locale, t, details)
  const why = t("mails:why", { site: SITE.name, address: site })

  const text = [
    hello,
    lead,
    ...lines,
    `${button}:\n${link}`,
    life,
    unasked,
    `${why}\n${SITE.email}`,
  ]
    .filter(Boolean)
    .join("\n\n")
  const href = escaped(link)
  const html = mailFrame({
    locale,
    subject,
    preview: lead,
    body: `${paragraph(escaped(hello))}
${[lead, ...lines].map((text) => paragraph(escaped(text))).join("\n")}
<p style="margin:24px 0"><a href="${href}" style="display:inline-block;background:#c6f432;color:#1b1524;text-decoration:none;font-weight:700;padding:14px 24px;border-radius:12px">${escaped(button)}</a></p>
${life && faint(escaped(life))}
${faint(escaped(unasked))}
<p style="margin:16px 0 0;color:#5f5870;font-size:13px;overflow-wrap:anywhere">${escaped(t("mails:fallback"))}<br><a href="${href}" style="color:#5f5870">${href}</a></p>`,
    foot: escaped(why),
  })
  return { subject, text: `${text}\n`, html }
}
