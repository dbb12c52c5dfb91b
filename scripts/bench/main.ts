/**
 * `npm run bench`: measures the budgets and prints them as a table. Names choose among the benches:
 * `npm run bench -- transfer lighthouse`; `memory` and `large` run only when they are named.
 */
import { chromiumPath } from "../chromium.mjs"
import { startBenchSite } from "./bench-site.ts"
import { benchBuild, benchMemory } from "./build.ts"
import { benchInteractions } from "./interactions.ts"
import { benchLighthouse } from "./lighthouse.ts"
import { benchGuessing, benchThroughput } from "./load.ts"
import { benchLargePublish, benchPublish } from "./publish.ts"
import { benchScrolling } from "./scrolling.ts"
import { benchSearch } from "./search.ts"
import { type Figure, markdownTable } from "./table.ts"
import { benchTransfer } from "./transfer.ts"

/** On one demo site, started once. */
const ON_SITE: Record<string, (origin: string, chromium: string) => Promise<Figure[]>> = {
  transfer: benchTransfer,
  lighthouse: benchLighthouse,
  interactions: benchInteractions,
  scrolling: benchScrolling,
  throughput: benchThroughput,
  guessing: benchGuessing,
}
/** Each on a site of its own. */
const ALONE: Record<string, () => Promise<Figure[]>> = {
  search: benchSearch,
  publish: benchPublish,
  build: benchBuild,
  memory: benchMemory,
  large: benchLargePublish,
}
const BY_DEFAULT = [
  "transfer",
  "lighthouse",
  "interactions",
  "scrolling",
  "throughput",
  "guessing",
  "search",
  "publish",
  "build",
]

const named = process.argv.slice(2)
const chosen = named.length > 0 ? named : BY_DEFAULT
const unknown = chosen.filter((name) => !(name in ON_SITE || name in ALONE))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}.`)
  process.exit(1)
}

const figures: Figure[] = []
const onSite = Object.entries(ON_SITE).filter(([name]) => chosen.includes(name))
if (onSite.length > 0) {
  const chromium = await chromiumPath()
  const site = await startBenchSite()
  try {
    for (const [, bench] of onSite) figures.push(...(await bench(site.origin, chromium)))
  } finally {
    await site.stop()
  }
}
for (const [name, bench] of Object.entries(ALONE)) {
  if (chosen.includes(name)) figures.push(...(await bench()))
}
console.log(markdownTable(figures))
process.exit(0)
