/** Playwright's `test` for our pages: a page that logs an error or throws fails its test. */
import { randomInt } from "node:crypto"
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test"
import { type WorkerHost, withWorkerHost } from "./host.ts"

/** For stories that take more than one page. */
interface Others {
  /** Another tab of the same browser. */
  tab: () => Promise<Page>
  /** Another browser, in which nobody is signed in. */
  device: () => Promise<Page>
}

interface Fixtures {
  others: Others
  /** Messages that a test expects in the console do not fail it. */
  expectedErrors: RegExp
  /** Whether the one-time beta notice was dismissed before. */
  seenNotice: boolean
  /** The address that the browser seems to come from; empty is a new one for each test. */
  address: string
}

interface WorkerFixtures {
  /** Whether pages are built anew when their content changes. */
  rebuilds: boolean
  host: WorkerHost
}

const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

export const test = base.extend<Fixtures, WorkerFixtures>({
  rebuilds: [false, { option: true, scope: "worker" }],
  host: [
    async ({ rebuilds }, use) => withWorkerHost(rebuilds, use),
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ host }, use) => use(host.origin),
  expectedErrors: [/(?!)/, { option: true }],
  seenNotice: [true, { option: true }],
  address: ["", { option: true }],
  // For the browser and page.request. Limits per address would otherwise hold for all tests together.
  extraHTTPHeaders: async ({ address, extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, "x-forwarded-for": address || randomAddress() })
  },
  page: async ({ page, expectedErrors, seenNotice, rebuilds }, use, testInfo) => {
    // A build of the site beside two browsers takes half a minute, and some tests wait for three.
    if (rebuilds) testInfo.setTimeout(240_000)
    const errors = watchErrors(page)
    if (seenNotice) await dismissNotice(page)
    await use(page)
    const unexpected = errors.filter((line) => !expectedErrors.test(line))
    expect(unexpected).toEqual([])
  },
  others: async ({ page, browser, expectedErrors }, use) => {
    const logs: string[][] = []
    const devices: BrowserContext[] = []
    async function open(context: BrowserContext): Promise<Page> {
      const opened = await context.newPage()
      logs.push(watchErrors(opened))
      await dismissNotice(opened)
      return opened
    }
    await use({
      tab: () => open(page.context()),
      async device() {
        const context = await browser.newContext()
        devices.push(context)
        return await open(context)
      },
    })
    await Promise.all(devices.map((device) => device.close()))
    expect(logs.flat().filter((line) => !expectedErrors.test(line))).toEqual([])
  },
})

const dismissNotice = (page: Page) =>
  page.addInitScript(() => localStorage.setItem("hasSeenDevNotice", "true"))

// Chromium reports a cross-fade that a further navigation overtakes as if a promise of the page's had
// been left alone, also where boot.ts has seen to each of them.
const OVERTAKEN = /Transition was (aborted|skipped)/

/** Collects what a page logs as errors, also exceptions and violations of the content security policy. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on("pageerror", (error) => {
    if (!OVERTAKEN.test(error.message)) errors.push(String(error))
  })
  return errors
}

export { expect }
