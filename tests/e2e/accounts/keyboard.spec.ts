/** Filling in the profile with the keyboard only. */
import type { Page } from "@playwright/test"
import { join } from "../people.ts"
import { openProfile } from "../profile-form.ts"
import { expect, test } from "../test.ts"

/** Returns the focused element. */
const focused = (page: Page) => page.locator(":focus")

/** Presses Tab and returns the label, text or type of the focused element. */
async function tab(page: Page): Promise<string> {
  await page.keyboard.press("Tab")
  return await focused(page).evaluate((element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const label = element.closest("fieldset, .field")?.querySelector("label, legend")
    return (
      element.ariaLabel ??
      labels[0]?.textContent ??
      (element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement
        ? element.textContent
        : label?.textContent) ??
      element.tagName
    ).trim()
  })
}

test("Tab follows the order of the form, and the focus stays visible", {
  tag: "@all",
}, async ({ page }) => {
  await join(page)
  const form = await openProfile(page)
  await form.picture.focus()
  const order: string[] = []
  for (let step = 0; step < 15; step += 1) {
    order.push(await tab(page))
    await expect(focused(page)).toBeInViewport()
  }
  expect(order).toEqual([
    "Show my picture",
    "Display name",
    "Show my display name",
    "Bio",
    "Show my bio",
    "You are",
    "Gender",
    "Show my gender",
    "Birth date",
    "Birth date",
    "Year",
    "Show my birth date",
    "Show the songs and albums I like",
    "Show my name in the list of people going",
    "Save profile",
  ])
})
