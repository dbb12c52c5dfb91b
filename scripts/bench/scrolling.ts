import { chromium } from "@playwright/test"
import { ARTIST_PATH, BROWSER_ARGS, PHONE } from "./bench-site.ts"
import { atMost, type Result } from "./table.ts"

const MAX_BLANK_MS = 300
const PIXELS_PER_SECOND = 2000

const PAGES = ["/", "/news", "/teams", "/teams/pohjataht", "/music", ARTIST_PATH, "/estonia"]

/**
 * Runs in the page. Scrolls to the end and returns the longest
 * time in milliseconds during which a visible picture was blank.
 */
function scrollToEnd(pixelsPerSecond: number): Promise<number> {
  const start = performance.now()
  const blankSince = new Map<HTMLImageElement, number>()
  let longest = 0
  const isOnScreen = (image: HTMLImageElement) => {
    const { top, bottom, width } = image.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  }
  return new Promise((resolve) => {
    function frame(now: number) {
      const target = ((now - start) / 1000) * pixelsPerSecond
      scrollTo({ top: target, behavior: "instant" })
      for (const image of document.images) {
        if (image.naturalWidth > 0 || !isOnScreen(image)) {
          blankSince.delete(image)
          continue
        }
        const since = blankSince.get(image) ?? now
        blankSince.set(image, since)
        longest = Math.max(longest, now - since)
      }
      const isAtEnd = target > document.documentElement.scrollHeight
      if (isAtEnd && blankSince.size === 0) resolve(longest)
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

export async function benchScrolling(origin: string, executablePath: string): Promise<Result[]> {
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  const results: Result[] = []
  for (const path of PAGES) {
    const context = await browser.newContext(PHONE)
    await context.addInitScript(() => localStorage.setItem("hasSeenDevNotice", "true"))
    const page = await context.newPage()
    await page.goto(origin + path)
    const longest = Math.round(await page.evaluate(scrollToEnd, PIXELS_PER_SECOND))
    await context.close()
    results.push(atMost(`Blank picture while scrolling, ${path}`, longest, MAX_BLANK_MS, "ms"))
  }
  await browser.close()
  return results
}
