import { LOCALES } from "../../../src/i18n/locales.ts"
import { expectAccessible } from "../accessible.ts"
import { HIDDEN_PAGES, localizePath, PUBLIC_PAGES } from "../pages.ts"
import { expect, test } from "../test.ts"

test.use({
  expectedErrors: /404|not found|No page at/i,
})

/** Pages that are left out, because other tests check them in more states, or check a page with the same template. */
const CHECKED_ELSEWHERE = [
  ...["/terms", "/privacy", "/about", "/how-it-works", "/estonia", "/suggest-idea"],
  ...["/teams/nowhere", "/events/nowhere", "/news/nowhere", "/news/preview", "/debug-role"],
  ...["/newsletter/confirm", "/newsletter/unsubscribe", "/music", "/calendar", "/teams"],
  ...["/login", "/register", "/forgot-password", "/reset-password", "/verify-email"],
]

function testAccessibility(pages: string, paths: string[], tag: string[]) {
  test(`${pages} have no accessibility violations in both themes, and are not wider than the screen`, {
    tag,
  }, async ({ page }) => {
    test.slow()
    for (const path of paths) {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(path)
      await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
      await expect(page.locator(".skeleton:visible"), path).toHaveCount(0)
      await expectAccessible(page, `${path} on a phone`)
      await page.setViewportSize({ width: 1440, height: 900 })
      const measureOverflow = () => document.documentElement.scrollWidth - innerWidth
      expect.soft(await page.evaluate(measureOverflow), path).toBeLessThanOrEqual(0)
    }
  })
}

for (const locale of LOCALES) {
  // All languages have the same templates. Russian has the longest words.
  const tag = locale === "ru" ? [] : ["@slow"]
  const localizePaths = (paths: string[]) => paths.map((path) => localizePath(locale, path))
  const templates = [...PUBLIC_PAGES, ...HIDDEN_PAGES].filter(
    (path) => !CHECKED_ELSEWHERE.includes(path),
  )
  testAccessibility(`page templates in ${locale}`, localizePaths(templates), tag)
  testAccessibility(`other pages in ${locale}`, localizePaths(CHECKED_ELSEWHERE), ["@slow"])
}
