/** What search finds of the demo, on the built site: recall at 5 as it is shown. */
import { LOCALES } from "../../src/i18n/locales.ts"
import { fixDates, QUERIES, recallIn } from "../../tests/search/recall.ts"
import { startBenchSite } from "./bench-site.ts"
import { atLeast, type Figure } from "./table.ts"

/** Of a language's queries; the test holds a floor. */
const RECALL = { first: 0.93, later: 0.85 }

/** Prints each query that finds less than it should, and gives the figures. */
export async function benchSearch(): Promise<Figure[]> {
  const site = await startBenchSite(0, fixDates)
  const request = globalThis.fetch
  globalThis.fetch = (path, init) => request(new URL(String(path), site.origin), init)
  try {
    const figures: Figure[] = []
    for (const [set, of] of Object.entries(QUERIES)) {
      for (const locale of LOCALES) {
        const { recall, queries, misses } = await recallIn(locale, of(locale))
        for (const { query, recall, found } of misses) {
          console.log(
            `${locale} “${query}”: ${recall.toFixed(2)}, found ${found.join(" ") || "nothing"}`,
          )
        }
        const what = `Recall at 5, ${queries} ${set} queries, ${locale}`
        figures.push(atLeast(what, recall, RECALL[set === "first" ? "first" : "later"], ""))
      }
    }
    return figures
  } finally {
    globalThis.fetch = request
    await site.stop()
  }
}
