/**
 * An issue of the newsletter: its file, which is front matter and then a section per language, and the mail that
 * it makes for one person.
 *
 *     ---
 *     issue: 2026-09
 *     list: newsletter
 *     subject.en: Autumn opens with three events
 *     subject.lv: Rudens sākas ar trim pasākumiem
 *     ---
 *     ## en
 *     Markdown …
 *     ## lv
 *     …
 */
import type { MailingList } from "../../../db/queries/newsletter.ts"
import { DEFAULT_LOCALE, isLocale, type Locale } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { plainMarkdown } from "../../../src/markdown/escape.ts"
import { renderMarkdown } from "../../../src/markdown/render.ts"
import { plainHtml, shortened } from "../../../src/shared/description.ts"
import { COLORS, SITE } from "../../../src/site.ts"
import { escaped, mailButton, mailFrame, mailTranslator } from "../mail/mail-texts.ts"
import type { Mail } from "../mail/send-mail.ts"

interface IssueText {
  subject: string
  /** Markdown. */
  content: string
  /** The HTML of `content`. */
  html: string
  /** Language of the text, if it differs from the reader's. */
  language?: Locale
}

export interface IssueFile {
  /** What the issue is known by: a file of the same name is the same issue. */
  issue: string
  list: MailingList
  texts: Map<Locale, IssueText>
  /** For languages that it does not have. */
  fallback: IssueText & { language: Locale }
}

/** What is wrong with a file, for the person who wrote it. */
export class IssueFileError extends Error {
  override name = "IssueFileError"
}

const ISSUE = /^[a-z0-9][a-z0-9-]{0,63}$/
export const SUBJECT_MAX = 150

function fieldsOf(head: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of head.split("\n").filter((line) => line.trim())) {
    const [, name = "", value = ""] = /^([\w.]+):\s*(.*?)\s*$/.exec(line) ?? []
    const isKnown =
      name === "issue" || name === "list" || isLocale(/^subject\.(.*)$/.exec(name)?.[1])
    if (!isKnown) {
      throw new IssueFileError(
        `The front matter has a line "${line.trim()}". It may have issue, list, and subject.en, subject.lv and so on, each followed by a colon.`,
      )
    }
    if (fields.has(name)) throw new IssueFileError(`The front matter has ${name} twice.`)
    fields.set(name, value)
  }
  return fields
}

