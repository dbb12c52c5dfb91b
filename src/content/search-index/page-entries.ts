import { listFaqCategories } from "../../features/static-pages/faq.ts"
import type { Namespace } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { getMessages } from "../../i18n/messages.ts"
import { getT } from "../../i18n/t.ts"
import { fillPlaceholders } from "../../i18n/translate.ts"
import { SITE } from "../../site.ts"
import type { EntryFactory } from "./entries.ts"

/** Pages with an entry. `name` is the namespace of the page's texts. */
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

/** Pages whose texts are indexed completely; the names are namespaces. */
const TEXT_PAGES: Namespace[] = ["about", "how-it-works", "privacy", "terms"]

/** Returns whether a key is a plural form other than `other`, so that each text is indexed once. */
const isRedundantPlural = (key: string) => /_(?:zero|one|two|few|many)$/.test(key)

/** Removes tags from a text. Returns an empty string if a placeholder has no value in the index. */
function toPlainText(text: string): string {
  const filled = fillPlaceholders(text, { email: SITE.email })
  if (/{{\w+}}/.test(filled)) return ""
  return filled
    .replace(/<\/?\w+>/g, "")
    .replace(/\s+/g, " ")
    .trim()
}

/** Joins texts, with a middle dot after each text that does not end a sentence. */
const joinSentences = (texts: string[]) =>
  texts.reduce((before, text) => `${before}${/[.?!:…]$/.test(before) ? "" : " ·"} ${text}`)

/** Makes the entries of pages and of questions in the FAQ. `extraTexts` are texts by the path of their page. */
export function makePageEntries(
  locale: Locale,
  extraTexts: Readonly<Record<string, readonly string[]>>,
): EntryFactory[] {
  const t = getT(locale)
  const pages = PAGES.map(({ path, name }) => () => {
    const pageTexts = Object.entries(TEXT_PAGES.includes(name) ? getMessages(locale, [name]) : {})
      .filter(([key]) => !key.includes(":meta.") && !isRedundantPlural(key))
      .map(([, text]) => toPlainText(text))
    return {
      path,
      // Uses the name in the navigation, because the title of the music page does not contain the word "Music".
      title: t(name === "music" ? "common:nav.music" : `${name}:meta.title`),
      text: joinSentences(
        [t(`${name}:meta.description`), ...pageTexts, ...(extraTexts[path] ?? [])].filter(Boolean),
      ),
    }
  })
  const questions = listFaqCategories(locale)
    .flatMap(({ questions }) => questions)
    .map(({ id, title, answer }) => () => ({
      path: `/faq#${id}`,
      title,
      text: toPlainText(answer),
    }))
  return [...pages, ...questions]
}
