/** Our own pages for what somebody types into the editor, by the index of search. */
import { formatDate } from "../../i18n/dates.ts"
import { LOCALE_NAMES } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { cardOf } from "../../markdown/blocks.ts"
import type { Suggested, Suggestion } from "../../ui/rich-text/own-site.ts"
import { find, firstOf, type Result } from "./find.ts"
import { wordsIn } from "./words.ts"

const MOST = 7
const MOST_OF_A_KIND = 3
/** Of a kind, where only some of them will do. */
const LOOKED_THROUGH = 12
const DAY_MS = 86_400_000

function suggestion(kind: Suggestion["kind"], result: Result): Suggestion {
  const { path, title, location, author, date, timeZone, language } = result
  const when = date && formatDate(date, "shortDate", pageLocale(), timeZone)
  const parts = [
    language && LOCALE_NAMES[language],
    kind === "page" ? null : when,
    location,
    author,
  ]
  return { kind, path, title, detail: parts.filter(Boolean).join(" · ") }
}

/** What is over has no card. */
const isToCome = ({ date }: Result) => !date || Date.parse(date) > Date.now() - DAY_MS

const hasCard = (result: Result) => {
  const card = cardOf(result.path)
  return card !== null && (card.kind === "team" || isToCome(result))
}

/** Whether its name has one of the words that were found, and not only its text. */
const isCalled = ({ title }: Result, found: ReadonlySet<string>) =>
  wordsIn(title).some(({ folded }) => found.has(folded))

/** The best few, of whatever kind; throws when the index cannot be reached. */
export async function suggest(query: string, suggested: Suggested): Promise<Suggestion[]> {
  const isForCard = suggested === "cards"
  if (!query.trim()) {
    const events = isForCard ? await firstOf("event", MOST) : []
    return events.filter(isToCome).map((result) => suggestion("event", result))
  }
  const { kinds, words } = await find(query, () => (isForCard ? LOOKED_THROUGH : MOST_OF_A_KIND))
  return kinds
    .flatMap(({ kind, results }) => {
      // A song leaves the charts, and its address with it.
      if (kind === "music") return []
      return (
        results
          .filter((result) => !isForCard || (hasCard(result) && isCalled(result, words)))
          .slice(0, MOST_OF_A_KIND)
          // The posts of teams are found among them.
          .map((result) =>
            suggestion(kind === "team" && !cardOf(result.path) ? "page" : kind, result),
          )
      )
    })
    .slice(0, MOST)
}
