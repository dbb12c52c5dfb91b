import type { Page } from "@playwright/test"

export const measureLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ("value" in entry) sum += Number(entry.value)
    }).observe({ type: "layout-shift", buffered: true })
    // The observer reports earlier shifts asynchronously.
    await new Promise((resolve) => setTimeout(resolve, 100))
    return sum
  })

const RESPONSE_DELAY_MS = 700

/** Delays requests to a path, so that the page is rendered before the response arrives. */
export const delayResponse = (page: Page, path: string): Promise<unknown> =>
  page.route(path, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, RESPONSE_DELAY_MS))
    await route.continue()
  })
