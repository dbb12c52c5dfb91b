/** Measures Lighthouse's mobile scores for each kind of public page. */
import { launch } from "chrome-launcher"
import lighthouse from "lighthouse"
import { throttling } from "lighthouse/core/config/constants.js"
import { BROWSER_ARGS, eventPath, newestPostPath } from "./bench-site.ts"
import { atLeast, atMost, type Figure } from "./table.ts"

const TEAM = "pohjataht"
/** One page per template. Pages whose address depends on the demo data are added later. */
const PAGES = [
  ...["/", "/news", "/news/vilnius-crew-league", "/calendar", "/teams", `/teams/${TEAM}`],
  ...["/music", "/estonia", "/shop", "/suggest-idea", "/how-it-works", "/faq", "/about", "/terms"],
]
const RUNS = 3

interface Run {
  performance: number
  accessibility: number
  "best-practices": number
  seo: number
  largestContentfulPaint: number
  totalBlockingTime: number
  layoutShift: number
}

const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Lighthouse's reference phone: a benchmark index of 1,500, slowed down by four. */
const PHONE_INDEX = 1500 / 4

/** Measures one visit in a new browser, without data from earlier pages. */
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

/** Returns the slowdown that makes this machine as fast as the phone (Lighthouse's docs/throttling.md). */
async function calibrateSlowdown(url: string, chromePath: string) {
  const { environment } = await visit(url, chromePath, 1)
  const index = environment.benchmarkIndex
  return { index, slowdown: Math.min(4, Math.max(1, index / PHONE_INDEX)) }
}

/** Opens a page several times, so that the host compresses it with the best quality (decision 30). */
async function warmUpCompression(url: string): Promise<void> {
  const headers = { "accept-encoding": "br" }
  for (let visit = 0; visit < 3; visit++) await (await fetch(url, { headers })).arrayBuffer()
}

async function run(url: string, chromePath: string, slowdown: number): Promise<Run> {
  const { categories, audits } = await visit(url, chromePath, slowdown)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
    largestContentfulPaint: value("largest-contentful-paint"),
    totalBlockingTime: value("total-blocking-time"),
    layoutShift: value("cumulative-layout-shift"),
  }
}

/** Largest contentful paint in milliseconds: Russian pages load a third font file (design.md, Budgets). */
const paintBudget = (path: string) => (path.startsWith("/ru") ? 1350 : 1250)

/** Returns whether all figures of a visit keep their budgets. */
const meetsBudgets = (path: string) => (run: Run) =>
  Math.min(run.performance, run.accessibility, run["best-practices"], run.seo) === 100 &&
  run.largestContentfulPaint <= paintBudget(path) &&
  run.totalBlockingTime <= 30 &&
  run.layoutShift <= 0.01

/** Measures pages in English and Russian. If a first run exceeds a budget, the median of three counts. */
export async function benchLighthouse(origin: string, chromePath: string): Promise<Figure[]> {
  const { index, slowdown } = await calibrateSlowdown(origin, chromePath)
  const figures: Figure[] = [
    {
      name: "Lighthouse's index of this processor",
      measured: `${Math.round(index)}, slowed by ${slowdown.toFixed(1)}`,
      budget: `a phone of ${PHONE_INDEX}`,
      isWithinBudget: index >= PHONE_INDEX,
    },
  ]
  const english = [...PAGES, await eventPath(origin), await newestPostPath(origin, TEAM)]
  const russian = english.map((path) => `/ru${path}`.replace(/\/$/, ""))
  for (const path of [...english, ...russian]) {
    await warmUpCompression(origin + path)
    const visited = () => run(origin + path, chromePath, slowdown)
    const runs = [await visited()]
    while (runs.length < RUNS && !runs.every(meetsBudgets(path))) runs.push(await visited())
    // Shows progress, because the bench takes a quarter of an hour.
    console.error(path, ...runs.map((result) => JSON.stringify(result)))
    const medianOf = (key: keyof Run) => median(runs.map((result) => result[key]))
    figures.push(
      atLeast(`Lighthouse performance, ${path}`, medianOf("performance"), 100, ""),
      atLeast(`Lighthouse accessibility, ${path}`, medianOf("accessibility"), 100, ""),
      atLeast(`Lighthouse best practices, ${path}`, medianOf("best-practices"), 100, ""),
      atLeast(`Lighthouse SEO, ${path}`, medianOf("seo"), 100, ""),
      atMost(
        `Largest contentful paint, ${path}`,
        medianOf("largestContentfulPaint") / 1000,
        paintBudget(path) / 1000,
        "s",
      ),
      atMost(`Total blocking time, ${path}`, medianOf("totalBlockingTime"), 30, "ms"),
      atMost(`Layout shift, ${path}`, medianOf("layoutShift"), 0.01, ""),
    )
  }
  return figures
}
