/** Nothing jumps while the member's calendar comes in, whichever answer is the slower one. */
import type { Page } from "@playwright/test"
import { signInAs } from "../accounts.ts"
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { calendar } from "./screens.ts"

declare global {
  interface Window {
    /** What moved, and by how much. */
    shifted: { value: number; what: string }[]
  }
}

/** Adds up what moves by itself, as the budget counts it. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifted = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!("value" in entry && "sources" in entry)) continue
        const { value, sources } = entry
        if (typeof value !== "number" || !Array.isArray(sources)) continue
        const what = sources.map(({ node }) => node?.outerHTML?.slice(0, 60) ?? node?.nodeName)
        window.shifted.push({ value, what: what.join(" and ") })
      }
    }).observe({ type: "layout-shift", buffered: true })
  })

const slow = (page: Page, address: string) =>
  page.route(address, async (route) => {
    await new Promise((later) => setTimeout(later, 700))
    await route.continue()
  })

for (const [what, width, height, address, slower] of [
  ["a phone", 390, 844, "/calendar", "**/api/events*"],
  ["a phone of a member without a team", 390, 844, "/calendar", "**/api/teams/mine"],
  ["a wide screen", 1440, 900, "/calendar", "**/api/events*"],
  ["a wide screen with slow teams", 1440, 900, "/calendar", "**/api/teams/mine"],
  ["a wide screen's list", 1440, 900, "/calendar?view=list", "**/api/events*"],
] as const) {
  test(`on ${what} the calendar moves by no more than 0.01 while it loads`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    if (what.includes("without")) await join(page)
    else await signInAs(page, "owner")
    await watchShifts(page)
    await slow(page, slower)
    await page.goto(address)
    await expect(calendar(page).events.getByText("Random Play Dance").first()).toBeVisible()
    await page.waitForLoadState("networkidle")
    const shifted = await page.evaluate(() => window.shifted)
    const sum = shifted.reduce((total, { value }) => total + value, 0)
    expect(sum, JSON.stringify(shifted)).toBeLessThanOrEqual(0.01)
  })
}
