/** The pages that exist whatever the content, as search finds them in one language. */
import { QUESTIONS } from "../features/static-pages/faq/questions.ts"
import type { MessageKey } from "../i18n/keys.ts"
import type { Locale } from "../i18n/locales.ts"
import { type MessageGroup, messages } from "../i18n/messages.ts"
import { getT } from "../i18n/t.ts"
import { fillBlanks } from "../i18n/translate.ts"
import { SITE } from "../site.ts"
import type { MakeEntry } from "./entries.ts"

interface FoundPage {
  path: string
  title: MessageKey
  description: MessageKey
  /** What else is on it, in the order it is read. */
  texts: MessageGroup[]
}

const PAGES: FoundPage[] = [
  {
    path: "/music",
    title: "common:nav.music",
    description: "music:meta.description",
    texts: [],
  },
  {
    path: "/calendar",
    title: "calendar:meta.title",
    description: "calendar:meta.description",
    texts: [],
  },
  { path: "/teams", title: "teams:meta.title", description: "teams:meta.description", texts: [] },
  { path: "/news", title: "news:meta.title", description: "news:meta.description", texts: [] },
  { path: "/shop", title: "shop:meta.title", description: "shop:meta.description", texts: [] },
  {
    path: "/suggest-idea",
    title: "ideas:meta.title",
    description: "ideas:meta.description",
    texts: [],
  },
  {
    path: "/about",
    title: "about:meta.title",
    description: "about:meta.description",
    texts: ["about"],
  },
  {
    path: "/how-it-works",
    title: "how-it-works:meta.title",
    description: "how-it-works:meta.description",
    texts: ["how-it-works"],
  },
  { path: "/faq", title: "faq:meta.title", description: "faq:meta.description", texts: [] },
  {
    path: "/privacy",
    title: "privacy:meta.title",
    description: "privacy:meta.description",
    texts: ["privacy"],
  },
  {
    path: "/terms",
    title: "terms:meta.title",
    description: "terms:meta.description",
    texts: ["terms"],
  },
]

/** One form of each text is enough: that which fits most numbers. */
const isOtherForm = (key: string) => /_(?:zero|one|two|few|many)$/.test(key)

/** Without the marks of links; nothing is left of a text with a blank that is filled in elsewhere. */
function plain(text: string): string {
  const filled = fillBlanks(text, { email: SITE.email })
  if (/{{\w+}}/.test(filled)) return ""
  return filled
    .replace(/<\/?\w+>/g, "")
    .replace(/\s+/g, " ")
    .trim()
}

/** Headings and the like end without a full stop. */
const joined = (texts: string[]) =>
  texts.reduce((before, text) => `${before}${/[.?!:…]$/.test(before) ? "" : " ·"} ${text}`)

/** What a page shows of the content, by its path: the names that people look for. */
export type Shown = Readonly<Record<string, readonly string[]>>

/** The pages of a language, and each of the questions. */
export function pageEntries(locale: Locale, shown: Shown = {}): MakeEntry[] {
  const t = getT(locale)
  const pages = PAGES.map(({ path, title, description, texts }) => () => {
    const own = Object.entries(messages(locale, texts))
      .filter(([key]) => !key.includes(":meta.") && !isOtherForm(key))
      .map(([, text]) => plain(text))
    return {
      path,
      title: t(title),
      text: joined([t(description), ...own, ...(shown[path] ?? [])].filter(Boolean)),
    }
  })
  const questions = Object.values(QUESTIONS)
    .flat()
    .map((id) => () => ({
      path: `/faq#${id}`,
      title: t(`faq:questions.${id}.question`),
      text: plain(t(`faq:questions.${id}.answer`, { email: SITE.email })),
    }))
  return [...pages, ...questions]
}
