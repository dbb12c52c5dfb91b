/** A letter as it is sent to one person: texts, and what mail programs need for their own button. */
import { DEFAULT_LOCALE, type Locale } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { renderMarkdown } from "../../../src/markdown/render.ts"
import { SITE } from "../../../src/site.ts"
import type { Mail } from "../mail.ts"
import { escaped, mailFrame } from "../mail-frame.ts"
import { mailTranslator } from "../mail-texts.ts"
import type { LetterFile } from "./letter-file.ts"

export interface Addressee {
  to: string
  locale: Locale
  /** What the link for unsubscribing carries. */
  token: string
}

const PREVIEW_MAX = 140

const STYLES: Record<string, string> = {
  p: "margin:0 0 16px",
  h2: "margin:28px 0 10px;font-size:21px;line-height:1.25",
  h3: "margin:24px 0 8px;font-size:18px;line-height:1.3",
  ul: "margin:0 0 16px;padding-left:22px",
  ol: "margin:0 0 16px;padding-left:22px",
  a: "color:#5b2a9d",
  img: "max-width:100%;height:auto;border-radius:12px",
  blockquote: "margin:0 0 16px;padding-left:14px;border-left:3px solid #c6f432",
}

/** Whole addresses, since a mail has no site around it; mail programs know styles on elements alone. */
const forMail = (html: string, siteUrl: string) =>
  html
    .replace(/ (href|src)="(?!https?:|mailto:|#)([^"]*)"/g, (_, name, path) => {
      return ` ${name}="${escaped(new URL(path, siteUrl).href)}"`
    })
    .replace(/<(\w+)(?=[ >])/g, (open, tag) =>
      STYLES[tag] ? `${open} style="${STYLES[tag]}"` : open,
    )

/** Markdown reads well as it is, but for its links. */
const asText = (markdown: string, siteUrl: string) =>
  markdown.replace(/!?\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_, label, path) => {
    const address = URL.parse(path, siteUrl)?.href ?? path
    return label ? `${label} (${address})` : address
  })

/** Where the button of mail programs leads; they press it by a form post (RFC 8058). */
function oneClickAddress({ token, locale }: Addressee, siteUrl: string): string {
  const address = new URL("/api/letters/unsubscribe", siteUrl)
  address.search = String(new URLSearchParams({ token, language: locale }))
  return address.href
}

/** The mail of an issue to somebody, in their language, or in English with a frame in theirs. */
export function letterTo(addressee: Addressee, file: LetterFile, siteUrl: string): Mail {
  const { locale, to, token } = addressee
  const text = file.texts.get(locale) ?? file.fallback
  const textLocale = file.texts.has(locale) ? locale : DEFAULT_LOCALE
  const t = mailTranslator(locale)
  const { host, hostname } = new URL(siteUrl)
  const why = t(`mails:letters.${file.list}`, { site: SITE.name, address: host })
  const page = new URL(localePath("/newsletter/unsubscribe", locale), siteUrl)
  page.hash = String(new URLSearchParams({ token }))
  const unsubscribe = t("mails:letters.unsubscribe")
  return {
    to,
    subject: text.subject,
    text: `${asText(text.content, siteUrl)}\n\n-- \n${why}\n${unsubscribe}: ${page.href}\n${SITE.email}\n`,
    html: mailFrame({
      locale: textLocale,
      subject: text.subject,
      preview: asText(text.content, siteUrl)
        .replace(/[#*_>\s]+/g, " ")
        .trim()
        .slice(0, PREVIEW_MAX),
      body: forMail(renderMarkdown(text.content), siteUrl),
      foot: `<span lang="${locale}">${escaped(why)}<br><a href="${escaped(page.href)}" style="color:#5f5870">${escaped(unsubscribe)}</a></span>`,
    }),
    headers: {
      "List-Id": `<${file.list}.${hostname}>`,
      "List-Unsubscribe": `<${oneClickAddress(addressee, siteUrl)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      Precedence: "bulk",
    },
  }
}
