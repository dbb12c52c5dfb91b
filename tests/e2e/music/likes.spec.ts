/** Hearts: shown at once, undone when they fail, and in the end what the member last saw. */

import { PASSWORD, PEOPLE } from "../accounts.ts"
import { join, signIn } from "../people.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"
import { ALBUM, expectPressed, heart, hold, openMusic, SONG, stored } from "./music-page.ts"

const FAILED = "Failed to update favorite status"

test("a stranger is asked to sign in, and comes back to the music", async ({ page }) => {
  await page.goto("/music")
  await heart(page, ALBUM).click()
  const toast = page.getByRole("listitem").filter({ hasText: "Sign in required" })
  await expect(toast).toContainText("Please sign in to like songs and albums")
  await expectPressed(heart(page, ALBUM), false)
  await toast.getByRole("link", { name: "Log in" }).click()
  await expect(page).toHaveURL("/login?next=%2Fmusic")
  await fillSignIn(page, { email: PEOPLE.member, password: PASSWORD })
  await expect(page).toHaveURL("/music")
})

test("likes of songs and albums are shown at once, kept, and taken back", async ({ page }) => {
  await join(page)
  await openMusic(page)
  const { letGo } = await hold(page, "**/api/likes/**", "PUT")
  await heart(page, SONG).click()
  await expectPressed(heart(page, SONG), true)
  await expect(page.getByText("Added to your likes")).toBeHidden()
  letGo()
  await expect(page.getByText("Added to your likes")).toBeVisible()
  await heart(page, ALBUM).click()
  await expect.poll(() => stored(page)).toEqual({ likes: 2, favorite: null })
  await page.reload()
  await expectPressed(heart(page, SONG), true)
  await expectPressed(heart(page, ALBUM), true)
  await heart(page, SONG).click()
  await expect(page.getByText("Removed from your likes")).toBeVisible()
  await expectPressed(heart(page, SONG), false)
  expect(await stored(page)).toEqual({ likes: 1, favorite: null })
})

test("clicked twice quickly, it ends as it is shown, at the server too", async ({ page }) => {
  await join(page)
  await openMusic(page)
  const { letGo, arrived } = await hold(page, "**/api/likes/**", "PUT")
  await heart(page, SONG).click()
  await arrived
  await heart(page, SONG).click()
  await expectPressed(heart(page, SONG), false)
  letGo()
  await expect(page.getByText("Removed from your likes")).toBeVisible()
  expect(await stored(page)).toEqual({ likes: 0, favorite: null })
  await heart(page, SONG).dblclick()
  await expectPressed(heart(page, SONG), false)
  await expect.poll(() => stored(page)).toEqual({ likes: 0, favorite: null })
  await heart(page, ALBUM).click({ clickCount: 3 })
  await expectPressed(heart(page, ALBUM), true)
  await expect.poll(() => stored(page)).toEqual({ likes: 1, favorite: null })
})

test("a like is not lost when the page is left at once", async ({ page }) => {
  await join(page)
  await openMusic(page)
  await heart(page, SONG).click()
  await page.goto("/shop")
  await expect.poll(() => stored(page)).toEqual({ likes: 1, favorite: null })
})

test("with the keyboard alone", async ({ page }) => {
  await join(page)
  await openMusic(page)
  await heart(page, SONG).focus()
  await page.keyboard.press("Enter")
  await expectPressed(heart(page, SONG), true)
  await page.keyboard.press("Space")
  await expectPressed(heart(page, SONG), false)
  await expect(heart(page, SONG)).toBeFocused()
})

