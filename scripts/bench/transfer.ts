/** What a page makes a phone load, in bytes over the wire. */
import { chromium, type Page } from "@playwright/test"
import { BROWSER_ARGS } from "./browser.ts"
import { eventPath } from "./event-path.ts"
import { atMost, type Figure } from "./table.ts"

const KB = 1000

interface Transfer {
  script: number
  stylesheet: number
  font: number
  fonts: number
  /** Everything, headers included; the others are the compressed files themselves. */
  total: number
}

/** Budgets in kB, after what the design allows each kind of page. */
const pages = (event: string): { path: string; script: number; total?: number }[] => [
  { path: "/", script: 85 },
  { path: "/music", script: 85 },
  { path: "/calendar", script: 85 },
  { path: event, script: 12 },
  { path: "/teams", script: 85 },
  { path: "/teams/pohjataht", script: 85 },
  { path: "/news", script: 6 },
  { path: "/news/vilnius-crew-league", script: 6, total: 120 },
  { path: "/shop", script: 6 },
  { path: "/nowhere", script: 6 },
  { path: "/ru", script: 85 },
  { path: "/ru/news/vilnius-crew-league", script: 6, total: 120 },
]

async function transferOf(page: Page, url: string): Promise<Transfer> {
  const transfer: Transfer = { script: 0, stylesheet: 0, font: 0, fonts: 0, total: 0 }
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
    if (response.type === "Script") transfer.script += size
    if (response.type === "Stylesheet") transfer.stylesheet += size
    if (response.type === "Font") {
      transfer.font += size
      transfer.fonts += 1
    }
  })
  await page.goto(url, { waitUntil: "networkidle" })
  return transfer
}

/** The size budgets on the demo site, seen as a phone sees it. */
export async function benchTransfer(origin: string, executablePath: string): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  const figures: Figure[] = []
  for (const { path, script, total } of pages(await eventPath(origin))) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const sizes = await transferOf(await context.newPage(), origin + path)
    figures.push(
      atMost(`JavaScript on ${path}`, sizes.script / KB, script, "kB"),
      atMost(`CSS on ${path}`, sizes.stylesheet / KB, 14, "kB"),
      atMost(`Fonts on ${path}`, sizes.font / KB, 70, "kB"),
      atMost(`Font files on ${path}`, sizes.fonts, 2, ""),
      ...(total ? [atMost(`Everything on ${path}`, sizes.total / KB, total, "kB")] : []),
    )
    await context.close()
  }
  await browser.close()
  return figures
}
