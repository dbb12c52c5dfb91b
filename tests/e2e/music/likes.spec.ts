import { DEMO_EMAILS, DEMO_PASSWORD } from "../accounts.ts"
import { signInNewMember } from "../people.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"
import {
  ALBUM,
  expectPressed,
  fetchStoredLikes,
  getHeart,
  holdRequests,
  LATER_SONG,
  openMusic,
  SONG,
} from "./music-page.ts"

test("a visitor who presses a like button logs in, returns to the page, and likes the item", async ({
  page,
}) => {
  await page.goto("/music")
  await getHeart(page, ALBUM).click()
  const toast = page.getByRole("listitem").filter({ hasText: "Sign in required" })
  await expect(toast).toContainText("Please sign in to like songs and albums")
  await expectPressed(getHeart(page, ALBUM), false)
  await toast.getByRole("link", { name: "Log in" }).click()
  await expect(page).toHaveURL("/login?next=%2Fmusic")
  await fillSignIn(page, { email: DEMO_EMAILS.member, password: DEMO_PASSWORD })
  await expect(page).toHaveURL("/music")
  await expectPressed(getHeart(page, ALBUM), true)
  await expect.poll(() => fetchStoredLikes(page)).toMatchObject({ likes: 1 })
  await getHeart(page, ALBUM).click()
  await expect.poll(() => fetchStoredLikes(page)).toMatchObject({ likes: 0 })
  await page.reload()
  await page.getByRole("button", { name: "My artists" }).click()
  await expectPressed(getHeart(page, ALBUM), false)
})

test('songs can be liked after "Load more", by a member and by a visitor who then logs in', async ({
  page,
}) => {
  const member = await signInNewMember(page)
  await page.goto("/music")
  const loadMore = () => page.getByRole("button", { name: "Load more songs" })
  await loadMore().click()
  await getHeart(page, LATER_SONG).click()
  await expectPressed(getHeart(page, LATER_SONG), true)
  await expect.poll(() => fetchStoredLikes(page)).toMatchObject({ likes: 1 })
  // In these tests, `goto` waits for the page's scripts; `reload` does not.
  await page.goto("/music")
  await loadMore().click()
  await expectPressed(getHeart(page, LATER_SONG), true)

  await page.context().clearCookies()
  await page.goto("/music")
  await loadMore().click()
  await getHeart(page, SONG).click()
  await page.getByRole("listitem").getByRole("link", { name: "Log in" }).click()
  await fillSignIn(page, member)
  await expect(page).toHaveURL("/music")
  await expectPressed(getHeart(page, SONG), true)
  await expect.poll(() => fetchStoredLikes(page)).toEqual({ likes: 2, favorite: null })
})

test("likes are shown at once, survive a reload, and can be removed", async ({ page }) => {
  await signInNewMember(page)
  await openMusic(page)
  const releaseRequests = await holdRequests(page, "**/api/likes/**", "PUT")
  const likes = getHeart(page, SONG).locator("xpath=..").locator("[data-likes]")
  const builtCount = Number(await likes.getAttribute("data-likes"))
  await getHeart(page, SONG).click()
  await expectPressed(getHeart(page, SONG), true)
  await expect(likes).toContainText(`${builtCount + 1} likes`)
  expect(await fetchStoredLikes(page)).toMatchObject({ likes: 0 })
  releaseRequests()
  await expect.poll(() => fetchStoredLikes(page)).toMatchObject({ likes: 1 })
  await getHeart(page, ALBUM).click()
  await expect.poll(() => fetchStoredLikes(page)).toEqual({ likes: 2, favorite: null })
  await page.reload()
  await expectPressed(getHeart(page, SONG), true)
  await expectPressed(getHeart(page, ALBUM), true)
  await expect(likes).toContainText(`${builtCount + 1} likes`)
  await getHeart(page, SONG).click()
  await expect(likes).toContainText(`${builtCount} likes`)
  await expectPressed(getHeart(page, SONG), false)
  await expect.poll(() => fetchStoredLikes(page)).toEqual({ likes: 1, favorite: null })
})

test("a like is stored when the member leaves the page at once", { tag: "@slow" }, async ({
  page,
}) => {
  await signInNewMember(page)
  await openMusic(page)
  await getHeart(page, SONG).click()
  await page.goto("/shop")
  await expect.poll(() => fetchStoredLikes(page)).toEqual({ likes: 1, favorite: null })
})
