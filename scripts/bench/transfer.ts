/** Measures the bytes that a phone transfers for a page. */
import { type Browser, chromium, type Page } from "@playwright/test"
import { BROWSER_ARGS, eventPath, type LoginState, logIn, PHONE } from "./bench-site.ts"
import { atMost, type Figure } from "./table.ts"

const KB = 1000

interface Transfer {
  script: number
  stylesheet: number
  stylesheets: number
  font: number
  fonts: number
  requests: number
  /** Bodies and headers of all responses. The other sizes include only compressed bodies. */
  total: number
}

/** Budgets of design.md for any page, sizes in kB. */
const MAX_VISITOR_SCRIPT = 10
const MAX_MEMBER_SCRIPT = 95
const MAX_REQUESTS = 20
const MAX_CSS = 14

/** Pages that an anonymous visitor opens; `total` is the budget for everything, in kB. */
const pages = (event: string): { path: string; total?: number }[] => [
  { path: "/" },
  { path: "/music" },
  { path: "/calendar" },
  { path: event },
  { path: "/teams" },
  { path: "/teams/pohjataht" },
  { path: "/news" },
  { path: "/news/vilnius-crew-league", total: 120 },
  { path: "/suggest-idea" },
  { path: "/shop" },
  { path: "/nowhere" },
  { path: "/ru" },
  { path: "/ru/news/vilnius-crew-league", total: 120 },
]

const memberPages = (event: string) => [
  "/",
  "/music",
  "/teams",
  "/teams/pohjataht",
  "/suggest-idea",
  event,
  "/my-events",
  "/calendar",
]

async function transferOf(page: Page, url: string): Promise<Transfer> {
  const transfer = {
    script: 0,
    stylesheet: 0,
    stylesheets: 0,
    font: 0,
    fonts: 0,
    requests: 0,
    total: 0,
  }
  const devtools = await page.context().newCDPSession(page)
  const responses = new Map<string, { type: string; headers: number }>()
  await devtools.send("Network.enable")
  devtools.on("Network.responseReceived", ({ requestId, type, response }) =>
    responses.set(requestId, { type, headers: response.encodedDataLength }),
  )
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId)
    if (!response) return
    const size = encodedDataLength - response.headers
    transfer.total += encodedDataLength
    transfer.requests += 1
    if (response.type === "Script") transfer.script += size
    if (response.type === "Stylesheet") {
      transfer.stylesheet += size
      transfer.stylesheets += 1
    }
    if (response.type === "Font") {
      transfer.font += size
      transfer.fonts += 1
    }
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

async function memberFigures(browser: Browser, origin: string, event: string): Promise<Figure[]> {
  const storageState = await logIn(browser, origin)
  // Loads all pages first: the host compresses the islands' scripts with the best quality only some time after the
  // first requests.
  const paths = memberPages(event)
  for (const path of paths) await measureTransfer(browser, origin + path, storageState)
  const figures: Figure[] = []
  for (const path of paths) {
    const { script } = await measureTransfer(browser, origin + path, storageState)
    figures.push(atMost(`JavaScript to a member on ${path}`, script / KB, MAX_MEMBER_SCRIPT, "kB"))
  }
  return figures
}

/** Returns the size figures of the demo site, loaded at the width of a phone. */
export async function benchTransfer(origin: string, executablePath: string): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  const figures: Figure[] = []
  const event = await eventPath(origin)
  for (const { path, total } of pages(event)) {
    const sizes = await measureTransfer(browser, origin + path)
    // One of the team's posts is in Russian.
    const [fonts, files] = /^\/ru\b|pohjataht/.test(path) ? [55, 3] : [50, 2]
    figures.push(
      atMost(`JavaScript on ${path}`, sizes.script / KB, MAX_VISITOR_SCRIPT, "kB"),
      atMost(`Requests on ${path}`, sizes.requests, MAX_REQUESTS, ""),
      atMost(`CSS on ${path}`, sizes.stylesheet / KB, MAX_CSS, "kB"),
      atMost(`CSS files on ${path}`, sizes.stylesheets, 2, ""),
      atMost(`Fonts on ${path}`, sizes.font / KB, fonts, "kB"),
      atMost(`Font files on ${path}`, sizes.fonts, files, ""),
      ...(total ? [atMost(`Everything on ${path}`, sizes.total / KB, total, "kB")] : []),
    )
  }
  figures.push(...(await memberFigures(browser, origin, event)))
  await browser.close()
  return figures
}
