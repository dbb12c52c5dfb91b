import type { Page } from "@playwright/test"
import { signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"
import { expectPressed, fetchStoredLikes, getTopRows, openMusic } from "./music-page.ts"

test("a song is liked in its row of the Top 10, and a second press removes the like", async ({
  page,
}) => {
  await signInNewMember(page)
  await openMusic(page)
  const row = getTopRows(page).first()
  const rowHeart = row.getByRole("button", { name: /^Like / })
  const label = (await rowHeart.getAttribute("aria-label")) ?? ""
  // The chart has the songs of the Top 10 last, so their cards are still hidden after a press of "Load more".
  await page.getByRole("button", { name: "Load more songs" }).click()
  const cardHeart = page
    .locator("[data-chart]")
    .getByRole("button", { name: label, exact: true, includeHidden: true })
  const likes = row.locator("[data-likes]")
  const cardLikes = cardHeart.locator("xpath=..").locator("[data-likes]")
  const builtCount = Number(await likes.getAttribute("data-likes"))
  const allLikes = Number(await cardLikes.getAttribute("data-likes"))
  await expect(likes).toContainText(`${builtCount} likes in four weeks`)
  await expect(cardLikes).toContainText(`${allLikes} likes`)
  const getColor = () => rowHeart.evaluate((button) => getComputedStyle(button).color)
  const formerColor = await getColor()
  await rowHeart.click()
  await expectPressed(rowHeart, true)
  await expectPressed(cardHeart, true)
  await expect(likes).toContainText(`${builtCount + 1} likes in four weeks`)
  await expect(cardLikes).toContainText(`${allLikes + 1} likes`)
  expect(await getColor()).not.toBe(formerColor)
  await expect.poll(() => fetchStoredLikes(page)).toMatchObject({ likes: 1 })
  await rowHeart.click()
  await expectPressed(cardHeart, false)
  await expect(likes).toContainText(`${builtCount} likes in four weeks`)
  await expect.poll(() => fetchStoredLikes(page)).toMatchObject({ likes: 0 })
})

test("visitors who press a like button in the Top 10 see a message to log in", async ({ page }) => {
  await page.goto("/music")
  await getTopRows(page).first().getByRole("button").click()
  await expect(page.getByText("Sign in required")).toBeVisible()
})

test.describe("without a connection", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test("a like in the Top 10 is taken back, because it cannot be stored", async ({
    page,
    context,
  }) => {
    await signInNewMember(page)
    await openMusic(page)
    await context.setOffline(true)
    const rowHeart = getTopRows(page)
      .first()
      .getByRole("button", { name: /^Like / })
    await rowHeart.click()
    await expect(page.getByText("Failed to update favorite status")).toBeVisible()
    await expectPressed(rowHeart, false)
    const likes = getTopRows(page).first().locator("[data-likes]")
    const builtCount = await likes.getAttribute("data-likes")
    await expect(likes).toContainText(`${builtCount} likes in four weeks`)
  })
})

/** A fake of YouTube's player. Its button sends the message that the real player sends at the end of a video. */
const PLAYER_PAGE = `<button onclick="parent.postMessage('{&quot;event&quot;:&quot;infoDelivery&quot;,&quot;info&quot;:{&quot;playerState&quot;:0}}', '*')">End</button>`

test.describe("the player", () => {
  const getPlayer = (page: Page) => page.getByRole("complementary", { name: "Player" })
  /** Returns the link that plays the song at a rank of the Top 10. Likes of other tests may change the order of songs. */
  const getSong = (page: Page, place: number) =>
    getTopRows(page)
      .nth(place - 1)
      .getByRole("link", { name: /^Play / })

  test("a press on a song plays its video in the page, and the next song plays after it", async ({
    page,
  }) => {
    const requestedPaths: string[] = []
    await page.route(/^https:\/\/www\.youtube-nocookie\.com\//, (route) => {
      requestedPaths.push(new URL(route.request().url()).pathname)
      return route.fulfill({ contentType: "text/html", body: PLAYER_PAGE })
    })
    await page.goto("/music")
    const player = getPlayer(page)
    const [first, second] = [getSong(page, 1), getSong(page, 2)]
    const [third, fourth] = [getSong(page, 3), getSong(page, 4)]
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
    expect(requestedPaths).toEqual([])
    await first.press("Enter")
    await expect(player.locator("iframe")).toBeFocused()
    await expect(player.getByText((await first.textContent()) ?? "")).toBeVisible()
    const firstUrl = (await first.getAttribute("href")) ?? ""
    await expect(player.getByRole("link", { name: /^YouTube/ })).toHaveAttribute("href", firstUrl)
    await second.click()
    await expect(player.locator("iframe")).toHaveCount(1)
    const secondLabel = (await second.getAttribute("aria-label")) ?? ""
    await expect(player.locator("iframe")).toHaveAttribute("title", secondLabel)
    await expect(first).not.toHaveAttribute("aria-current")
    await expect(second).toHaveAttribute("aria-current", "true")
    const secondUrl = (await second.getAttribute("href")) ?? ""
    const videoPaths = [firstUrl, secondUrl].map(
      (url) => `/embed/${new URL(url).searchParams.get("v")}`,
    )
    await expect.poll(() => requestedPaths).toEqual(videoPaths)
    await player.getByRole("button", { name: "Next" }).click()
    await expect(third).toHaveAttribute("aria-current", "true")
    await player.frameLocator("iframe").getByRole("button", { name: "End" }).click()
    await expect(fourth).toHaveAttribute("aria-current", "true")
    await player.getByRole("button", { name: "Close" }).press("Escape")
    await expect(player).toBeHidden()
    await expect(fourth).toBeFocused()
    await second.click()
    await second.click()
    await expect(page.locator("iframe")).toHaveCount(0)
  })

  test("the Play button of an artist's page plays the first song, and a second press stops it", async ({
    page,
  }) => {
    await page.route(/^https:\/\/www\.youtube-nocookie\.com\//, (route) =>
      route.fulfill({ contentType: "text/html", body: PLAYER_PAGE }),
    )
    await page.goto("/music/stray-kids")
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
    const playButton = page.getByRole("link", { name: "Play", exact: true })
    const songs = page.getByRole("region", { name: "Songs", exact: true })
    await playButton.click()
    await expect(songs.getByRole("link", { name: /^Play / }).first()).toHaveAttribute(
      "aria-current",
      "true",
    )
    await expect(getPlayer(page).locator("iframe")).toHaveCount(1)
    await playButton.click()
    await expect(page.locator("iframe")).toHaveCount(0)
    const otherArtists = page.getByRole("region", { name: "More artists" })
    await expect(otherArtists.getByRole("listitem")).toHaveCount(8)
    await expect(otherArtists.getByRole("link", { name: "Stray Kids" })).toHaveCount(0)
  })

  test("the player shows a message without a connection", async ({ page, context }) => {
    await page.goto("/music")
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
    await context.setOffline(true)
    await getSong(page, 1).click()
    await expect(page.getByText("There's no connection")).toBeVisible()
    await expect(page.locator("iframe")).toHaveCount(0)
  })
})
