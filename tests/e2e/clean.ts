/** What holds for every page in every state. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "@playwright/test"
import type axe from "axe-core"
import { expect } from "./test.ts"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Themes differ in nothing else. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"]

/**
 * Gives a page axe, unless it has it. Half a megabyte takes longer to read than most pages take to check: by
 * DevTools' own call three quarters as long as by `evaluate`, which wraps it, and once for both themes.
 */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return
  const devTools = await page.context().newCDPSession(page)
  await devTools.send("Runtime.evaluate", { expression: AXE })
  await devTools.detach()
}

/** By axe in both themes, and without anything wider than the screen; says all that it finds. */
export async function expectClean(page: Page, state: string): Promise<void> {
  // Until it is known who is here, their place in the header is kept free, unseen.
  await expect(page.locator("html")).not.toHaveAttribute("data-session", "loading")
  // Of a frame it would see nothing.
  expect.soft(page.frames(), `${state} has no frames`).toHaveLength(1)
  await bringAxe(page)
  const { found, overflow } = await page.evaluate(async (colorRules) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") }
    const root = document.documentElement
    // Not even the shortest one: it begins with the old colour, and ends whenever it is painted.
    const still = new CSSStyleSheet()
    still.replaceSync("*, ::before, ::after { transition: none !important }")
    document.adoptedStyleSheets.push(still)
    const read = async (theme: string, options: axe.RunOptions = {}) => {
      root.dataset.theme = theme
      const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options })
      return violations.map(({ id, nodes }) => `${id}, ${theme}: ${nodes[0]?.html}`)
    }
    return {
      found: [...(await read("dark")), ...(await read("light", { runOnly: colorRules }))],
      overflow: root.scrollWidth - innerWidth,
    }
  }, COLOR_RULES)
  expect.soft(found, state).toEqual([])
  expect.soft(overflow, `${state} is not wider than the screen`).toBeLessThanOrEqual(0)
}
