import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "@playwright/test"
import type axe from "axe-core"
import { expect } from "./test.ts"

const AXE_SCRIPT = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
)

/** Rules whose results depend on the theme. In the light theme, axe checks only these rules. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"]

/** Loads axe into the page. `Runtime.evaluate` is faster than `page.evaluate` for a script of half a megabyte. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return
  const devTools = await page.context().newCDPSession(page)
  await devTools.send("Runtime.evaluate", { expression: AXE_SCRIPT })
  await devTools.detach()
}

/**
 * Expects that the page has no violations in either theme, and no content wider than the screen. `state` describes the
 * page in failure messages.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await expect(page.locator("html")).not.toHaveAttribute("data-session", "loading")
  // axe does not check the content of embedded frames, so the page must not have any.
  expect.soft(page.frames(), `${state} has no embedded frames`).toHaveLength(1)
  await loadAxe(page)
  const { violations, overflow } = await page.evaluate(async (colorRules) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") }
    const root = document.documentElement
    // Turns off transitions, because axe would read the old colors during the transition to the other theme.
    const noTransitions = new CSSStyleSheet()
    noTransitions.replaceSync("*, ::before, ::after { transition: none !important }")
    document.adoptedStyleSheets.push(noTransitions)
    const listViolations = async (theme: string, options: axe.RunOptions = {}) => {
      root.dataset.theme = theme
      const results = await axe.run(document, { resultTypes: ["violations"], ...options })
      return results.violations.map(({ id, nodes }) => `${id}, ${theme}: ${nodes[0]?.html}`)
    }
    return {
      violations: [
        ...(await listViolations("dark")),
        ...(await listViolations("light", { runOnly: colorRules })),
      ],
      overflow: root.scrollWidth - innerWidth,
    }
  }, COLOR_RULES)
  expect.soft(violations, state).toEqual([])
  expect.soft(overflow, `${state} is not wider than the screen`).toBeLessThanOrEqual(0)
}
