/** What moves by itself on a page. */
import type { Page } from "@playwright/test"
import { expect } from "../test.ts"

declare global {
  interface Window {
    /** What moved, and by how much. */
    shifted: { value: number; what: string }[]
  }
}

/** Adds up what moves by itself, as the budget counts it. */
export const watchShifts = (page: Page) =>
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

export async function expectStillness(page: Page): Promise<void> {
  const shifted = await page.evaluate(() => window.shifted)
  const sum = shifted.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifted)).toBeLessThanOrEqual(0.01)
}
