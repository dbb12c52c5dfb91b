/** What stands in the dialog while there is nothing to list. */
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { make } from "./elements.ts"

const PLACES = [
  { path: "/teams", label: "common:nav.teams" },
  { path: "/calendar", label: "common:nav.calendar" },
  { path: "/music", label: "common:nav.music" },
  { path: "/news", label: "common:nav.news" },
] as const

function suggestions(t: Translate): HTMLElement {
  const links = PLACES.map(({ path, label }) =>
    make("li", {}, make("a", { class: "badge", href: localePath(path, pageLocale()) }, t(label))),
  )
  return make(
    "div",
    { class: "search-ways" },
    make("p", { id: "search-ways" }, t("search:suggestions")),
    make("ul", { "aria-labelledby": "search-ways" }, ...links),
  )
}

/** Nothing is typed yet. */
export const emptyView = (t: Translate): HTMLElement[] => [
  make("p", { class: "search-hint" }, t("search:hint")),
  suggestions(t),
]

/** Nothing is found. */
export const nothingView = (query: string, t: Translate): HTMLElement[] => [
  make("h2", { class: "search-nothing" }, t("search:nothing.title", { query })),
  make("p", { class: "search-hint" }, t("search:nothing.text")),
  suggestions(t),
]

const bar = (width: string) => make("span", { class: `skeleton ${width}` })

/** Results are on their way. */
export const loadingView = (): HTMLElement[] => [
  make(
    "div",
    { class: "search-loading", "aria-hidden": "true" },
    ...[1, 2, 3].flatMap(() => [bar("search-bar-title"), bar("search-bar-text")]),
  ),
]

/** The index cannot be reached: the texts came with the page. */
export const failedView = (text: string, again: string): HTMLElement[] => [
  make("p", { class: "search-hint" }, text),
  make("button", { class: "btn btn-ghost btn-small", type: "button", "data-again": "" }, again),
]
