/**
 * The file of an issue: front matter, then a section per language.
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
import type { LetterList } from "../../../db/queries/subscriptions.ts"
import { DEFAULT_LOCALE, isLocale, type Locale } from "../../../src/i18n/locales.ts"

export interface LetterText {
  subject: string
  /** Markdown. */
  content: string
}

export interface LetterFile {
  /** What the issue is known by: a file of the same name is the same issue. */
  issue: string
  list: LetterList
  texts: Map<Locale, LetterText>
  /** The English one, for languages that the file does not have. */
  fallback: LetterText
}

/** What is wrong with a file, for the person who wrote it. */
export class LetterFileError extends Error {
  override name = "LetterFileError"
}

const ISSUE = /^[a-z0-9][a-z0-9-]{0,63}$/
const SUBJECT_MAX = 150

function fieldsOf(head: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of head.split("\n").filter((line) => line.trim())) {
    const [, name = "", value = ""] = /^([\w.]+):\s*(.*?)\s*$/.exec(line) ?? []
    const isKnown =
      name === "issue" || name === "list" || isLocale(/^subject\.(.*)$/.exec(name)?.[1])
    if (!isKnown) {
      throw new LetterFileError(
        `The front matter has a line "${line.trim()}". It may have issue, list, and subject.en, subject.lv and so on, each followed by a colon.`,
      )
    }
    if (fields.has(name)) throw new LetterFileError(`The front matter has ${name} twice.`)
    fields.set(name, value)
  }
  return fields
}

function sectionsOf(body: string): Map<Locale, string> {
  const sections = new Map<Locale, string>()
  const [before = "", ...parts] = body.split(/^##[ \t]+(\w\w)[ \t]*$/m)
  if (before.trim()) {
    throw new LetterFileError(
      `There is text before the first language. Put a line "## ${DEFAULT_LOCALE}" above it.`,
    )
  }
  for (let at = 0; at < parts.length; at += 2) {
    const [name = "", content = ""] = parts.slice(at, at + 2)
    if (!isLocale(name)) throw new LetterFileError(`"## ${name}" is no language of the site.`)
    if (sections.has(name)) throw new LetterFileError(`There are two sections "## ${name}".`)
    if (!content.trim()) throw new LetterFileError(`The section "## ${name}" is empty.`)
    sections.set(name, content.trim())
  }
  return sections
}

function listOf(value: string): LetterList {
  if (value === "newsletter" || value === "shop") return value
  throw new LetterFileError(`There is no list "${value}": it is newsletter (or left out) or shop.`)
}

/** Reads a file's text; throws {@link LetterFileError}. */
export function parseLetterFile(file: string): LetterFile {
  const found = /^\uFEFF?---\n(.*?)\n---\n(.*)$/s.exec(file.replace(/\r\n?/g, "\n"))
  if (!found)
    throw new LetterFileError("The file does not begin with front matter between two ---.")
  const [, head = "", body = ""] = found
  const fields = fieldsOf(head)
  const issue = fields.get("issue") ?? ""
  if (!ISSUE.test(issue)) {
    throw new LetterFileError(
      `The issue needs a name in lowercase letters, digits and hyphens, such as "issue: 2026-09".`,
    )
  }
  const texts = new Map<Locale, LetterText>()
  for (const [locale, content] of sectionsOf(body)) {
    const subject = fields.get(`subject.${locale}`) ?? ""
    if (!subject) throw new LetterFileError(`"## ${locale}" has no subject.${locale}.`)
    if (subject.length > SUBJECT_MAX) throw new LetterFileError(`subject.${locale} is too long.`)
    texts.set(locale, { subject, content })
  }
  for (const name of fields.keys()) {
    const [, locale] = name.split(".")
    if (isLocale(locale) && !texts.has(locale)) {
      throw new LetterFileError(`There is ${name}, but no section "## ${locale}".`)
    }
  }
  const fallback = texts.get(DEFAULT_LOCALE)
  if (!fallback) throw new LetterFileError(`The section "## ${DEFAULT_LOCALE}" is missing.`)
  return { issue, list: listOf(fields.get("list") ?? "newsletter"), texts, fallback }
}
