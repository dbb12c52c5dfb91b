/** `test` for stories that take more than one page. */
import type { BrowserContext, Page } from "@playwright/test"
import { test as base, expect, watchErrors } from "../test.ts"

interface Others {
  /** Another tab of the same browser. */
  tab: () => Promise<Page>
  /** Another browser, in which nobody is signed in. */
  device: () => Promise<Page>
}

export const test = base.extend<{ others: Others }>({
  others: async ({ page, browser, expectedErrors }, use) => {
    const logs: string[][] = []
    const devices: BrowserContext[] = []
    async function open(context: BrowserContext): Promise<Page> {
      const opened = await context.newPage()
      logs.push(watchErrors(opened))
      await opened.addInitScript(() => localStorage.setItem("hasSeenDevNotice", "true"))
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

export { expect }
