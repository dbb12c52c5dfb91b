import type { Page } from "@playwright/test"

export const measureLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ("value" in entry) sum += Number(entry.value)
    }).observe({ type: "layout-shift", buffered: true })
    // Earlier shifts are reported in a separate task.
    await new Promise((resolve) => setTimeout(resolve, 100))
    return sum
  })

export const delayResponse = (page: Page, path: string): Promise<unknown> =>
  page.route(path, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
