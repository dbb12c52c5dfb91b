import AxeBuilder from "@axe-core/playwright"
import { everywhere, HIDDEN_PAGES, PUBLIC_PAGES } from "../pages.ts"
import { expect, test } from "../test.ts"

test.use({
  expectedErrors: /404|not found|No page at/i,
  contextOptions: { reducedMotion: "reduce" },
})

for (const theme of ["dark", "light"] as const) {
  for (const { address } of everywhere([...PUBLIC_PAGES, ...HIDDEN_PAGES])) {
    test(`${address} is clean by axe in the ${theme} theme, and nothing overflows`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.addInitScript((name) => localStorage.setItem("theme", name), theme)
      await page.goto(address)
      await page.waitForLoadState("networkidle")
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      const overflow = () => document.documentElement.scrollWidth - innerWidth
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 1440, height: 900 })
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
    })
  }
}
