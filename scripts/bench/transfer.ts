import { type Browser, chromium, type Page } from "@playwright/test"
import {
  ARTICLE_PATH,
  ARTIST_PATH,
  BROWSER_ARGS,
  findEventPath,
  type LoginState,
  logIn,
  PHONE,
} from "./bench-site.ts"
import { atMost, type Result } from "./table.ts"

const BYTES_PER_KB = 1000

interface Transfer {
  /** `size` is the compressed size in bytes. `type` is Chromium's resource type, such as "Script". */
  bodies: { type: string; size: number }[]
  /** Size of all responses in bytes, including their headers. */
  total: number
}

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)

const getSizes = ({ bodies }: Transfer, type: string) =>
  bodies.flatMap((body) => (body.type === type ? [body.size] : []))

// Budgets of a page. Sizes are compressed sizes.
const MAX_VISITOR_SCRIPT_KB = 10
const MAX_MEMBER_SCRIPT_KB = 95
const MAX_REQUESTS = 20
const MAX_CSS_KB = 14

const MAX_ARTICLE_KB = 120

const getVisitorPages = (event: string) => [
  ...["/", "/music", ARTIST_PATH, "/calendar", event, "/teams", "/teams/pohjataht", "/news"],
  ...[ARTICLE_PATH, "/suggest-idea", "/shop", "/nowhere", "/ru", `/ru${ARTICLE_PATH}`],
]

const getMemberPages = (event: string) => [
  ...["/", "/music", ARTIST_PATH, "/teams", "/teams/pohjataht", "/suggest-idea", event],
  ...[ARTICLE_PATH, "/my-events", "/calendar", "/notifications"],
]

async function recordTransfer(page: Page, url: string): Promise<Transfer> {
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

/** Opens the page two times before the measurement, so that the host has compressed all its files. */
async function measureTransfer(
  browser: Browser,
  url: string,
  storageState?: LoginState,
): Promise<Transfer> {
  const visit = async () => {
    const context = await browser.newContext({ ...PHONE, ...(storageState && { storageState }) })
    const transfer = await recordTransfer(await context.newPage(), url)
    await context.close()
    return transfer
  }
  await visit()
  await visit()
  return visit()
}

async function benchMemberPages(
  browser: Browser,
  origin: string,
  event: string,
): Promise<Result[]> {
  const storageState = await logIn(origin)
  const paths = getMemberPages(event)
  for (const path of paths) await measureTransfer(browser, origin + path, storageState)
  const results: Result[] = []
  for (const path of paths) {
    const transfer = await measureTransfer(browser, origin + path, storageState)
    const script = sum(getSizes(transfer, "Script")) / BYTES_PER_KB
    results.push(atMost(`JavaScript for a member on ${path}`, script, MAX_MEMBER_SCRIPT_KB, "kB"))
  }
  return results
}

export async function benchTransfer(origin: string, executablePath: string): Promise<Result[]> {
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  const results: Result[] = []
  const event = await findEventPath(origin)
  for (const path of getVisitorPages(event)) {
    const transfer = await measureTransfer(browser, origin + path)
    const [scripts = [], styles = [], fonts = []] = ["Script", "Stylesheet", "Font"].map((type) =>
      getSizes(transfer, type),
    )
    // Russian text needs a third font file, also on the page of the team Põhjatäht, which has a post in Russian.
    const [maxFontsKb, maxFontFiles] = /^\/ru\b|pohjataht/.test(path) ? [55, 3] : [50, 2]
    results.push(
      atMost(`JavaScript on ${path}`, sum(scripts) / BYTES_PER_KB, MAX_VISITOR_SCRIPT_KB, "kB"),
      atMost(`Requests on ${path}`, transfer.bodies.length, MAX_REQUESTS),
      atMost(`CSS on ${path}`, sum(styles) / BYTES_PER_KB, MAX_CSS_KB, "kB"),
      atMost(`CSS files on ${path}`, styles.length, 2),
      atMost(`Fonts on ${path}`, sum(fonts) / BYTES_PER_KB, maxFontsKb, "kB"),
      atMost(`Font files on ${path}`, fonts.length, maxFontFiles),
    )
    if (path.includes("/news/")) {
      results.push(
        atMost(`Total transfer of ${path}`, transfer.total / BYTES_PER_KB, MAX_ARTICLE_KB, "kB"),
      )
    }
  }
  results.push(...(await benchMemberPages(browser, origin, event)))
  await browser.close()
  return results
}
