/** Hearts: shown at once, undone when they fail, and in the end what the member last saw. */

import { PASSWORD, PEOPLE } from "../accounts.ts"
import { join } from "../people.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"
import {
  ALBUM,
  expectPressed,
  heart,
  hold,
  LATER_SONG,
  openMusic,
  SONG,
  stored,
} from "./music-page.ts"

const FAILED = "Failed to update favorite status"

test("a stranger is asked to sign in, comes back to the music, and likes what they pressed", async ({
  page,
}) => {
  await page.goto("/music")
  await heart(page, ALBUM).click()
  const toast = page.getByRole("listitem").filter({ hasText: "Sign in required" })
  await expect(toast).toContainText("Please sign in to like songs and albums")
  await expectPressed(heart(page, ALBUM), false)
  await toast.getByRole("link", { name: "Log in" }).click()
  await expect(page).toHaveURL("/login?next=%2Fmusic")
  await fillSignIn(page, { email: PEOPLE.member, password: PASSWORD })
  await expect(page).toHaveURL("/music")
  await expectPressed(heart(page, ALBUM), true)
  await expect(page.getByText("Added to your likes")).toBeVisible()
  // Once: taken back, it stays so.
  await heart(page, ALBUM).click()
  await expect.poll(() => stored(page)).toMatchObject({ likes: 0 })
  await page.reload()
  await expectPressed(heart(page, ALBUM), false)
})

test("what came by the button is liked as the rest, also by who logs in for it", async ({
  page,
}) => {
  const member = await join(page)
  await page.goto("/music")
  const more = () => page.getByRole("button", { name: "Load more songs" })
  await more().click()
  await heart(page, LATER_SONG).click()
  await expectPressed(heart(page, LATER_SONG), true)
  await expect(page.getByText("Added to your likes")).toBeVisible()
  await page.reload()
  await more().click()
  await expectPressed(heart(page, LATER_SONG), true)

  await page.context().clearCookies()
  await page.reload()
  await more().click()
  await heart(page, SONG).click()
  await page.getByRole("listitem").getByRole("link", { name: "Log in" }).click()
  await fillSignIn(page, member)
  await expect(page).toHaveURL("/music")
  await expectPressed(heart(page, SONG), true)
  await expect.poll(() => stored(page)).toEqual({ likes: 2, favorite: null })
})

test("likes of songs and albums are shown at once, kept, and taken back", async ({ page }) => {
  await join(page)
  await openMusic(page)
  const { letGo } = await hold(page, "**/api/likes/**", "PUT")
  const likes = page
    .getByRole("listitem")
    .filter({ has: heart(page, SONG) })
    .locator("[data-likes]")
  const built = Number(await likes.getAttribute("data-likes"))
  await heart(page, SONG).click()
  await expectPressed(heart(page, SONG), true)
  await expect(likes).toContainText(`${built + 1} likes`)
  await expect(page.getByText("Added to your likes")).toBeHidden()
  letGo()
  await expect(page.getByText("Added to your likes")).toBeVisible()
  await heart(page, ALBUM).click()
  await expect.poll(() => stored(page)).toEqual({ likes: 2, favorite: null })
  await page.reload()
  await expectPressed(heart(page, SONG), true)
  await expectPressed(heart(page, ALBUM), true)
  await expect(likes).toContainText(`${built + 1} likes`)
  await heart(page, SONG).click()
  await expect(likes).toContainText(`${built} likes`)
  await expect(page.getByText("Removed from your likes")).toBeVisible()
  await expectPressed(heart(page, SONG), false)
  expect(await stored(page)).toEqual({ likes: 1, favorite: null })
})

test("a like is not lost when the page is left at once", { tag: "@all" }, async ({ page }) => {
  await join(page)
  await openMusic(page)
  await heart(page, SONG).click()
  await page.goto("/shop")
  await expect.poll(() => stored(page)).toEqual({ likes: 1, favorite: null })
})

test("pressed before the page's scripts are here, it counts", { tag: "@all" }, async ({ page }) => {
  await join(page)
  const gate = Promise.withResolvers<void>()
  await page.route("**/_astro/*.js", async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto("/music", { waitUntil: "domcontentloaded" })
  await heart(page, SONG).click()
  gate.resolve()
  await expectPressed(heart(page, SONG), true)
  await expect.poll(() => stored(page)).toEqual({ likes: 1, favorite: null })
})

test.describe("when it fails", () => {
  test.use({ expectedErrors: /ERR_(FAILED|INTERNET_DISCONNECTED)|status of 401/ })

  test("offline it is undone and said, and works when the connection is back", async ({
    page,
    context,
  }) => {
    await join(page)
    await openMusic(page)
    await context.setOffline(true)
    await heart(page, SONG).click()
    const toast = page.getByRole("listitem").filter({ hasText: FAILED })
    await expect(toast).toContainText("You're offline. Try again once you have a connection.")
    await expectPressed(heart(page, SONG), false)
    await context.setOffline(false)
    await heart(page, SONG).click()
    await expectPressed(heart(page, SONG), true)
    await expect.poll(() => stored(page)).toEqual({ likes: 1, favorite: null })
  })
})
