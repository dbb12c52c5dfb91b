/** Measures how many expected pages search finds. The queries in `later-queries.json` were written after search was tuned. */
import { connect } from "../../db/client.ts"
import { find, type SearchResults } from "../../src/features/search/find.ts"
import { countShownAtFirst } from "../../src/features/search/views.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import laterQueries from "./later-queries.json" with { type: "json" }
import queries from "./queries.json" with { type: "json" }

type Queries = Record<string, string[]>

export const QUERIES = {
  tuned: (locale: Locale): Queries => Object.assign({}, ...Object.values<Queries>(queries[locale])),
  later: (locale: Locale): Queries => laterQueries[locale],
}

/** The day on which search runs. Demo events have the dates in STARTS if the demo content is loaded on this day. */
export const TODAY = "2026-11-23"

const STARTS = {
  "random-dance-in-the-old-market": "2026-10-24 15:00",
  "vilnius-crew-league-round-five": "2026-11-21 18:00",
  "open-practice-come-and-learn-one-chorus": "2026-12-01 18:30",
  "random-play-dance-riga": "2026-11-28 17:00",
  "flash-mob-at-balti-jaam": "2026-12-06 16:30",
  "sunday-practice-at-noblessner": "2026-12-13 08:00",
  "telliskivi-chorus-run": "2026-12-06 15:00",
  "vilnius-crew-league-round-six": "2026-12-19 18:00",
  "zaibas-workshop-fast-feet": "2026-12-13 12:00",
  "film-walk-by-the-sea": "2026-12-12 12:00",
  "corridor-cup": "2026-12-19 13:00",
  "laisves-aleja-relay": "2026-12-27 13:00",
  "baltic-cover-cup-tallinn-qualifier": "2027-01-09 17:00",
  "photocard-swap-and-lightstick-clinic": "2027-01-17 12:00",
  "baltic-cover-cup-vilnius-qualifier": "2027-01-30 17:00",
  "baltic-cover-cup-daugavpils-qualifier": "2027-02-13 15:00",
  "wind-stage": "2027-02-26 19:00",
  "baltic-cover-cup-the-final": "2027-03-20 18:30",
}

export async function fixDates(ownerUrl: string): Promise<void> {
  await connect(ownerUrl).as(null).one`
    update events e set
      start_date = s.start::timestamp at time zone e.time_zone,
      end_date = s.start::timestamp at time zone e.time_zone + (e.end_date - e.start_date)
    from jsonb_each_text(${JSON.stringify(STARTS)}::jsonb) as s (slug, start)
    where e.slug = s.slug`
}

const MAX_RESULTS = 5

/** Shortens the paths of posts and songs, because their ids differ each time the demo content is loaded. */
const listFirstPaths = ({ kinds }: SearchResults): string[] =>
  kinds
    .flatMap(({ results }) =>
      results.map(({ path }) =>
        path.replace(/\/posts\/.*/, "/posts").replace(/^\/music#.*/, "/music"),
      ),
    )
    .slice(0, MAX_RESULTS)

export interface Recall {
  queries: number
  recall: number
  misses: { query: string; recall: number; foundPaths: string[] }[]
}

const getMean = (numbers: number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/**
 * Returns, for each query, the share of its expected paths that are among the first results, and the mean of the shares.
 * The caller must mock `fetch`, so that it returns the files of the search index.
 */
export async function measureRecall(locale: Locale, queries: Queries): Promise<Recall> {
  Object.assign(globalThis, { document: { documentElement: { lang: locale } } })
  const outcomes: Recall["misses"] = []
  for (const [query, expected] of Object.entries(queries)) {
    const foundPaths = listFirstPaths(
      await find(query, (_, hits, kinds) => countShownAtFirst(hits, kinds)),
    )
    const hits = expected.filter((path) => foundPaths.includes(path)).length
    outcomes.push({
      query,
      recall: hits / Math.min(MAX_RESULTS, expected.length),
      foundPaths,
    })
  }
  return {
    queries: outcomes.length,
    recall: getMean(outcomes.map(({ recall }) => recall)),
    misses: outcomes.filter(({ recall }) => recall < 1),
  }
}
