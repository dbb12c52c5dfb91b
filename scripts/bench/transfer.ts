/** What a page makes a phone load, in bytes over the wire. */
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test"
import { DEMO_PASSWORD } from "../../db/demo/accounts.ts"
import { BROWSER_ARGS, eventPath } from "./bench-site.ts"
import { atMost, type Figure } from "./table.ts"

const KB = 1000

interface Transfer {
  script: number
  stylesheet: number
  stylesheets: number
  font: number
  fonts: number
  requests: number
  /** Everything, headers included; the others are the compressed files themselves. */
  total: number
}

const STRANGER_SCRIPT = 6
const MEMBER_SCRIPT = 85

/** What a stranger opens; `total` in kB where the design has a budget of it. */
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

// What a service worker answers, once it is there, is not seen here.
const PHONE = { viewport: { width: 390, height: 844 }, serviceWorkers: "block" } as const

type State = Awaited<ReturnType<BrowserContext["storageState"]>>

/** In a browser with nothing kept; others have opened the page before, see decision 63. */
async function measured(browser: Browser, url: string, storageState?: State): Promise<Transfer> {
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
  const context = await browser.newContext({ ...PHONE, baseURL: origin })
  const answer = await context.request.post("/api/auth/sign-in", {
    data: { email: "member@daina.test", password: DEMO_PASSWORD },
    headers: { origin },
  })
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`)
  const storageState = await context.storageState()
  await context.close()
  // What islands are made of is large, and is compressed well only a while after it was first asked for.
  const paths = memberPages(event)
  for (const path of paths) await measured(browser, origin + path, storageState)
  const figures: Figure[] = []
  for (const path of paths) {
    const { script } = await measured(browser, origin + path, storageState)
    figures.push(atMost(`JavaScript to a member on ${path}`, script / KB, MEMBER_SCRIPT, "kB"))
  }
  return figures
}

/** The size budgets on the demo site, seen as a phone sees it. */
export async function benchTransfer(origin: string, executablePath: string): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  const figures: Figure[] = []
  const event = await eventPath(origin)
  for (const { path, total } of pages(event)) {
    const sizes = await measured(browser, origin + path)
    // One of the team's posts is in Russian.
    const [fonts, files] = /^\/ru\b|pohjataht/.test(path) ? [55, 3] : [50, 2]
    figures.push(
      atMost(`JavaScript on ${path}`, sizes.script / KB, STRANGER_SCRIPT, "kB"),
      atMost(`Requests on ${path}`, sizes.requests, 15, ""),
      atMost(`CSS on ${path}`, sizes.stylesheet / KB, 12, "kB"),
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
