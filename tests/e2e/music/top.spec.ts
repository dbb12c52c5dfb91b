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
  const cardHeart = page.locator("[data-chart]").getByRole("button", { name: label, exact: true })
  const likes = row.locator("[data-likes]")
  const cardLikes = cardHeart.locator("xpath=..").locator("[data-likes]")
  const builtCount = Number(await likes.getAttribute("data-likes"))
  await expect(cardLikes, "a song has one number").toContainText(`${builtCount} likes`)
  const getColor = () => rowHeart.evaluate((button) => getComputedStyle(button).color)
  const formerColor = await getColor()
  await rowHeart.click()
  await expectPressed(rowHeart, true)
  await expectPressed(cardHeart, true)
  await expect(likes).toContainText(`${builtCount + 1} likes`)
  await expect(cardLikes).toContainText(`${builtCount + 1} likes`)
  expect(await getColor()).not.toBe(formerColor)
  await expect.poll(() => fetchStoredLikes(page)).toMatchObject({ likes: 1 })
  await rowHeart.click()
  await expectPressed(cardHeart, false)
  await expect(likes).toContainText(`${builtCount} likes`)
  await expect.poll(() => fetchStoredLikes(page)).toMatchObject({ likes: 0 })
})

test("a heart in the Top 10 asks anonymous visitors to log in", async ({ page }) => {
  await page.goto("/music")
  await expect(getTopRows(page).getByRole("button", { name: /^Play / })).toHaveCount(0)
  await getTopRows(page).first().getByRole("button").click()
  await expect(page.getByText("Sign in required")).toBeVisible()
})

test.describe("without a connection", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test("a like in the Top 10 is undone", async ({ page, context }) => {
    await signInNewMember(page)
    await openMusic(page)
    await context.setOffline(true)
    const rowHeart = getTopRows(page)
      .first()
      .getByRole("button", { name: /^Like / })
    await rowHeart.click()
    await expect(page.getByText("Failed to update favorite status")).toBeVisible()
    await expectPressed(rowHeart, false)
  })
})

test.describe("the player", () => {
  const PLAYERS = /^https:\/\/(open\.spotify\.com|widget\.deezer\.com)\//

  // The demo has no songs of a music service, so the test adds buttons as ItemButtons.tsx renders them.
  test.beforeEach(async ({ page }) => {
    const makePlayButton = (name: string, url: string) =>
      `<button class="icon-btn" aria-pressed="false" aria-label="Play ${name}" data-play="${url}" data-title="${name}">▶</button>`
    await page.route("**/music", async (route) => {
      const response = await route.fetch()
      const buttons =
        makePlayButton("Supernova", "https://open.spotify.com/embed/track/1") +
        makePlayButton("Dynamite", "https://widget.deezer.com/widget/auto/track/2")
      const body = (await response.text()).replace("<div data-music", `${buttons}$&`)
      await route.fulfill({ response, body })
    })
  })

  test("the player loads a music service after a press, and plays one song at a time", async ({
    page,
  }) => {
    const requests: string[] = []
    await page.route(PLAYERS, (route) => {
      requests.push(route.request().url())
      return route.fulfill({ contentType: "text/html", body: "<title>A player</title>" })
    })
    await page.goto("/music")
    const getPlayButton = (name: string) => page.getByRole("button", { name: `Play ${name}` })
    const player = page.getByRole("complementary", { name: "Player" })
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
    expect(requests).toEqual([])
    await getPlayButton("Supernova").press("Enter")
    await expect(player.locator("iframe")).toBeFocused()
    await expect(player.getByText("Supernova")).toBeVisible()
    await getPlayButton("Dynamite").press("Enter")
    await expect(player.locator("iframe")).toHaveCount(1)
    await expect(player.locator("iframe")).toHaveAttribute("title", "Play Dynamite")
    await expectPressed(getPlayButton("Supernova"), false)
    await expectPressed(getPlayButton("Dynamite"), true)
    await expect.poll(() => requests).toHaveLength(2)
    await player.getByRole("button", { name: "Close" }).press("Escape")
    await expect(player).toBeHidden()
    await expect(getPlayButton("Dynamite")).toBeFocused()
    await getPlayButton("Dynamite").click()
    await getPlayButton("Dynamite").click()
    await expect(page.locator("iframe")).toHaveCount(0)
  })

  test("the player shows a message without a connection", async ({ page, context }) => {
    await page.goto("/music")
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
    await context.setOffline(true)
    await page.getByRole("button", { name: "Play Supernova" }).click()
    await expect(page.getByText("There's no connection")).toBeVisible()
    await expect(page.locator("iframe")).toHaveCount(0)
  })
})
