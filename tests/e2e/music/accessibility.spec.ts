import { expectAccessible } from "../accessible.ts"
import { signInAs } from "../accounts.ts"
import { signInNewMember } from "../people.ts"
import { openProfile } from "../profile-form.ts"
import { expect, test } from "../test.ts"
import { expectPressed, getHeart, getStar, openMusic, SONG } from "./music-page.ts"

// The error of the aborted request.
test.use({ expectedErrors: /ERR_FAILED/ })

test.slow()
test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }))

test("the music page is accessible with likes, and after the likes failed to load", {
  tag: "@slow",
}, async ({ page }) => {
  await signInAs(page, "owner")
  await openMusic(page)
  await expectPressed(getStar(page, SONG), true)
  await expectPressed(getHeart(page, SONG), true)
  await expectAccessible(page, "the music page with likes and a favorite")
  await page.route("**/api/likes", (route) => route.abort())
  await page.reload()
  await expect(page.getByText("Your likes couldn't be loaded")).toBeVisible()
  await expectAccessible(page, "the music page whose likes failed to load")
})

test("the dialog that lists a member's likes is accessible with and without likes", {
  tag: "@slow",
}, async ({ page }) => {
  await signInAs(page, "owner")
  await openProfile(page)
  await page.getByRole("button", { name: "Liked songs and albums" }).click()
  await expect(page.getByRole("dialog").getByRole("list").first()).toBeVisible()
  await expectAccessible(page, "the dialog with likes")
  await signInNewMember(page)
  await openProfile(page)
  await page.getByRole("button", { name: "Liked songs and albums" }).click()
  await expect(page.getByText("No likes yet")).toBeVisible()
  await expectAccessible(page, "the dialog without likes")
})