function sectionsOf(body: string): Map<Locale, string> {
  const sections = new Map<Locale, string>()
  const [before = "", ...parts] = body.split(/^##[ \t]+(\w\w)[ \t]*$/m)
  if (before.trim()) {
    throw new IssueFileError(
      `There is text before the first language. Put a line "## ${DEFAULT_LOCALE}" above it.`,
    )
  }
  for (let at = 0; at < parts.length; at += 2) {
    const [name = "", content = ""] = parts.slice(at, at + 2)
    if (!isLocale(name)) throw new IssueFileError(`"## ${name}" is no language of the site.`)
    if (sections.has(name)) throw new IssueFileError(`There are two sections "## ${name}".`)
    if (!content.trim()) throw new IssueFileError(`The section "## ${name}" is empty.`)
    sections.set(name, content.trim())
  }
  return sections
}

function listOf(value: string): MailingList {
  if (value === "newsletter" || value === "shop") return value
  throw new IssueFileError(`There is no list "${value}": it is newsletter (or left out) or shop.`)
}

/** Reads a file's text; throws {@link IssueFileError}. */
export function parseIssueFile(file: string): IssueFile {
  const found = /^\uFEFF?---\n(.*?)\n---\n(.*)$/s.exec(file.replace(/\r\n?/g, "\n"))
  if (!found) throw new IssueFileError("The file does not begin with front matter between two ---.")
  const [, head = "", body = ""] = found
  const fields = fieldsOf(head)
  const issue = fields.get("issue") ?? ""
  if (!ISSUE.test(issue)) {
    throw new IssueFileError(
      `The issue needs a name in lowercase letters, digits and hyphens, such as "issue: 2026-09".`,
    )
  }
  const texts = new Map<Locale, IssueText>()
  for (const [locale, content] of sectionsOf(body)) {
    const subject = fields.get(`subject.${locale}`) ?? ""
    if (!subject) throw new IssueFileError(`"## ${locale}" has no subject.${locale}.`)
    if (subject.length > SUBJECT_MAX) throw new IssueFileError(`subject.${locale} is too long.`)
    texts.set(locale, { subject, content, html: renderMarkdown(content) })
  }
  for (const name of fields.keys()) {
    const [, locale] = name.split(".")
    if (isLocale(locale) && !texts.has(locale)) {
      throw new IssueFileError(`There is ${name}, but no section "## ${locale}".`)
    }
  }
  const fallback = texts.get(DEFAULT_LOCALE)
  if (!fallback) throw new IssueFileError(`The section "## ${DEFAULT_LOCALE}" is missing.`)
  return {
    issue,
    list: listOf(fields.get("list") ?? "newsletter"),
    texts,
    fallback: { ...fallback, language: DEFAULT_LOCALE },
  }
}

interface Addressee {
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
  figure: "margin:0 0 16px",
  figcaption: "margin:6px 0 0;color:#5f5870;font-size:14px",
  img: "max-width:100%;height:auto;border-radius:12px",
  blockquote: `margin:0 0 16px;padding-left:14px;border-left:3px solid ${COLORS.accent}`,
}

/**
 * Converts a page's HTML for emails: absolute addresses, one size per picture, and inline styles, since many email
 * programs ignore style sheets.
 */
const forMail = (html: string, siteUrl: string) =>
  html
    .replace(/ (?:srcset|sizes)="[^"]*"/g, "")
    .replace(/ (href|src)="(?!https?:|mailto:|#)([^"]*)"/g, (_, name, path) => {
      return ` ${name}="${escaped(new URL(path, siteUrl).href)}"`
    })
    .replace(/<(\w+)(?=[ >])/g, (open, tag) =>
      STYLES[tag] ? `${open} style="${STYLES[tag]}"` : open,
    )
    // A link alone in a paragraph becomes a button.
    .replace(
      /<p [^>]*><a (?![^>]*card-link)[^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a><\/p>/g,
      (_, href, label) => mailButton(href, label),
    )

/** Returns the preview that email programs show next to the subject, without addresses. */
const previewOf = (html: string) =>
  shortened(plainHtml(html).replace(/https?:\/\/\S+/g, " "), PREVIEW_MAX)

/** Where the button of mail programs leads; they press it by a form post (RFC 8058). */
function oneClickAddress({ token, locale }: Addressee, siteUrl: string): string {
  const address = new URL("/api/newsletter/unsubscribe", siteUrl)
  address.search = String(new URLSearchParams({ token, language: locale }))
  return address.href
}

/** Returns an issue's email in the reader's language, or the fallback text with a frame in the reader's language. */
export function issueEmail(addressee: Addressee, file: IssueFile, siteUrl: string): Mail {
  const { locale, to, token } = addressee
  const text = file.texts.get(locale) ?? file.fallback
  const textLocale = text.language ?? locale
  const t = mailTranslator(locale)
  const { host, hostname } = new URL(siteUrl)
  const why = t(`mails:letters.${file.list}`, { site: SITE.name, address: host })
  const page = new URL(localePath("/newsletter/unsubscribe", locale), siteUrl)
  page.hash = String(new URLSearchParams({ token }))
  const unsubscribe = t("mails:letters.unsubscribe")
  return {
    to,
    subject: text.subject,
    text: `${plainMarkdown(text.content, siteUrl)}\n\n-- \n${why}\n${unsubscribe}: ${page.href}\n${SITE.email}\n`,
    html: mailFrame({
      locale: textLocale,
      subject: text.subject,
      preview: previewOf(text.html),
      body: forMail(text.html, siteUrl),
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
