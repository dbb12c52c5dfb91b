/**
 * `npm run load`: a host of its own under many at once, on loopback and for a few minutes at most. Prints calls
 * a second, p50, p99 and failures, checks that the totals in the database are what was acknowledged, and ends
 * with 1 where something is not as it must be. Names choose: `npm run load -- readers members sign-in`;
 * `reads` (100,000 members, 1,000,000 likes) runs only when it is named.
 */
import { type Figure, markdownTable } from "../bench/table.ts"
import { loadMembers } from "./members.ts"
import { loadReaders } from "./readers.ts"
import { loadReads } from "./reads.ts"
import { loadSignIns } from "./sign-ins.ts"
import { type LoadSite, startLoadSite } from "./site.ts"

const LOADS: Record<string, (site: LoadSite) => Promise<Figure[]>> = {
  readers: loadReaders,
  members: loadMembers,
  "sign-in": loadSignIns,
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in LOADS || name === "reads"))
if (unknown.length > 0) {
  console.error(`There is no load ${unknown.join(", ")}.`)
  process.exit(1)
}
const chosen = Object.entries(LOADS).filter(([name]) => named.length === 0 || named.includes(name))

const figures: Figure[] = []
if (chosen.length > 0) {
  const site = await startLoadSite()
  try {
    for (const [, load] of chosen) figures.push(...(await load(site)))
  } finally {
    await site.stop()
  }
}
if (named.includes("reads")) figures.push(...(await loadReads()))
console.log(markdownTable(figures))
process.exit(figures.every(({ holds }) => holds) ? 0 : 1)
