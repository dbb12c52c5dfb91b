import { signInNewMember } from "../people.ts"
import { openProfile } from "../profile-form.ts"
import { expect, test } from "../test.ts"
import {
  expectPressed,
  fetchStoredLikes,
  getFavoriteOffer,
  getHeart,
  getStar,
  OTHER_SONG,
  openMusic,
  returnToTab,
  SONG,
} from "./music-page.ts"

test("the profile shows the favorite song that another tab chose", { tag: "@slow" }, async ({
  page,
  otherPages,
}) => {
  await signInNewMember(page)
  await openProfile(page)
  const emptyRow = page.getByRole("link", { name: "Favorite song Not chosen" })
  await expect(emptyRow).toBeVisible()
  const tab = await otherPages.openTab()
  await openMusic(tab)
  await getHeart(tab, SONG).click()
  await getFavoriteOffer(tab, SONG).click()
  await expect(tab.getByText("Your favorite song is set")).toBeVisible()
  await expect(tab.getByRole("link", { name: `Your favorite song ${SONG}` })).toBeVisible()
  await getHeart(tab, OTHER_SONG).click()
  await getFavoriteOffer(tab, OTHER_SONG).click()
  await expect(getStar(tab, SONG)).toHaveCount(0)
  // This is the id of OTHER_SONG in the demo content.
  await expect.poll(async () => (await fetchStoredLikes(page)).favorite).toBe("snapshot-song-3")
  await returnToTab(page)
  await page.getByRole("button", { name: `Favorite song ${OTHER_SONG}` }).click()
  const dialog = page.getByRole("dialog", { name: "Favorite song" })
  await expect(dialog.getByRole("heading", { name: OTHER_SONG })).toBeVisible()
  await expect(dialog.locator("img")).toBeVisible()
  await dialog.getByRole("button", { name: "Remove this song" }).click()
  await expect(dialog).toBeHidden()
  await expect(emptyRow).toBeFocused()
  await expect(page.getByText("Your favorite song is removed")).toBeVisible()
  await returnToTab(tab)
  await expect(getStar(tab, OTHER_SONG)).toHaveCount(0)
  expect((await fetchStoredLikes(page)).favorite).toBeNull()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/music")
})

test("the favorite song is chosen and removed by keyboard, and chosen in the list of likes", async ({
  page,
}) => {
  await signInNewMember(page)
  await openMusic(page)
  await getHeart(page, SONG).press("Enter")
  await page.keyboard.press("Shift+Tab")
  await expect(getFavoriteOffer(page, SONG)).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(getStar(page, SONG)).toBeFocused()
  await expect(getFavoriteOffer(page, SONG)).toHaveCount(0)
  await page.keyboard.press("Enter")
  await expect(getFavoriteOffer(page, SONG), "the favorite can be restored").toBeFocused()
  await expect.poll(() => fetchStoredLikes(page)).toEqual({ likes: 1, favorite: null })

  await getHeart(page, OTHER_SONG).click()
  await expect(getFavoriteOffer(page, SONG), "only the last like has an offer").toHaveCount(0)
  await getHeart(page, OTHER_SONG).click()
  await expect(getFavoriteOffer(page, OTHER_SONG)).toHaveCount(0)

  await page.getByRole("button", { name: "Liked: 1" }).click()
  const star = getStar(page, SONG).and(page.getByRole("dialog").getByRole("button"))
  await expectPressed(star, false)
  await star.click()
  await expectPressed(star, true)
  await expect.poll(async () => (await fetchStoredLikes(page)).favorite).not.toBeNull()
})
