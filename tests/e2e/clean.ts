/** What holds for every page in every state. */
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect } from "./test.ts"

/** Themes differ in nothing else. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"]

/** By axe in both themes, and without anything wider than the screen; says all that it finds. */
export async function expectClean(page: Page, state: string): Promise<void> {
  const root = page.locator("html")
  // Until it is known who is here, their place in the header is kept free, unseen.
  await expect(root).not.toHaveAttribute("data-session", "loading")
  // Not even the shortest one: it begins with the old colour, and ends whenever it is painted.
  await root.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync("*, ::before, ::after { transition: none !important }")
    document.adoptedStyleSheets.push(still)
  })
  for (const [theme, only] of [
    ["dark", {}],
    ["light", { runOnly: COLOR_RULES }],
  ] as const) {
    await root.evaluate((html, name) => {
      html.dataset.theme = name
    }, theme)
    // Legacy is about frames of other sites, of which there are none, and takes half the time.
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode(true)
      .options({ resultTypes: ["violations"], ...only })
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect.soft(found, `${state}, ${theme}`).toEqual([])
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect.soft(overflow, `${state} is not wider than the screen`).toBeLessThanOrEqual(0)
}
