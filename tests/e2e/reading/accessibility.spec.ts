import { expectClean } from "../clean.ts"
import { everywhere, HIDDEN_PAGES, PUBLIC_PAGES } from "../pages.ts"
import { expect, test } from "../test.ts"

test.use({
  expectedErrors: /404|not found|No page at/i,
})

/** Of a template that another page here has, or which the tests of accounts look at in more states. */
const SEEN_ELSEWHERE = new Set([
  ...["/terms", "/privacy", "/about", "/teams/nowhere", "/events/nowhere", "/news/nowhere"],
  ...["/login", "/register", "/forgot-password", "/reset-password", "/verify-email"],
])

for (const { locale, path, address } of everywhere([...PUBLIC_PAGES, ...HIDDEN_PAGES])) {
  // The templates are the same in each language; Russian has the longest words.
  const tag = locale === "ru" && !SEEN_ELSEWHERE.has(path) ? [] : ["@all"]
  test(`${address} is clean by axe in both themes, and nothing overflows`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(address)
    await page.waitForLoadState("networkidle")
    await expectClean(page, "on a phone")
    await page.setViewportSize({ width: 1440, height: 900 })
    const overflow = () => document.documentElement.scrollWidth - innerWidth
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
  })
}
