/** What mails say, in their reader's language, as text and as HTML. */

import type { MailKind } from "../../db/queries/mails.ts"
import en from "../../public/locales/en/mails.json" with { type: "json" }
import et from "../../public/locales/et/mails.json" with { type: "json" }
import lt from "../../public/locales/lt/mails.json" with { type: "json" }
import lv from "../../public/locales/lv/mails.json" with { type: "json" }
import ru from "../../public/locales/ru/mails.json" with { type: "json" }
import { flatten } from "../../src/i18n/flatten.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import { translator } from "../../src/i18n/translate.ts"
import { SITE } from "../../src/site.ts"

const TEXTS = { en, lv, et, lt, ru } satisfies Record<Locale, unknown>

const translatorOf = (locale: Locale) =>
  translator(locale, { ...flatten("mails", en), ...flatten("mails", TEXTS[locale]) })

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

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
  details?: Record<string, string>
}

export interface MailText {
  subject: string
  text: string
  html: string
}

// Mail programs know little CSS, and none of ours: plain blocks, styles on the elements.
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
const paragraph = (text: string) => `<p style="margin:0 0 16px">${text}</p>`
const faint = (text: string) => `<p style="margin:0 0 8px;color:#5f5870;font-size:14px">${text}</p>`

/** The mail of a kind. */
export function mailText({ kind, locale, link, name, site, details }: MailContent): MailText {
  const t = translatorOf(locale)
  const hello = name ? t("mails:hello", { name }) : t("mails:helloNameless")
  const values = { site: SITE.name, ...details }
  const subject = t(`mails:${kind}.subject`, values)
  const lead = t(`mails:${kind}.lead`, values)
  const button = t(`mails:${kind}.button`)
  const life = kind === "verify_email" || kind === "reset_password" ? t(`mails:${kind}.life`) : ""
  const unasked = t(`mails:${kind}.unasked`)
  const why = t("mails:why", { site: SITE.name, address: site })

  const text = [hello, lead, `${button}:\n${link}`, life, unasked, `${why}\n${SITE.email}`]
    .filter(Boolean)
    .join("\n\n")
  const href = escaped(link)
  const html = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:0;background:#f4f1f8">
<div style="display:none">${escaped(lead)}</div>
<div style="max-width:520px;margin:0 auto;padding:32px 20px;${FONT};font-size:16px;line-height:1.5;color:#1b1524">
<p style="margin:0 0 24px;font-size:22px;font-weight:800;letter-spacing:-0.02em">${escaped(SITE.name)}</p>
<div style="background:#ffffff;border-radius:16px;padding:28px 24px">
${paragraph(escaped(hello))}
${paragraph(escaped(lead))}
<p style="margin:24px 0"><a href="${href}" style="display:inline-block;background:#c6f432;color:#1b1524;text-decoration:none;font-weight:700;padding:14px 24px;border-radius:12px">${escaped(button)}</a></p>
${life && faint(escaped(life))}
${faint(escaped(unasked))}
<p style="margin:16px 0 0;color:#5f5870;font-size:13px;overflow-wrap:anywhere">${escaped(t("mails:fallback"))}<br><a href="${href}" style="color:#5f5870">${href}</a></p>
</div>
<p style="margin:20px 4px 0;color:#5f5870;font-size:13px">${escaped(why)}<br><a href="mailto:${SITE.email}" style="color:#5f5870">${SITE.email}</a></p>
</div></body></html>
`
  return { subject, text: `${text}\n`, html }
}
