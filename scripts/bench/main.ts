/** `npm run bench [NAME…]` measures the site against its performance budgets. Without names, it runs the default benchmarks. */
import autocannon from "autocannon"
import { ensureChromium } from "../chromium.mjs"
import { startBenchSite } from "./bench-site.ts"
import { benchBuild, benchMemory } from "./build.ts"
import { benchInteractions } from "./interactions.ts"
import { benchLighthouse } from "./lighthouse.ts"
import { runOnLoadSite } from "./load-site.ts"
import { benchMembers } from "./members.ts"
import { benchLargePublish, benchPublish } from "./publish.ts"
import { benchScrolling } from "./scrolling.ts"
import { benchSignIns } from "./sign-ins.ts"
import { atLeast, createTable, type Result } from "./table.ts"
import { benchTransfer } from "./transfer.ts"

async function benchThroughput(origin: string): Promise<Result[]> {
  const headers = { "accept-encoding": "br" }
  const { requests, non2xx } = await autocannon({
    url: origin,
    connections: 50,
    duration: 8,
    headers,
  })
  if (non2xx > 0) throw new Error(`${non2xx} responses were not 2xx`)
  return [atLeast("Home page, 50 connections", requests.average, 5000, "requests/s")]
}

const SHARED_SITE_BENCHMARKS: Record<
  string,
  (origin: string, chromium: string) => Promise<Result[]>
> = {
  transfer: benchTransfer,
  lighthouse: benchLighthouse,
  interactions: benchInteractions,
  scrolling: benchScrolling,
  throughput: benchThroughput,
}
const OWN_SITE_BENCHMARKS: Record<string, () => Promise<Result[]>> = {
  publish: benchPublish,
  build: benchBuild,
  memory: benchMemory,
  large: benchLargePublish,
  members: () => runOnLoadSite(benchMembers),
  "sign-ins": () => runOnLoadSite(benchSignIns),
}
const DEFAULT_BENCHMARKS = [...Object.keys(SHARED_SITE_BENCHMARKS), "publish", "build"]

const requestedNames = process.argv.slice(2)
const names = requestedNames.length > 0 ? requestedNames : DEFAULT_BENCHMARKS
const unknownNames = names.filter(
  (name) => !(name in SHARED_SITE_BENCHMARKS || name in OWN_SITE_BENCHMARKS),
)
if (unknownNames.length > 0) {
  console.error(`There is no benchmark ${unknownNames.join(", ")}.`)
  process.exit(1)
}

const results: Result[] = []
const sharedSiteBenchmarks = Object.entries(SHARED_SITE_BENCHMARKS).filter(([name]) =>
  names.includes(name),
)
if (sharedSiteBenchmarks.length > 0) {
  const chromium = await ensureChromium()
  const site = await startBenchSite()
  try {
    for (const [, benchmark] of sharedSiteBenchmarks)
      results.push(...(await benchmark(site.origin, chromium)))
  } finally {
    await site.stop()
  }
}
for (const [name, benchmark] of Object.entries(OWN_SITE_BENCHMARKS)) {
  if (names.includes(name)) results.push(...(await benchmark()))
}
console.log(createTable(results))
process.exit(results.every(({ isWithinBudget }) => isWithinBudget) ? 0 : 1)
