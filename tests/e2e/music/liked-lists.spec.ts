/** What a member likes, in one place: for the member always, for others when it is public. */

import { join, saveProfile } from "../people.ts"
import { openProfile } from "../profile-form.ts"
import { expect, test } from "../test.ts"
import { ALBUM, expectPressed, heart, hold, openMusic, SONG, stored } from "./music-page.ts"

type Page = Parameters<typeof join>[0]

/** Likes a song and an album, by the page's own buttons. */
async function likeSome(page: Page): Promise<void> {
  await openMusic(page)
  await heart(page, SONG).click()
  await heart(page, ALBUM).click()
  await expect.poll(async () => (await stored(page)).likes).toBe(2)
}

async function openLikes(page: Page) {
  await openProfile(page)
  await page.getByRole("button", { name: "Show my likes" }).click()
  const dialog = page.getByRole("dialog", { name: "Liked songs and albums" })
  await expect(dialog).toBeVisible()
  return dialog
}

test("the dialog lists both, and hearts are taken back and given again there", async ({ page }) => {
  await join(page)
  await likeSome(page)
  const dialog = await openLikes(page)
  const song = dialog.getByRole("list", { name: "Liked songs" }).getByRole("listitem")
  await expect(song).toHaveText(new RegExp(SONG))
  await expect(dialog.getByRole("list", { name: "Liked albums" })).toContainText(ALBUM)
  await expect(song.getByRole("link", { name: `${SONG} (opens in a new tab)` })).toBeVisible()
  const mine = song.getByRole("button")
  await mine.click()
  await expectPressed(mine, false)
  await expect.poll(async () => (await stored(page)).likes).toBe(1)
  await mine.click()
  await expectPressed(mine, true)
  await expect.poll(async () => (await stored(page)).likes).toBe(2)
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(page.getByRole("button", { name: "Show my likes" })).toBeFocused()
})

test("many likes scroll by themselves, in 300 pixels", async ({ page }) => {
  await join(page)
  await openMusic(page)
  for (const button of (await page.getByRole("button", { name: /^Like / }).all()).slice(0, 8)) {
    await button.click()
  }
  await expect.poll(async () => (await stored(page)).likes).toBe(8)
  const dialog = await openLikes(page)
  const list = dialog.locator(".likes-scroll")
  await expect(list).toBeVisible()
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(300)
  expect(await list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(300)
})

test("opened before it is known who is here, it waits for that", async ({ page }) => {
  await join(page)
  await likeSome(page)
  const { letGo } = await hold(page, "**/api/auth/session", "GET")
  const dialog = await openLikes(page)
  await expect(dialog.getByText("Loading your likes…")).toBeAttached()
  letGo()
  await expect(dialog.getByRole("list", { name: "Liked songs" })).toContainText(SONG)
})

test("who likes nothing yet is shown the way to the music", async ({ page }) => {
  await join(page)
  const dialog = await openLikes(page)
  await expect(dialog.getByText("No hearts given yet")).toBeVisible()
  await dialog.getByRole("link", { name: "Discover Music" }).click()
  await expect(page).toHaveURL("/music")
})

test("others see the lists when they are public, and not otherwise", async ({ page, others }) => {
  const member = await join(page)
  await likeSome(page)
  const stranger = await others.device()
  const songs = stranger.getByRole("list", { name: "Liked songs" })
  await stranger.goto(`/members/${member.id}`)
  await expect(stranger.getByRole("heading", { name: "Mari Kask" })).toBeVisible()
  await expect(songs).toBeHidden()
  await saveProfile(page, { music_likes_public: true })
  await stranger.reload()
  await expect(songs).toContainText(SONG)
  await expect(stranger.getByRole("list", { name: "Liked albums" })).toContainText(ALBUM)
  await expect(songs.getByRole("link", { name: `${SONG} (opens in a new tab)` })).toHaveAttribute(
    "target",
    "_blank",
  )
})

test.describe("refusals", () => {
  test.use({ expectedErrors: /ERR_FAILED|status of 404/ })

  test("likes that cannot be loaded can be asked for again", async ({ page }) => {
    await join(page)
    await likeSome(page)
    await page.route("**/api/profiles/*", (route) => route.abort())
    const dialog = await openLikes(page)
    await expect(dialog.getByText("Your likes could not be loaded")).toBeVisible()
    await page.unroute("**/api/profiles/*")
    await dialog.getByRole("button", { name: "Try again" }).click()
    await expect(dialog.getByRole("list", { name: "Liked songs" })).toContainText(SONG)
  })

  test("without a profile it is said what is missing", async ({ page }) => {
    await join(page, {})
    const dialog = await openLikes(page)
    await expect(dialog.getByText("No profile yet")).toBeVisible()
  })
})
