import { signInNewMember } from "../people.ts"
import { openProfile } from "../profile-form.ts"
import { expect, test } from "../test.ts"
import {
  expectPressed,
  fetchStoredLikes,
  getStar,
  OTHER_SONG,
  openMusic,
  returnToTab,
  SONG,
} from "./music-page.ts"

const NO_FAVORITE = "No favorite song selected yet"

test("the profile shows the favorite song that another tab chose", async ({ page, otherPages }) => {
  await signInNewMember(page)
  await openProfile(page)
  const card = page.locator("section", {
    has: page.getByRole("heading", { name: "Favorite song" }),
  })
  await expect(card.getByText(NO_FAVORITE)).toBeVisible()
  const tab = await otherPages.openTab()
  await openMusic(tab)
  await getStar(tab, SONG).click()
  await expect(tab.getByText("Your favorite song is set")).toBeVisible()
  await expect(tab.getByRole("link", { name: `Your favorite song ${SONG}` })).toBeVisible()
  await getStar(tab, OTHER_SONG).click()
  await expectPressed(getStar(tab, SONG), false)
  // The id of OTHER_SONG in the demo content.
  await expect.poll(async () => (await fetchStoredLikes(page)).favorite).toBe("snapshot-song-3")
  await returnToTab(page)
  await expect(card.getByRole("heading", { name: OTHER_SONG })).toBeVisible()
  await expect(card.getByText("Your favorite", { exact: true })).toBeVisible()
  await expect(card.locator("img")).toBeVisible()
  await card.getByRole("button", { name: "Remove this song" }).click()
  await expect(card.getByText(NO_FAVORITE)).toBeVisible()
  await expect(card.getByRole("link", { name: "Discover music" })).toBeFocused()
  await expect(page.getByText("Your favorite song is removed")).toBeVisible()
  await returnToTab(tab)
  await expectPressed(getStar(tab, OTHER_SONG), false)
  expect((await fetchStoredLikes(page)).favorite).toBeNull()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/music")
})
