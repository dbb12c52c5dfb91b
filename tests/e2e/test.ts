/** Playwright's `test` with fixtures for the site. Console errors and uncaught exceptions in a page fail the test. */
import { randomInt } from "node:crypto"
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test"
import { type WorkerHost, withWorkerHost } from "./host.ts"

/** Opens further pages. Their errors fail the test, like those of the test's `page`. */
interface OtherPages {
  openTab: () => Promise<Page>
  /** Opens a page with separate cookies, as on another device. */
  openBrowser: () => Promise<Page>
}

interface Fixtures {
  otherPages: OtherPages
  /** Messages in the console that do not fail the test. */
  expectedErrors: RegExp
  /** Uncaught exceptions that do not fail the test, as `name: message`. */
  expectedExceptions: RegExp
  /** Whether the visitor has closed the notice that the site is in development. */
  seenNotice: boolean
}

interface WorkerFixtures {
  /** Whether the host builds pages when content changes. */
  rebuilds: boolean
  host: WorkerHost
}

const MATCHES_NOTHING = /(?!)/

const createRandomIpAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

export const test = base.extend<Fixtures, WorkerFixtures>({
  rebuilds: [false, { option: true, scope: "worker" }],
  host: [
    async ({ rebuilds }, use) => withWorkerHost(rebuilds, use),
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ host }, use) => use(host.origin),
  expectedErrors: [MATCHES_NOTHING, { option: true }],
  expectedExceptions: [MATCHES_NOTHING, { option: true }],
  seenNotice: [true, { option: true }],
  // The rate limits count requests per IP address, so each test has another address.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, "x-forwarded-for": createRandomIpAddress() })
  },
  context: async ({ context, expectedExceptions }, use) => {
    const exceptions = watchExceptions(context)
    await use(context)
    expectAllToMatch(exceptions, expectedExceptions)
  },
  page: async (
    { page, expectedErrors, seenNotice, rebuilds, javaScriptEnabled },
    use,
    testInfo,
  ) => {
    // A build takes half a minute while two browsers run, and some tests wait for three builds.
    if (rebuilds) testInfo.setTimeout(240_000)
    const errors = watchErrors(page)
    if (seenNotice) await dismissNotice(page)
    if (javaScriptEnabled !== false) makeGotoWaitForScripts(page)
    await use(page)
    expectAllToMatch(errors, expectedErrors)
  },
  otherPages: async ({ page, browser, expectedErrors, expectedExceptions }, use) => {
    const errors: string[][] = []
    const exceptions: string[][] = []
    const contexts: BrowserContext[] = []
    async function open(context: BrowserContext): Promise<Page> {
      const opened = await context.newPage()
      errors.push(watchErrors(opened))
      await dismissNotice(opened)
      makeGotoWaitForScripts(opened)
      return opened
    }
    await use({
      openTab: () => open(page.context()),
      async openBrowser() {
        const context = await browser.newContext()
        contexts.push(context)
        exceptions.push(watchExceptions(context))
        return await open(context)
      },
    })
    await Promise.all(contexts.map((context) => context.close()))
    expectAllToMatch(errors.flat(), expectedErrors)
    expectAllToMatch(exceptions.flat(), expectedExceptions)
  },
})

/** Makes `goto` wait at most five seconds until the page's scripts are loaded. Earlier clicks would have no effect. */
function makeGotoWaitForScripts(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (...options) => {
    const response = await goto(...options)
    await page
      .waitForFunction(
        () =>
          !document.querySelector("template[data-deferred-scripts]") ||
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

function expectAllToMatch(messages: string[], expected: RegExp): void {
  expect(messages.filter((message) => !expected.test(message))).toEqual([])
}

function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`)
  })
  return errors
}

function watchExceptions(context: BrowserContext): string[] {
  const exceptions: string[] = []
  context.on("weberror", (event) => exceptions.push(String(event.error())))
  return exceptions
}

export { expect }
