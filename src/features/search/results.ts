/** Results as a list of links, by kind. */
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import { LOCALE_NAMES } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { make } from "./elements.ts"
import type { Found, FoundKind, Result } from "./find.ts"
import type { Kind } from "./index-format.ts"
import { highlight, passage } from "./passage.ts"

const marked = (text: string, terms: readonly string[]) =>
  highlight(text, terms).map(({ text, isFound }) => (isFound ? make("mark", {}, text) : text))

function meta({ location, date, timeZone, language }: Result, t: Translate): HTMLElement[] {
  const parts = [
    language &&
      make(
        "span",
        { class: "language" },
        make("span", { class: "sr-only" }, `${t("news:writtenIn")} `),
        make("span", { lang: language }, LOCALE_NAMES[language]),
      ),
    date && make("time", { datetime: date }, formatDate(date, "shortDate", pageLocale(), timeZone)),
    location && make("span", {}, location),
  ].filter((part) => part instanceof HTMLElement)
  return parts.length > 0 ? [make("p", { class: "meta" }, ...parts)] : []
}

function hit(result: Result, terms: readonly string[], t: Translate): HTMLElement {
  const { path, title, text, language } = result
  const link = make("a", { href: localePath(path, pageLocale()) })
  link.append(make("span", { lang: language }, ...marked(title, terms)))
  return make(
    "li",
    { class: "search-hit" },
    make("h3", {}, link),
    ...meta(result, t),
    ...(text ? [make("p", { lang: language }, ...marked(passage(text, terms), terms))] : []),
  )
}

/** How many of a kind there are at first, and how many more at each wish. */
export const SHOWN = 4
export const SHOWN_MORE = 12

function section(of: FoundKind, terms: readonly string[], t: Translate): HTMLElement {
  const { kind, count, results } = of
  const left = count - results.length
  const more = make("button", {
    class: "btn btn-ghost btn-small",
    type: "button",
    "data-more": kind,
  })
  more.append(t("search:more", { count: Math.min(left, SHOWN_MORE) }))
  return make(
    "section",
    { "aria-labelledby": `search-${kind}` },
    make("h2", { id: `search-${kind}` }, t(`search:kinds.${kind}`)),
    make("ul", {}, ...results.map((result) => hit(result, terms, t))),
    ...(left > 0 ? [more] : []),
  )
}

export const resultsView = ({ terms, kinds }: Found, t: Translate): HTMLElement[] =>
  kinds.map((of) => section(of, terms, t))

/** How many results there are in all. */
export const countOf = ({ kinds }: Found): number =>
  kinds.reduce((sum, { count }) => sum + count, 0)

export const isKindOf = (kind: string | undefined, { kinds }: Found): kind is Kind =>
  kinds.some((of) => of.kind === kind)
