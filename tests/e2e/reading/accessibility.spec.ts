import { LOCALES } from "../../../src/i18n/locales.ts"
import { expectClean } from "../clean.ts"
import { HIDDEN_PAGES, on, PUBLIC_PAGES } from "../pages.ts"
import { expect, test } from "../test.ts"

test.use({
  expectedErrors: /404|not found|No page at/i,
})

/** Of a template that another page here has, or which the tests of accounts look at in more states. */
const SEEN_ELSEWHERE = [
  ...["/terms", "/privacy", "/about", "/teams/nowhere", "/events/nowhere", "/news/nowhere"],
  ...["/login", "/register", "/forgot-password", "/reset-password", "/verify-email"],
]
const isTemplate = (path: string) => !SEEN_ELSEWHERE.includes(path)

// One after the other in one browser, which has read axe and most of the scripts by the second.
function expectAllClean(what: string, addresses: string[], tag: string[]) {
  test(`${what} are clean by axe in both themes, and nothing overflows`, { tag }, async ({
    page,
  }) => {
    test.slow()
    for (const address of addresses) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(address)
      await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
      await expect(page.locator(".skeleton:visible"), address).toHaveCount(0)
      await expectClean(page, `${address} on a phone`)
      await page.setViewportSize({ width: 1440, height: 900 })
      const overflow = () => document.documentElement.scrollWidth - innerWidth
      expect.soft(await page.evaluate(overflow), address).toBeLessThanOrEqual(0)
    }
  })
}

for (const locale of LOCALES) {
  // The templates are the same in each language; Russian has the longest words.
  const tag = locale === "ru" ? [] : ["@all"]
  const addresses = (paths: string[]) => paths.map((path) => on(locale, path))
  expectAllClean(`public pages in ${locale}`, addresses(PUBLIC_PAGES.filter(isTemplate)), tag)
  expectAllClean(`hidden pages in ${locale}`, addresses(HIDDEN_PAGES.filter(isTemplate)), tag)
  expectAllClean(`other pages in ${locale}`, addresses(SEEN_ELSEWHERE), ["@all"])
}
