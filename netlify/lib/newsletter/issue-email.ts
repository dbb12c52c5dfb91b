import type { MailingList } from "../../../db/queries/newsletter.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { localePath, splitLocale } from "../../../src/i18n/paths.ts"
import { markdownToText } from "../../../src/markdown/escape.ts"
import { htmlToText, shortenToLine } from "../../../src/shared/description.ts"
import { COLORS, SITE } from "../../../src/site.ts"
import { escapeHtml, renderMailButton, renderMailFrame } from "../mail/mail-layout.ts"
import { createMailTranslator } from "../mail/mail-texts.ts"
import type { Mail } from "../mail/send-mail.ts"
import type { IssueFile } from "./issue-file.ts"

interface Recipient {
  to: string
  locale: Locale
  /** Secret in the unsubscribe links of the email. */
  token: string
}

const MAX_PREVIEW_LENGTH = 140

/** Inline styles of HTML elements, because many email programs ignore style sheets. */
const STYLES: Record<string, string> = {
  p: "margin:0 0 16px",
  h2: "margin:28px 0 10px;font-size:21px;line-height:1.25",
  h3: "margin:24px 0 8px;font-size:18px;line-height:1.3",
  ul: "margin:0 0 16px;padding-left:22px",
  ol: "margin:0 0 16px;padding-left:22px",
  a: "color:#5b2a9d",
  figure: "margin:0 0 16px",
  figcaption: "margin:6px 0 0;color:#5f5870;font-size:14px",
  img: "max-width:100%;height:auto;border-radius:12px",
  blockquote: `margin:0 0 16px;padding-left:14px;border-left:3px solid ${COLORS.accent}`,
}

/**
 * Makes a URL of the text absolute.
 * If it is the path of a page on this site and names no language, adds the recipient's language.
 */
function getAbsoluteUrl(path: string, locale: Locale, siteUrl: string): string {
  const url = URL.parse(path, siteUrl)
  if (!url) return path
  const isOwnPath = path.startsWith("/") && url.origin === new URL(siteUrl).origin
  const isFile = /\.\w+$/.test(url.pathname)
  if (isOwnPath && !isFile && !splitLocale(url.pathname).isExplicit) {
    url.pathname = localePath(url.pathname, locale)
  }
  return url.href
}

/**
 * Changes the HTML of a text for emails: makes URLs absolute,
 * adds inline styles, and turns some links into buttons.
 */
const adaptForMail = (html: string, getUrl: (path: string) => string) =>
  html
    .replace(/ (?:srcset|sizes)="[^"]*"/g, "")
    .replace(/ (href|src)="(?!https?:|mailto:|#)([^"]*)"/g, (_, name, path) => {
      return ` ${name}="${escapeHtml(getUrl(path.replaceAll("&amp;", "&")))}"`
    })
    .replace(/<(\w+)(?=[ >])/g, (open, tag) =>
      STYLES[tag] ? `${open} style="${STYLES[tag]}"` : open,
    )
    // A plain link that is alone in its paragraph becomes a button, unless it has the class `card-link`.
    .replace(
      /<p [^>]*><a (?![^>]*card-link)[^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a><\/p>/g,
      (_, href, label) => renderMailButton(href, label),
    )

const createPreview = (html: string) =>
  shortenToLine(htmlToText(html).replace(/https?:\/\/\S+/g, " "), MAX_PREVIEW_LENGTH)

/** Returns the URL that email programs call when the reader presses their button to unsubscribe (RFC 8058). */
function getOneClickUrl({ token, locale }: Recipient, list: MailingList, siteUrl: string) {
  const url = new URL("/api/newsletter/unsubscribe", siteUrl)
  url.search = String(new URLSearchParams({ token, topic: list, language: locale }))
  return url.href
}

/**
 * Creates the email of an issue. If the issue has no text in the recipient's language, the email contains the fallback,
 * but its footer is still in the recipient's language.
 */
export function createIssueEmail(recipient: Recipient, file: IssueFile, siteUrl: string): Mail {
  const { locale, to, token } = recipient
  const text = file.texts.get(locale) ?? file.fallback
  const textLocale = text.language ?? locale
  const t = createMailTranslator(locale)
  const getUrl = (path: string) => getAbsoluteUrl(path, locale, siteUrl)
  const { host, hostname } = new URL(siteUrl)
  const reason = t(`mails:letters.${file.list}`, { site: SITE.name, address: host })
  const unsubscribeUrl = new URL(localePath("/newsletter/unsubscribe", locale), siteUrl)
  unsubscribeUrl.hash = String(new URLSearchParams({ token, topic: file.list }))
  const unsubscribeLabel = t("mails:letters.unsubscribe")
  return {
    to,
    subject: text.subject,
    text: `${markdownToText(text.content, getUrl)}\n\n-- \n${reason}\n${unsubscribeLabel}: ${unsubscribeUrl.href}\n${SITE.email}\n`,
    html: renderMailFrame({
      locale: textLocale,
      subject: text.subject,
      preview: createPreview(text.html),
      body: adaptForMail(text.html, getUrl),
      footerHtml: `<span lang="${locale}">${escapeHtml(reason)}<br><a href="${escapeHtml(unsubscribeUrl.href)}" style="color:#5f5870">${escapeHtml(unsubscribeLabel)}</a></span><br>`,
    }),
    headers: {
      "List-Id": `<${file.list}.${hostname}>`,
      "List-Unsubscribe": `<${getOneClickUrl(recipient, file.list, siteUrl)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      Precedence: "bulk",
    },
  }
}
