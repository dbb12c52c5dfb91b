import { expectAccessible } from "../accessible.ts"
import { signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"
import {
  advanceClock,
  fillSuggestion,
  getIdeaRow,
  getSuggestForm,
  getVoteButton,
  SEND_FAILED,
  THANKS,
} from "./screen.ts"

test.use({
  expectedErrors: /net::ERR|status of (4\d\d|503)/,
})
test.slow()
test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }))

test("the form for ideas is accessible with errors, with similar ideas and after sending", {
  tag: "@slow",
}, async ({ page }) => {
  await page.goto("/suggest-idea")
  const { submit, title } = getSuggestForm(page)
  await submit.click()
  await expect(page.getByText("This field is required").first()).toBeVisible()
  await expectAccessible(page, "the form with errors")
  await fillSuggestion(page, "calendar of halls")
  await expect(page.locator("[data-similar]")).toBeVisible()
  await page.route("**/api/send-telegram-suggestion", (route) => route.abort())
  await submit.click()
  await expect(page.getByText(SEND_FAILED)).toBeVisible()
  await expectAccessible(page, "the form with similar ideas and a failed send")
  await page.unroute("**/api/send-telegram-suggestion")
  await title.fill("Umbrellas")
  await advanceClock(page)
  await submit.click()
  await expect(page.getByText(THANKS)).toBeVisible()
  await expectAccessible(page, "the message after sending")
})

test("a member's vote is accessible", { tag: "@slow" }, async ({ page }) => {
  await signInNewMember(page)
  await page.goto("/suggest-idea")
  const row = getIdeaRow(page, "Wardrobe library for crews")
  await getVoteButton(row).click()
  await expect(page.getByText("Vote recorded!")).toBeVisible()
  await expectAccessible(page, "an idea with the member's vote")
})
