import { launch } from "chrome-launcher"
import lighthouse from "lighthouse"
import { throttling } from "lighthouse/core/config/constants.js"
import { z } from "zod"
import { postPath } from "../../src/features/teams/team.ts"
import { ARTICLE_PATH, ARTIST_PATH, BROWSER_ARGS, findEventPath } from "./bench-site.ts"
import { atLeast, atMost, median, type Result } from "./table.ts"

const TEAM_SLUG = "pohjataht"
const PAGES = [
  ...[
    "/",
    "/news",
    ARTICLE_PATH,
    "/calendar",
    "/teams",
    `/teams/${TEAM_SLUG}`,
    "/music",
    ARTIST_PATH,
  ],
  ...["/estonia", "/shop", "/suggest-idea", "/how-it-works", "/faq", "/about", "/terms"],
]
const MAX_RUNS = 3

const SCORE_IDS = ["performance", "accessibility", "best-practices", "seo"]
const AUDIT_IDS = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"]

/**
 * Benchmark index of the phone that Lighthouse imitates:
 * a computer with the index 1500, slowed down by a factor of four.
 */
const PHONE_BENCHMARK_INDEX = 1500 / 4

async function visit(url: string, chromePath: string, cpuSlowdownMultiplier: number) {
  const chrome = await launch({ chromePath, chromeFlags: ["--headless", ...BROWSER_ARGS] })
  const result = await lighthouse(url, {
    port: chrome.port,
    logLevel: "error",
    throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier },
  }).finally(() => chrome.kill())
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
  return result.lhr
}

/**
 * Returns this machine's benchmark index, and the slowdown by which it becomes as fast as the imitated phone
 * (docs/throttling.md of Lighthouse).
 */
async function calibrateSlowdown(url: string, chromePath: string) {
  const { environment } = await visit(url, chromePath, 1)
  const index = environment.benchmarkIndex
  return { index, slowdown: Math.min(4, Math.max(1, index / PHONE_BENCHMARK_INDEX)) }
}

const Posts = z.object({ posts: z.tuple([z.object({ id: z.string() })], z.unknown()) })

async function findNewestPostPath(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/teams/${TEAM_SLUG}/posts`)
  return postPath(TEAM_SLUG, Posts.parse(await response.json()).posts[0].id)
}

/** Opens a page several times, so that the host compresses it with the best quality (decision 30). */
async function warmUpCompression(url: string): Promise<void> {
  const headers = { "accept-encoding": "br" }
  for (let visit = 0; visit < 3; visit++) await (await fetch(url, { headers })).arrayBuffer()
}

async function measurePage(url: string, chromePath: string, slowdown: number) {
  const { categories, audits } = await visit(url, chromePath, slowdown)
  return Object.fromEntries([
    ...SCORE_IDS.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)] as const),
    ...AUDIT_IDS.map((id) => [id, audits[id]?.numericValue ?? Number.POSITIVE_INFINITY] as const),
  ])
}

/**
 * Compares the measurements of a page with its budgets. `getValue` returns the measurement of a score or an audit.
 * Russian pages have a higher budget for the paint, because they load a third font file.
 */
function createResults(path: string, getValue: (id: string) => number): Result[] {
  const paint = getValue("largest-contentful-paint") / 1000
  const paintBudget = path.startsWith("/ru") ? 1.35 : 1.25
  return [
    ...SCORE_IDS.map((id) => atLeast(`Lighthouse ${id}, ${path}`, getValue(id), 100)),
    atMost(`Largest contentful paint, ${path}`, paint, paintBudget, "s"),
    atMost(`Total blocking time, ${path}`, getValue("total-blocking-time"), 30, "ms"),
    atMost(`Layout shift, ${path}`, getValue("cumulative-layout-shift"), 0.01),
  ]
}

/** Measures each page once. If a page exceeds a budget, measures it three times and compares the median. */
export async function benchLighthouse(origin: string, chromePath: string): Promise<Result[]> {
  const { index, slowdown } = await calibrateSlowdown(origin, chromePath)
  const results: Result[] = [
    {
      name: "Lighthouse's index of this processor",
      measured: `${Math.round(index)}, slowed by ${slowdown.toFixed(1)}`,
      budget: `a phone of ${PHONE_BENCHMARK_INDEX}`,
      isWithinBudget: index >= PHONE_BENCHMARK_INDEX,
    },
  ]
  const englishPaths = [...PAGES, await findEventPath(origin), await findNewestPostPath(origin)]
  const russianPaths = englishPaths.map((path) => `/ru${path}`.replace(/\/$/, ""))
  for (const path of [...englishPaths, ...russianPaths]) {
    await warmUpCompression(origin + path)
    const measure = () => measurePage(origin + path, chromePath, slowdown)
    const runs = [await measure()]
    const isWithinBudgets = (result: (typeof runs)[number]) =>
      createResults(path, (id) => result[id] ?? 0).every(({ isWithinBudget }) => isWithinBudget)
    while (runs.length < MAX_RUNS && !runs.every(isWithinBudgets)) runs.push(await measure())
    console.error(path, ...runs.map((result) => JSON.stringify(result)))
    results.push(...createResults(path, (id) => median(runs.map((result) => result[id] ?? 0))))
  }
  return results
}
