import type { Page } from "@playwright/test"
import { signInNewMember } from "../people.ts"
import { openProfile } from "../profile-form.ts"
import { expect, test } from "../test.ts"
import { ALBUM, expectPressed, fetchStoredLikes, getHeart, openMusic, SONG } from "./music-page.ts"

async function likeSongAndAlbum(page: Page): Promise<void> {
  await openMusic(page)
  await getHeart(page, SONG).click()
  await getHeart(page, ALBUM).click()
  await expect.poll(async () => (await fetchStoredLikes(page)).likes).toBe(2)
}

async function openLikes(page: Page) {
  await openProfile(page)
  await page.getByRole("button", { name: "Liked songs and albums" }).click()
  const dialog = page.getByRole("dialog", { name: "Liked songs and albums" })
  await expect(dialog).toBeVisible()
  return dialog
}

test("a member removes a like in the dialog of likes, and adds the like again", async ({
  page,
}) => {
  await signInNewMember(page)
  await likeSongAndAlbum(page)
  const dialog = await openLikes(page)
  const song = dialog.getByRole("list", { name: "Liked songs" }).getByRole("listitem")
  await expect(song).toHaveText(new RegExp(SONG))
  await expect(dialog.getByRole("list", { name: "Liked albums" })).toContainText(ALBUM)
  await expect(song.getByRole("link", { name: `${SONG} (opens in a new tab)` })).toBeVisible()
  const likeButton = song.getByRole("button", { name: `Like ${SONG}` })
  await likeButton.click()
  await expectPressed(likeButton, false)
  await expect.poll(async () => (await fetchStoredLikes(page)).likes).toBe(1)
  await likeButton.click()
  await expectPressed(likeButton, true)
  await expect.poll(async () => (await fetchStoredLikes(page)).likes).toBe(2)
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(page.getByRole("button", { name: "Liked songs and albums" })).toBeFocused()
})
