/** Playwright's `test` for our pages: a page that logs an error or throws fails its test. */
import { test as base, expect, type Page } from "@playwright/test"

interface Fixtures {
  /** Messages that a test expects in the console do not fail it. */
  expectedErrors: RegExp
  /** Whether the one-time beta notice was dismissed before. */
  seenNotice: boolean
}

export const test = base.extend<Fixtures>({
  expectedErrors: [/(?!)/, { option: true }],
  seenNotice: [true, { option: true }],
  page: async ({ page, expectedErrors, seenNotice }, use) => {
    const errors = watchErrors(page)
    if (seenNotice) {
      await page.addInitScript(() => localStorage.setItem("hasSeenDevNotice", "true"))
    }
    await use(page)
    const unexpected = errors.filter((line) => !expectedErrors.test(line))
    expect(unexpected).toEqual([])
  },
})

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
