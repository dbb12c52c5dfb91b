/** The ideas page by axe, in the states that take a member or a mistake to reach. */

import { expectClean } from "../clean.ts"
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { FAILED, fillIn, ideaRow, suggestForm, THANKS, takeTime, voteButton } from "./screen.ts"

test.use({
  expectedErrors: /net::ERR|status of (4\d\d|503)/,
})
// Reading a page by axe takes long, and it is read several times.
test.slow()
test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }))

test("a stranger's page is clean with errors, similar ideas and thanks", async ({ page }) => {
  await page.goto("/suggest-idea")
  const { submit, title } = suggestForm(page)
  await submit.click()
  await expect(page.getByText("This field is required").first()).toBeVisible()
  await expectClean(page, "an empty suggestion")
  await fillIn(page, "calendar of halls")
  await expect(page.locator("[data-similar]")).toBeVisible()
  await expectClean(page, "similar ideas")
  await page.route("**/api/send-telegram-suggestion", (route) => route.abort())
  await submit.click()
  await expect(page.getByText(FAILED)).toBeVisible()
  await expectClean(page, "a failed send")
  await page.unroute("**/api/send-telegram-suggestion")
  await title.fill("Umbrellas")
  await takeTime(page)
  await submit.click()
  await expect(page.getByText(THANKS)).toBeVisible()
  await expectClean(page, "thanks")
})

test("a member's page is clean with a vote", { tag: "@all" }, async ({ page }) => {
  await join(page)
  await page.goto("/suggest-idea")
  const row = ideaRow(page, "Wardrobe library for crews")
  await voteButton(row).click()
  await expect(page.getByText("Vote recorded!")).toBeVisible()
  await expectClean(page, "a vote")
})
