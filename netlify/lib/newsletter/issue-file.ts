/**
 * Parses the file of a newsletter issue: front matter, followed by a section per language.
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
import { renderMarkdown } from "../../../src/markdown/render.ts"

interface IssueText {
  subject: string
  content: string
  html: string
  /** The text's language, which is set only if it may differ from the reader's language. */
  language?: Locale
}

export interface IssueFile {
  /** The issue's name. Sending a file with the same name again continues the issue. */
  issue: string
  list: MailingList
  texts: Map<Locale, IssueText>
  /** The text for readers whose language has no text. */
  fallback: IssueText & { language: Locale }
}

/** An error in the file of an issue. The author of the issue reads the message. */
export class IssueFileError extends Error {
  override name = "IssueFileError"
}

const ISSUE_NAME_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/
export const MAX_SUBJECT_LENGTH = 150

function parseFields(frontMatter: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of frontMatter.split("\n").filter((line) => line.trim())) {
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

function parseSections(body: string): Map<Locale, string> {
  const sections = new Map<Locale, string>()
  // The array contains the text before the first heading, then by turns the language of a heading and its content.
  const [textBefore = "", ...parts] = body.split(/^##[ \t]+(\w\w)[ \t]*$/m)
  if (textBefore.trim()) {
    throw new IssueFileError(
      `There is text before the first language. Put a line "## ${DEFAULT_LOCALE}" above it.`,
    )
  }
  for (let index = 0; index < parts.length; index += 2) {
    const [name = "", content = ""] = parts.slice(index, index + 2)
    if (!isLocale(name)) throw new IssueFileError(`"## ${name}" is no language of the site.`)
    if (sections.has(name)) throw new IssueFileError(`There are two sections "## ${name}".`)
    if (!content.trim()) throw new IssueFileError(`The section "## ${name}" is empty.`)
    sections.set(name, content.trim())
  }
  return sections
}

function parseList(value: string): MailingList {
  if (value === "newsletter" || value === "shop") return value
  throw new IssueFileError(`There is no list "${value}": it is newsletter (or left out) or shop.`)
}

/** Throws {@link IssueFileError} for an invalid file. */
export function parseIssueFile(file: string): IssueFile {
  const match = /^\uFEFF?---\n(.*?)\n---\n(.*)$/s.exec(file.replace(/\r\n?/g, "\n"))
  if (!match) throw new IssueFileError("The file does not begin with front matter between two ---.")
  const [, frontMatter = "", body = ""] = match
  const fields = parseFields(frontMatter)
  const issue = fields.get("issue") ?? ""
  if (!ISSUE_NAME_PATTERN.test(issue)) {
    throw new IssueFileError(
      `The issue needs a name in lowercase letters, digits and hyphens, such as "issue: 2026-09".`,
    )
  }
  const texts = new Map<Locale, IssueText>()
  for (const [locale, content] of parseSections(body)) {
    const subject = fields.get(`subject.${locale}`) ?? ""
    if (!subject) throw new IssueFileError(`"## ${locale}" has no subject.${locale}.`)
    if (subject.length > MAX_SUBJECT_LENGTH)
      throw new IssueFileError(`subject.${locale} is too long.`)
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
    list: parseList(fields.get("list") ?? "newsletter"),
    texts,
    fallback: { ...fallback, language: DEFAULT_LOCALE },
  }
}