test("pressed before the page's scripts are here, it counts", async ({ page }) => {
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

test.describe("two tabs", () => {
  test("what is liked in one is liked in the other at once", async ({ page, others }) => {
    await join(page)
    const tab = await others.tab()
    await openMusic(page)
    await openMusic(tab)
    await heart(page, SONG).click()
    await expectPressed(heart(tab, SONG), true)
    await expect(page.getByText("Added to your likes")).toBeVisible()
    await expect(tab.getByText("Added to your likes")).toBeHidden()
    await heart(tab, SONG).click()
    await expectPressed(heart(page, SONG), false)
    await expect.poll(() => stored(page)).toEqual({ likes: 0, favorite: null })
  })

  test("the last press counts, although the first tab's call is still under way", async ({
    page,
    others,
  }) => {
    await join(page)
    const tab = await others.tab()
    await openMusic(page)
    await openMusic(tab)
    const { letGo, arrived } = await hold(page, "**/api/likes/**", "PUT")
    await heart(page, SONG).click()
    await arrived
    await expectPressed(heart(tab, SONG), true)
    await heart(tab, SONG).click()
    await expectPressed(heart(page, SONG), false)
    letGo()
    await expect(tab.getByText("Removed from your likes")).toBeVisible()
    expect(await stored(page)).toEqual({ likes: 0, favorite: null })
    for (const each of [page, tab]) await expectPressed(heart(each, SONG), false)
  })

  test("who signs out in one has no hearts in the other", async ({ page, others }) => {
    await join(page)
    const tab = await others.tab()
    await openMusic(page)
    await openMusic(tab)
    await heart(page, SONG).click()
    await expectPressed(heart(tab, SONG), true)
    await page.getByRole("banner").getByRole("button", { name: "Log out" }).click()
    await expectPressed(heart(page, SONG), false)
    await expectPressed(heart(tab, SONG), false)
  })
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
    await expect(toast).toContainText("Check your connection and try again.")
    await expectPressed(heart(page, SONG), false)
    await context.setOffline(false)
    await heart(page, SONG).click()
    await expectPressed(heart(page, SONG), true)
    await expect.poll(() => stored(page)).toEqual({ likes: 1, favorite: null })
  })

  test("a like that cannot be taken back comes back", async ({ page }) => {
    await join(page)
    await openMusic(page)
    await heart(page, SONG).click()
    await expect(page.getByText("Added to your likes")).toBeVisible()
    await page.route("**/api/likes/**", (route) => route.abort())
    await heart(page, SONG).click()
    await expect(page.getByText(FAILED)).toBeVisible()
    await expectPressed(heart(page, SONG), true)
    expect(await stored(page)).toEqual({ likes: 1, favorite: null })
  })

  test("where the answer alone was lost, the server is made to have what is shown", async ({
    page,
  }) => {
    await join(page)
    await openMusic(page)
    await page.route("**/api/likes/**", async (route) => {
      if (route.request().method() !== "PUT") return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await heart(page, SONG).click()
    await expect(page.getByText(FAILED)).toBeVisible()
    await expectPressed(heart(page, SONG), false)
    await expect.poll(() => stored(page)).toEqual({ likes: 0, favorite: null })
  })

  test("a session that ended elsewhere: undone, and asked to sign in", async ({ page, others }) => {
    const member = await join(page)
    await openMusic(page)
    const phone = await others.device()
    await signIn(phone, member)
    await phone.request.delete("/api/account/sessions")
    await heart(page, SONG).click()
    await expect(page.getByText("Sign in required")).toBeVisible()
    await expectPressed(heart(page, SONG), false)
  })

  test("likes that cannot be read are owned up to, and can be asked for again", async ({
    page,
  }) => {
    await join(page)
    await openMusic(page)
    await heart(page, SONG).click()
    await expect(page.getByText("Added to your likes")).toBeVisible()
    await page.route("**/api/likes", (route) => route.abort())
    await page.reload()
    const notice = page.getByRole("alert").filter({ hasText: "Your likes could not be loaded" })
    await expect(notice).toBeVisible()
    await page.unroute("**/api/likes")
    await notice.getByRole("button", { name: "Try again" }).click()
    await expectPressed(heart(page, SONG), true)
    await expect(notice).toBeHidden()
  })
})
