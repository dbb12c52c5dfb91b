/** HTML of the search dialog. It is created without React, because anonymous visitors do not load React. */
import type { Translate } from "../../i18n/keys.ts"
import { INTL_LOCALES, LOCALE_NAMES } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import type { KindResults, Result, SearchResults } from "./find.ts"
import { cutPassage, highlight } from "./passage.ts"
import { countShownHits, type Hit } from "./rank.ts"

type Words = SearchResults["words"]

type Content = Node | string | false | null | undefined

/** Creates an element. Leaves out attributes that are null, and content that is not a text or a node. */
function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | null> = {},
  ...content: Content[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(name, value)
  }
  element.append(...content.filter((part) => typeof part === "string" || part instanceof Node))
  return element
}

const markMatches = (text: string, words: Words) =>
  highlight(text, words).map(({ text, isMatch }) =>
    isMatch ? createElement("mark", {}, text) : text,
  )

/** Formats a date without i18n/dates.ts, which is in a chunk of the islands (React). */
const formatDay = (date: string, timeZone = "Europe/Riga") =>
  new Date(date).toLocaleDateString(INTL_LOCALES[pageLocale()], {
    year: "numeric",
    month: "short",
    day: "numeric",
    timeZone,
  })

function renderMeta(result: Result, t: Translate): HTMLElement[] {
  const { location, author, date, timeZone, language, isOver, isCancelled } = result
  const parts = [
    language &&
      createElement(
        "span",
        { class: "language" },
        createElement("span", { class: "sr-only" }, `${t("common:writtenIn")} `),
        createElement("span", { lang: language }, LOCALE_NAMES[language]),
      ),
    isOver && createElement("span", { class: "search-state" }, t("search:over")),
    isCancelled && createElement("span", { class: "search-state" }, t("calendar:event.cancelled")),
    date && createElement("time", { datetime: date }, formatDay(date, timeZone)),
    location && createElement("span", {}, location),
    author && createElement("span", {}, author),
  ].filter((part) => part instanceof HTMLElement)
  return parts.length > 0 ? [createElement("p", { class: "meta" }, ...parts)] : []
}

const THUMB_ATTRIBUTES = { alt: "", width: "56", height: "56", loading: "lazy", decoding: "async" }

function renderHit(result: Result, words: Words, t: Translate): HTMLElement {
  const { path, title, text, language, picture, isOver, isCancelled } = result
  const link = createElement("a", { href: localePath(path, pageLocale()) })
  link.append(
    createElement(isCancelled ? "s" : "span", { lang: language }, ...markMatches(title, words)),
  )
  return createElement(
    "li",
    { class: "search-hit", "data-over": isOver ? "" : null },
    picture && createElement("img", { ...THUMB_ATTRIBUTES, src: picture }),
    createElement(
      "div",
      {},
      createElement("h3", {}, link),
      ...renderMeta(result, t),
      text &&
        createElement(
          "p",
          { lang: language, class: "search-text" },
          ...markMatches(cutPassage(text, words), words),
        ),
    ),
  )
}

/** Maximum number of results of each kind (articles, events, teams…) that are shown at first. */
const MAX_SHOWN = 4
/** Maximum number of results that are shown at first if all results have the same kind. */
const MAX_SHOWN_ALONE = 8
export const SHOW_MORE_COUNT = 12

export const countShownAtFirst = (hits: readonly Hit[], kindCount: number): number =>
  countShownHits(hits, kindCount === 1 ? MAX_SHOWN_ALONE : MAX_SHOWN)

function renderSection(kindResults: KindResults, words: Words, t: Translate): HTMLElement {
  const { kind, count, results } = kindResults
  const hiddenCount = count - results.length
  const moreButton = createElement("button", {
    class: "btn btn-ghost btn-small",
    type: "button",
    "data-more": kind,
  })
  moreButton.append(t("search:more", { count: Math.min(hiddenCount, SHOW_MORE_COUNT) }))
  return createElement(
    "section",
    { "aria-labelledby": `search-${kind}` },
    createElement("h2", { id: `search-${kind}` }, t(`search:kinds.${kind}`)),
    createElement("ul", {}, ...results.map((result) => renderHit(result, words, t))),
    hiddenCount > 0 && moreButton,
  )
}

export const renderResults = ({ words, kinds }: SearchResults, t: Translate): HTMLElement[] =>
  kinds.map((kind) => renderSection(kind, words, t))

const SUGGESTED_PAGES = [
  { path: "/teams", label: "common:nav.teams" },
  { path: "/calendar", label: "common:nav.calendar" },
  { path: "/music", label: "common:nav.music" },
  { path: "/news", label: "common:nav.news" },
] as const

const renderLabelledList = (
  id: string,
  title: string,
  items: HTMLElement[],
  ...buttonsAfterTitle: HTMLElement[]
) =>
  createElement(
    "div",
    { class: "search-suggestions" },
    createElement("p", { class: "label", id }, title),
    ...buttonsAfterTitle,
    createElement(
      "ul",
      { "aria-labelledby": id },
      ...items.map((item) => createElement("li", {}, item)),
    ),
  )

function renderSuggestions(t: Translate): HTMLElement {
  const links = SUGGESTED_PAGES.map(({ path, label }) =>
    createElement("a", { class: "badge", href: localePath(path, pageLocale()) }, t(label)),
  )
  return renderLabelledList("search-suggestions", t("search:suggestions"), links)
}

function renderRecent(searches: readonly string[], t: Translate): HTMLElement[] {
  if (searches.length === 0) return []
  const buttons = searches.map((query) =>
    createElement("button", { class: "badge", type: "button", "data-recent": query }, query),
  )
  const clear = { class: "search-clear", type: "button", "data-clear": "" }
  const clearButton = createElement("button", clear, t("search:recent.clear"))
  return [renderLabelledList("search-recent", t("search:recent.title"), buttons, clearButton)]
}

export const renderEmptyState = (searches: readonly string[], t: Translate): HTMLElement[] => [
  createElement("p", { class: "soft" }, t("search:hint")),
  ...renderRecent(searches, t),
  renderSuggestions(t),
]

export const renderNoResults = (query: string, t: Translate): HTMLElement[] => [
  createElement("h2", {}, t("search:nothing.title", { query })),
  createElement("p", { class: "soft" }, t("search:nothing.text")),
  renderSuggestions(t),
]

const renderPlaceholderBar = (width: string) =>
  createElement("span", { class: `skeleton ${width}` })

export const renderLoading = (): HTMLElement[] => [
  createElement(
    "div",
    { class: "search-loading", "aria-hidden": "true" },
    ...[1, 2, 3].flatMap(() => [
      renderPlaceholderBar("search-skeleton-title"),
      renderPlaceholderBar("search-skeleton-text"),
    ]),
  ),
]

export const renderFailure = (text: string, retryLabel: string): HTMLElement[] => [
  createElement("p", { class: "soft" }, text),
  createElement(
    "button",
    { class: "btn btn-ghost btn-small", type: "button", "data-again": "" },
    retryLabel,
  ),
]

export const renderKeyHints = (t: Translate): Node[] =>
  [
    { keys: ["↑", "↓"], text: t("search:keys.choose") },
    { keys: ["Enter"], text: t("search:keys.follow") },
    { keys: ["Esc"], text: t("search:keys.leave") },
  ].map(({ keys, text }) =>
    createElement("span", {}, ...keys.map((key) => createElement("kbd", {}, key)), ` ${text}`),
  )
