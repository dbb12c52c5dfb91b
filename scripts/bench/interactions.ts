/** Measures the longest delay from a tap or key press to the next paint (Event Timing API). */
import { type Browser, chromium, type Locator, type Page } from "@playwright/test"
import {
  ARTICLE_PATH,
  ARTIST_PATH,
  BROWSER_ARGS,
  findEventPath,
  type LoginState,
  logIn,
  PHONE,
} from "./bench-site.ts"
import { atMost, median, type Result } from "./table.ts"

const MAX_DELAY_MS = 150
const CPU_SLOWDOWN = 6
const MAX_INTERACTIONS = 20
const VISITS_PER_PAGE = 3
/** Pause after an interaction, because the Event Timing API reports the interaction only after the next paint. */
const SETTLE_MS = 400

const MEMBER_PAGES = [
  ...["/", "/calendar", "/music", ARTIST_PATH, "/teams", "/teams/pohjataht", "/profile"],
  ...[ARTICLE_PATH, "/notifications"],
]
const ADMIN_PAGES = ["/admin/releases"]
const SEARCH_TERM = "cover dance riga"

const CONTROLS = [
  "button:not([type=submit], [data-signout])",
  "summary",
  "select",
  "[role=tab]",
  "input:not([type=hidden], [type=file], [type=submit])",
  "textarea",
]
  .map((control) => `:is(main, dialog[open]) ${control}`)
  .join(", ")

interface Delay {
  ms: number
  source: string
}

const NO_DELAY: Delay = { ms: 0, source: "" }

/**
 * Runs in the page. Records the delays of interactions in sessionStorage,
 * which survives the loading of another page.
 */
function observeDelays(): void {
  const delays: Delay[] = JSON.parse(sessionStorage.getItem("delays") ?? "[]")
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (!entry.interactionId) continue
      const target = entry.target instanceof Element ? entry.target.outerHTML.slice(0, 90) : ""
      delays.push({ ms: entry.duration, source: `${entry.name} ${target}` })
    }
    sessionStorage.setItem("delays", JSON.stringify(delays))
  })
  observer.observe({
    type: "event",
    durationThreshold: 16,
    buffered: true,
  } as PerformanceObserverInit)
}

async function findLongestDelay(page: Page): Promise<Delay> {
  const json = await page.evaluate(() => sessionStorage.getItem("delays"))
  const delays: Delay[] = JSON.parse(json ?? "[]")
  return delays.reduce((worst, delay) => (delay.ms > worst.ms ? delay : worst), NO_DELAY)
}

async function openSlowedPage(browser: Browser, url: string, state?: LoginState): Promise<Page> {
  const context = await browser.newContext({ ...PHONE, ...(state && { storageState: state }) })
  await context.addInitScript(observeDelays)
  await context.addInitScript(() => localStorage.setItem("hasSeenDevNotice", "true"))
  const page = await context.newPage()
  await page.goto(url, { waitUntil: "networkidle" })
  const devtools = await context.newCDPSession(page)
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN })
  return page
}

async function interact(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded({ timeout: 1000 })
  await control.click({ timeout: 1000 })
  await page.waitForTimeout(SETTLE_MS)
  const isText = await control
    .evaluate((element) => element.matches("textarea, input:not([type=checkbox], [type=radio])"))
    .catch(() => false)
  if (isText) await page.keyboard.press("a")
  await page.waitForTimeout(SETTLE_MS)
  await page.keyboard.press("Escape")
}

async function visitAsMember(browser: Browser, url: string, state: LoginState): Promise<Delay> {
  const page = await openSlowedPage(browser, url, state)
  let interactions = 0
  for (let index = 0; interactions < MAX_INTERACTIONS; index++) {
    const control = page.locator(CONTROLS).nth(index)
    if ((await control.count()) === 0) break
    if (!(await control.isVisible()) || (await control.isDisabled())) continue
    // The click fails if another element covers the control or if the control has disappeared.
    const hasInteracted = await interact(page, control)
      .then(() => true)
      .catch(() => false)
    if (page.url().split("#")[0] !== url) await page.goto(url, { waitUntil: "networkidle" })
    if (hasInteracted) interactions++
  }
  const longest = await findLongestDelay(page)
  await page.context().close()
  return longest
}

async function visitAndSearch(browser: Browser, url: string): Promise<Delay> {
  const page = await openSlowedPage(browser, url)
  await page.locator("[data-search]:visible").first().click()
  await page.getByRole("searchbox").waitFor()
  for (const key of SEARCH_TERM) {
    await page.keyboard.press(key === " " ? "Space" : key)
    await page.waitForTimeout(SETTLE_MS)
  }
  const longest = await findLongestDelay(page)
  await page.context().close()
  return longest
}

export async function benchInteractions(origin: string, executablePath: string): Promise<Result[]> {
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  const state = await logIn(origin)
  const results: Result[] = []
  async function measure(name: string, visit: () => Promise<Delay>): Promise<void> {
    const delays: number[] = []
    for (let i = 0; i < VISITS_PER_PAGE; i++) {
      const { ms, source } = await visit()
      console.log(`${name}: ${ms} ms, ${source}`)
      delays.push(ms)
    }
    results.push(atMost(`Interaction to next paint, ${name}`, median(delays), MAX_DELAY_MS, "ms"))
  }
  await measure("visitor's search", () => visitAndSearch(browser, `${origin}/`))
  for (const path of [...MEMBER_PAGES, await findEventPath(origin)]) {
    await measure(`member on ${path}`, () => visitAsMember(browser, origin + path, state))
  }
  const adminState = await logIn(origin, "super@daina.test")
  for (const path of ADMIN_PAGES) {
    await measure(`super admin on ${path}`, () => visitAsMember(browser, origin + path, adminState))
  }
  await browser.close()
  return results
}
