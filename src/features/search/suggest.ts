/** Suggestions for links and cards in the text editor. A card is a link to an event or a team, shown as a box. */
import { formatDate } from "../../i18n/dates.ts"
import { LOCALE_NAMES } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { parseCardPath } from "../../markdown/blocks.ts"
import type { Suggestion, SuggestionScope } from "../../ui/rich-text/own-site.ts"
import { find, findNextEvents, type Result } from "./find.ts"
import { findWords } from "./words.ts"

const MAX_SUGGESTIONS = 7
const MAX_PER_KIND = 3
/** For cards, more results of each kind are searched, because some of them cannot be cards. */
const CARD_CANDIDATES_PER_KIND = 12
const MS_PER_DAY = 86_400_000

function createSuggestion(kind: Suggestion["kind"], result: Result): Suggestion {
  const { path, title, location, author, date, timeZone, language } = result
  const dateText = date && formatDate(date, "shortDate", pageLocale(), timeZone)
  const parts = [
    language && LOCALE_NAMES[language],
    kind === "page" ? null : dateText,
    location,
    author,
  ]
  return { kind, path, title, detail: parts.filter(Boolean).join(" · ") }
}

// An event that began more than a day ago is probably over, and then has no card.
const isUpcoming = ({ date }: Result) => !date || Date.parse(date) > Date.now() - MS_PER_DAY

const hasCard = (result: Result) => {
  const card = parseCardPath(result.path)
  return card !== null && (card.kind === "team" || isUpcoming(result))
}

const titleMatches = ({ title }: Result, words: ReadonlySet<string>) =>
  findWords(title).some(({ folded }) => words.has(folded))

/**
 * Returns the best suggestions. The scope "cards" includes only events and teams with a matching title. For an empty
 * query, "cards" returns the next events, and "pages" nothing. Throws if the index cannot be loaded.
 */
export async function suggest(query: string, scope: SuggestionScope): Promise<Suggestion[]> {
  if (!query.trim()) {
    const events = scope === "cards" ? await findNextEvents(MAX_SUGGESTIONS) : []
    return events.filter(isUpcoming).map((result) => createSuggestion("event", result))
  }
  const { kinds, words } = await find(query, () =>
    scope === "cards" ? CARD_CANDIDATES_PER_KIND : MAX_PER_KIND,
  )
  return kinds
    .flatMap(({ kind, results }) => {
      // The URL of a song stops working when the song leaves the charts.
      if (kind === "music") return []
      // The kind "team" also contains posts of teams, which are suggested as pages.
      return results
        .filter((result) => scope === "pages" || (hasCard(result) && titleMatches(result, words)))
        .slice(0, MAX_PER_KIND)
        .map((result) =>
          createSuggestion(kind === "team" && !parseCardPath(result.path) ? "page" : kind, result),
        )
    })
    .slice(0, MAX_SUGGESTIONS)
}
