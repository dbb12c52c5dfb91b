/**
 * How much of what people look for is among the first five results. `queries.json` has, by language and by
 * what is hard about them, what fans type and the pages of the demo that they mean; it was written before
 * search was made to answer it, `later-queries.json` afterwards, and nothing was changed for it.
 */
import { connect } from "../../db/client.ts"
import { type Found, find } from "../../src/features/search/find.ts"
import { shownFirst } from "../../src/features/search/views.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import laterQueries from "./later-queries.json" with { type: "json" }
import queries from "./queries.json" with { type: "json" }

type Queries = Record<string, string[]>

/** What people type, and the pages that they mean: those that search was built by, and others that it was not. */
export const QUERIES = {
  first: (locale: Locale): Queries => Object.assign({}, ...Object.values<Queries>(queries[locale])),
  later: (locale: Locale): Queries => laterQueries[locale],
}

/** A first start on this day puts the demo's events where the queries look for them. */
export const TODAY = "2026-11-23"

const STARTS = {
  "random-dance-in-the-old-market": "2026-10-24 15:00",
  "vilnius-crew-league-round-five": "2026-11-21 18:00",
  "open-practice-come-and-learn-one-chorus": "2026-12-01 18:30",
  "random-play-dance-riga": "2026-11-28 17:00",
  "flash-mob-at-balti-jaam": "2026-12-06 16:30",
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

/** Moves the demo's events to the days on which they would be, had its first start been `TODAY`. */
export async function fixDates(ownerUrl: string): Promise<void> {
  await connect(ownerUrl).as(null).one`
    update events e set
      start_date = s.start::timestamp at time zone e.time_zone,
      end_date = s.start::timestamp at time zone e.time_zone + (e.end_date - e.start_date)
    from jsonb_each_text(${JSON.stringify(STARTS)}::jsonb) as s (slug, start)
    where e.slug = s.slug`
}

const AT = 5

/** Returns the first paths. Posts and songs have new addresses in each demo, so their team's or their page's replaces them. */
const firstPaths = ({ kinds }: Found): string[] =>
  kinds
    .flatMap(({ results }) =>
      results.map(({ path }) =>
        path.replace(/\/posts\/.*/, "/posts").replace(/^\/music#.*/, "/music"),
      ),
    )
    .slice(0, AT)

export interface Recall {
  queries: number
  /** Of what is expected, the share among the first five: the mean over the queries. */
  recall: number
  /** Queries that found less than they should, with what they found. */
  misses: { query: string; recall: number; found: string[] }[]
}

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/** Runs queries as the dialog does, on a page in that language; `fetch` must reach the index. */
export async function recallIn(locale: Locale, queries: Queries): Promise<Recall> {
  Object.assign(globalThis, { document: { documentElement: { lang: locale } } })
  const all: Recall["misses"] = []
  for (const [query, expected] of Object.entries(queries)) {
    const found = firstPaths(await find(query, (_, hits, kinds) => shownFirst(hits, kinds)))
    const hits = expected.filter((path) => found.includes(path)).length
    all.push({ query, recall: hits / Math.min(AT, expected.length), found })
  }
  return {
    queries: all.length,
    recall: mean(all.map(({ recall }) => recall)),
    misses: all.filter(({ recall }) => recall < 1),
  }
}
