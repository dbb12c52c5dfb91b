/** Lighthouse's mobile figures for every kind of page that search engines see. */
import { launch } from "chrome-launcher"
import lighthouse from "lighthouse"
import { BROWSER_ARGS, eventPath, newestPostPath } from "./bench-site.ts"
import { atLeast, atMost, type Figure } from "./table.ts"

const TEAM = "pohjataht"
/** One of each template, those apart whose address the demo makes anew. */
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

/** One visit by somebody new: Lighthouse would keep what an earlier page stored, such as the language. */
async function run(url: string, chromePath: string): Promise<Run> {
  const chrome = await launch({ chromePath, chromeFlags: ["--headless", ...BROWSER_ARGS] })
  const result = await lighthouse(url, { port: chrome.port, logLevel: "error" }).finally(() =>
    chrome.kill(),
  )
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
  const { categories, audits } = result.lhr
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

const holds = (one: Run) =>
  Math.min(one.performance, one.accessibility, one["best-practices"], one.seo) === 100 &&
  one.largestContentfulPaint <= 1200 &&
  one.totalBlockingTime <= 30 &&
  one.layoutShift <= 0.01

/** Each page in the site's own language and in the one with the longest words: one run where all holds, else the median of three. */
export async function benchLighthouse(origin: string, chromePath: string): Promise<Figure[]> {
  const figures: Figure[] = []
  const english = [...PAGES, await eventPath(origin), await newestPostPath(origin, TEAM)]
  const russian = english.map((path) => `/ru${path}`.replace(/\/$/, ""))
  for (const path of [...english, ...russian]) {
    const runs = [await run(origin + path, chromePath)]
    while (runs.length < RUNS && !runs.every(holds)) runs.push(await run(origin + path, chromePath))
    // It takes a quarter of an hour.
    console.error(path, ...runs.map((one) => JSON.stringify(one)))
    const of = (key: keyof Run) => median(runs.map((one) => one[key]))
    figures.push(
      atLeast(`Lighthouse performance, ${path}`, of("performance"), 100, ""),
      atLeast(`Lighthouse accessibility, ${path}`, of("accessibility"), 100, ""),
      atLeast(`Lighthouse best practices, ${path}`, of("best-practices"), 100, ""),
      atLeast(`Lighthouse SEO, ${path}`, of("seo"), 100, ""),
      atMost(`Largest contentful paint, ${path}`, of("largestContentfulPaint") / 1000, 1.2, "s"),
      atMost(`Total blocking time, ${path}`, of("totalBlockingTime"), 30, "ms"),
      atMost(`Layout shift, ${path}`, of("layoutShift"), 0.01, ""),
    )
  }
  return figures
}
