/** Playwright's `test` for our pages: an error in a page's console, or an uncaught one, fails its test. */
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
  /** Console messages that do not fail the test. */
  expectedErrors: RegExp
  /** Uncaught errors that do not fail the test, as `name: message`: a whole message, for the tests that cause it. */
  expectedExceptions: RegExp
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
  expectedExceptions: [/(?!)/, { option: true }],
  seenNotice: [true, { option: true }],
  address: ["", { option: true }],
  // For the browser and page.request. Limits per address would otherwise hold for all tests together.
  extraHTTPHeaders: async ({ address, extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, "x-forwarded-for": address || randomAddress() })
  },
  context: async ({ context, expectedExceptions }, use) => {
    const exceptions = watchExceptions(context)
    await use(context)
    expectNone(exceptions, expectedExceptions)
  },
  page: async (
    { page, expectedErrors, seenNotice, rebuilds, javaScriptEnabled },
    use,
    testInfo,
  ) => {
    // A build of the site beside two browsers takes half a minute, and some tests wait for three.
    if (rebuilds) testInfo.setTimeout(240_000)
    const errors = watchErrors(page)
    if (seenNotice) await dismissNotice(page)
    if (javaScriptEnabled !== false) waitForScripts(page)
    await use(page)
    expectNone(errors, expectedErrors)
  },
  others: async ({ page, browser, expectedErrors, expectedExceptions }, use) => {
    const logs: string[][] = []
    const exceptions: string[][] = []
    const devices: BrowserContext[] = []
    async function open(context: BrowserContext): Promise<Page> {
      const opened = await context.newPage()
      logs.push(watchErrors(opened))
      await dismissNotice(opened)
      waitForScripts(opened)
      return opened
    }
    await use({
      tab: () => open(page.context()),
      async device() {
        const context = await browser.newContext()
        devices.push(context)
        exceptions.push(watchExceptions(context))
        return await open(context)
      },
    })
    await Promise.all(devices.map((device) => device.close()))
    expectNone(logs.flat(), expectedErrors)
    expectNone(exceptions.flat(), expectedExceptions)
  },
})

/** Makes `goto` wait for the scripts of the page, which load after the first paint: presses before that are lost. */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (...options) => {
    const response = await goto(...options)
    await page
      .waitForFunction(
        () =>
          !document.querySelector("template[data-late-scripts]") ||
          document.documentElement.dataset.scripts === "here",
        null,
        { timeout: 5_000 },
      )
      .catch(() => {})
    return response
  }
}

const dismissNotice = (page: Page) =>
  page.addInitScript(() => localStorage.setItem("hasSeenDevNotice", "true"))

function expectNone(messages: string[], expected: RegExp): void {
  expect(messages.filter((message) => !expected.test(message))).toEqual([])
}

/** Collects the errors in a page's console, such as failed requests and violations of the content security policy. */
function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`)
  })
  return errors
}

/** Collects the uncaught errors of all pages of a context, also of tabs that a page opens. */
function watchExceptions(context: BrowserContext): string[] {
  const exceptions: string[] = []
  context.on("weberror", (event) => exceptions.push(String(event.error())))
  return exceptions
}

export { expect }
