/** Measures the bytes that a phone transfers for a page. */
import { type Browser, chromium, type Page } from "@playwright/test"
import { BROWSER_ARGS, eventPath, type LoginState, logIn, PHONE } from "./bench-site.ts"
import { atMost, type Result } from "./table.ts"

const KB = 1000

interface Transfer {
  /** The size of each response's compressed body in bytes, with Chromium's type of the resource. */
  bodies: { type: string; size: number }[]
  /** Bodies and headers of all responses, in bytes. */
  total: number
}

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)

const sizesOf = ({ bodies }: Transfer, type: string) =>
  bodies.flatMap((body) => (body.type === type ? [body.size] : []))

/** Budgets of design.md for any page, sizes in kB. */
const MAX_VISITOR_SCRIPT = 10
const MAX_MEMBER_SCRIPT = 95
const MAX_REQUESTS = 20
const MAX_CSS = 14

/** Maximum size of everything on the page of an article, in kB. */
const MAX_ARTICLE = 120

/** Pages that an anonymous visitor opens. */
const pages = (event: string) => [
  ...["/", "/music", "/calendar", event, "/teams", "/teams/pohjataht", "/news"],
  ...["/news/vilnius-crew-league", "/suggest-idea", "/shop", "/nowhere"],
  ...["/ru", "/ru/news/vilnius-crew-league"],
]

const memberPages = (event: string) => [
  ...["/", "/music", "/teams", "/teams/pohjataht", "/suggest-idea", event],
  ...["/my-events", "/calendar"],
]

async function transferOf(page: Page, url: string): Promise<Transfer> {
  const transfer: Transfer = { bodies: [], total: 0 }
  const devtools = await page.context().newCDPSession(page)
  const responses = new Map<string, { type: string; headers: number }>()
  await devtools.send("Network.enable")
  devtools.on("Network.responseReceived", ({ requestId, type, response }) =>
    responses.set(requestId, { type, headers: response.encodedDataLength }),
  )
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId)
    if (!response) return
    const { type, headers } = response
    transfer.total += encodedDataLength
    transfer.bodies.push({ type, size: encodedDataLength - headers })
  })
  await page.goto(url, { waitUntil: "networkidle" })
  return transfer
}

/**
 * Returns the transfer sizes of a page for a browser with an empty cache. Two earlier visits have made the host
 * compress the page's files (decision 30).
 */
async function measureTransfer(
  browser: Browser,
  url: string,
  storageState?: LoginState,
): Promise<Transfer> {
  const visit = async () => {
    const context = await browser.newContext({ ...PHONE, ...(storageState && { storageState }) })
    const transfer = await transferOf(await context.newPage(), url)
    await context.close()
    return transfer
  }
  await visit()
  await visit()
  return visit()
}

async function memberResults(browser: Browser, origin: string, event: string): Promise<Result[]> {
  const storageState = await logIn(origin)
  // Loads all pages first: the host compresses the islands' scripts with the best quality only some time after the
  // first requests.
  const paths = memberPages(event)
  for (const path of paths) await measureTransfer(browser, origin + path, storageState)
  const results: Result[] = []
  for (const path of paths) {
    const transfer = await measureTransfer(browser, origin + path, storageState)
    const script = sum(sizesOf(transfer, "Script")) / KB
    results.push(atMost(`JavaScript to a member on ${path}`, script, MAX_MEMBER_SCRIPT, "kB"))
  }
  return results
}

/** Returns the size results of the demo site, loaded at the width of a phone. */
export async function benchTransfer(origin: string, executablePath: string): Promise<Result[]> {
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  const results: Result[] = []
  const event = await eventPath(origin)
  for (const path of pages(event)) {
    const transfer = await measureTransfer(browser, origin + path)
    const [scripts = [], styles = [], fonts = []] = ["Script", "Stylesheet", "Font"].map((type) =>
      sizesOf(transfer, type),
    )
    // One of the team's posts is in Russian.
    const [maxFonts, maxFontFiles] = /^\/ru\b|pohjataht/.test(path) ? [55, 3] : [50, 2]
    results.push(
      atMost(`JavaScript on ${path}`, sum(scripts) / KB, MAX_VISITOR_SCRIPT, "kB"),
      atMost(`Requests on ${path}`, transfer.bodies.length, MAX_REQUESTS),
      atMost(`CSS on ${path}`, sum(styles) / KB, MAX_CSS, "kB"),
      atMost(`CSS files on ${path}`, styles.length, 2),
      atMost(`Fonts on ${path}`, sum(fonts) / KB, maxFonts, "kB"),
      atMost(`Font files on ${path}`, fonts.length, maxFontFiles),
    )
    if (path.includes("/news/")) {
      results.push(atMost(`Everything on ${path}`, transfer.total / KB, MAX_ARTICLE, "kB"))
    }
  }
  results.push(...(await memberResults(browser, origin, event)))
  await browser.close()
  return results
}
