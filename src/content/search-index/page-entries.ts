/** Search entries of the pages that do not depend on the content, and of each question of the FAQ. */
import { faqCategories } from "../../features/static-pages/faq.ts"
import type { Namespace } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { messages } from "../../i18n/messages.ts"
import { getT } from "../../i18n/t.ts"
import { fillPlaceholders } from "../../i18n/translate.ts"
import { SITE } from "../../site.ts"
import type { EntryMaker } from "./entries.ts"

/** The pages with their namespaces in `public/locales`. */
const PAGES = [
  { path: "/music", name: "music" },
  { path: "/calendar", name: "calendar" },
  { path: "/teams", name: "teams" },
  { path: "/news", name: "news" },
  { path: "/shop", name: "shop" },
  { path: "/suggest-idea", name: "ideas" },
  { path: "/about", name: "about" },
  { path: "/how-it-works", name: "how-it-works" },
  { path: "/faq", name: "faq" },
  { path: "/privacy", name: "privacy" },
  { path: "/terms", name: "terms" },
] as const

/** Pages that consist of text: search finds all texts of their namespace. */
const TEXT_PAGES: Namespace[] = ["about", "how-it-works", "privacy", "terms"]

/** Returns whether a text is a plural form other than `_other`, the only form that search needs. */
const isRedundantPlural = (key: string) => /_(?:zero|one|two|few|many)$/.test(key)

/** Returns a text without link tags; empty if it has a placeholder that only the page can fill. */
function plain(text: string): string {
  const filled = fillPlaceholders(text, { email: SITE.email })
  if (/{{\w+}}/.test(filled)) return ""
  return filled
    .replace(/<\/?\w+>/g, "")
    .replace(/\s+/g, " ")
    .trim()
}

/** Joins texts. A middle dot follows texts without final punctuation, for example headings. */
const sentences = (texts: string[]) =>
  texts.reduce((before, text) => `${before}${/[.?!:…]$/.test(before) ? "" : " ·"} ${text}`)

/** Returns the entries of a language. `extraTexts` has, by path, texts from the content that pages show. */
export function pageEntries(
  locale: Locale,
  extraTexts: Readonly<Record<string, readonly string[]>>,
): EntryMaker[] {
  const t = getT(locale)
  const pages = PAGES.map(({ path, name }) => () => {
    const pageTexts = Object.entries(TEXT_PAGES.includes(name) ? messages(locale, [name]) : {})
      .filter(([key]) => !key.includes(":meta.") && !isRedundantPlural(key))
      .map(([, text]) => plain(text))
    return {
      path,
      // People look for "Music", which is not in the page's title.
      title: t(name === "music" ? "common:nav.music" : `${name}:meta.title`),
      text: sentences(
        [t(`${name}:meta.description`), ...pageTexts, ...(extraTexts[path] ?? [])].filter(Boolean),
      ),
    }
  })
  const questions = faqCategories(locale)
    .flatMap(({ questions }) => questions)
    .map(({ id, title, answer }) => () => ({ path: `/faq#${id}`, title, text: plain(answer) }))
  return [...pages, ...questions]
}
