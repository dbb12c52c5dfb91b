/** The favorite song: one per member, chosen among the music, shown on the profile. */

import { join, signIn } from "../people.ts"
import { openProfile } from "../profile-form.ts"
import { expect, test } from "../test.ts"
import { expectPressed, hold, OTHER_SONG, openMusic, SONG, star, stored } from "./music-page.ts"

const FAILED = "Failed to update favorite song"
const NONE = "No favorite song selected yet"

test("a stranger is asked to sign in", async ({ page }) => {
  await page.goto("/music")
  await star(page, SONG).click()
  const toast = page.getByRole("listitem").filter({ hasText: "Sign in required" })
  await expect(toast).toContainText("Please sign in to set a favorite song")
  await expect(toast.getByRole("link")).toHaveAttribute("href", "/login?next=%2Fmusic")
})

test("there is one: another one takes its place, and pressed again there is none", async ({
  page,
}) => {
  await join(page)
  await openMusic(page)
  const { letGo } = await hold(page, "**/api/profile/favorite-song", "PUT")
  await star(page, SONG).click()
  await expectPressed(star(page, SONG), true)
  letGo()
  await expect(page.getByText("Your favorite song is set")).toBeVisible()
  await star(page, OTHER_SONG).click()
  await expectPressed(star(page, SONG), false)
  await expectPressed(star(page, OTHER_SONG), true)
  await expect.poll(async () => (await stored(page)).favorite).toBe("snapshot-song-3")
  await page.reload()
  await expectPressed(star(page, OTHER_SONG), true)
  await star(page, OTHER_SONG).click()
  await expect(page.getByText("Your favorite song is removed")).toBeVisible()
  expect((await stored(page)).favorite).toBeNull()
})

test("its card on the profile is right at once, whichever tab chooses", async ({
  page,
  others,
}) => {
  await join(page)
  await openProfile(page)
  const card = page.locator("section", {
    has: page.getByRole("heading", { name: "Favorite Song" }),
  })
  await expect(card.getByText(NONE)).toBeVisible()
  const tab = await others.tab()
  await openMusic(tab)
  await star(tab, SONG).click()
  await expect(card.getByRole("heading", { name: SONG })).toBeVisible()
  await expect(card.getByText("aespa")).toBeVisible()
  await expect(card.getByText("Your favorite", { exact: true })).toBeVisible()
  await expect(card.locator("img")).toBeVisible()
  await card.getByRole("button", { name: "Remove this song" }).click()
  await expect(card.getByText(NONE)).toBeVisible()
  await expect(card.getByRole("link", { name: "Discover Music" })).toBeFocused()
  await expectPressed(star(tab, SONG), false)
  await expect(page.getByText("Your favorite song is removed")).toBeVisible()
  expect((await stored(page)).favorite).toBeNull()
  await card.getByRole("link", { name: "Discover Music" }).click()
  await expect(page).toHaveURL("/music")
})

test.describe("when it fails", () => {
  test.use({ expectedErrors: /ERR_FAILED|status of (401|404|409)/ })

  test("without a connection it is undone and said", async ({ page }) => {
    await join(page)
    await openMusic(page)
    await page.route("**/api/profile/favorite-song", (route) => route.abort())
    await star(page, SONG).click()
    await expect(page.getByText(FAILED)).toBeVisible()
    await expectPressed(star(page, SONG), false)
  })

  test("a song that cannot be removed comes back to its card", async ({ page }) => {
    await join(page)
    await openMusic(page)
    await star(page, SONG).click()
    await expect(page.getByText("Your favorite song is set")).toBeVisible()
    await openProfile(page)
    await page.route("**/api/profile/favorite-song", (route) => route.abort())
    await page.getByRole("button", { name: "Remove this song" }).click()
    await expect(page.getByText(FAILED)).toBeVisible()
    await expect(page.getByRole("heading", { name: SONG })).toBeVisible()
  })

  test("without a profile there is no place for it: the toast leads there", async ({ page }) => {
    await join(page, {})
    await openMusic(page)
    await star(page, SONG).click()
    const toast = page.getByRole("listitem").filter({ hasText: FAILED })
    await expect(toast).toContainText("Choose a display name for your profile first.")
    await expectPressed(star(page, SONG), false)
    await toast.getByRole("link", { name: "To your profile" }).click()
    await expect(page).toHaveURL("/profile")
  })

  test("a session that ended elsewhere: asked to sign in", async ({ page, others }) => {
    const member = await join(page)
    await openMusic(page)
    const phone = await others.device()
    await signIn(phone, member)
    await phone.request.delete("/api/account/sessions")
    await star(page, SONG).click()
    await expect(page.getByText("Sign in required")).toBeVisible()
    await expectPressed(star(page, SONG), false)
  })
})
