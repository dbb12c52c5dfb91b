/** The charts: there without a script, more by the button, and complete whoever is down. */
import { expect, test } from "../test.ts"
import { ALBUM, chart, heart } from "./music-page.ts"

const items = (page: Parameters<typeof chart>[0], name: string) =>
  chart(page, name).getByRole("list").getByRole("listitem")

test("the header and the footer lead there first, the home page twice", async ({ page }) => {
  await page.goto("/")
  const main = page.getByRole("navigation", { name: "Main" }).getByRole("link")
  await expect(main.first()).toHaveText("Music")
  await expect(
    page.getByRole("contentinfo").getByRole("navigation").getByRole("link").first(),
  ).toHaveText("Music")
  await expect(page.getByRole("link", { name: "See all songs" })).toHaveAttribute(
    "href",
    "/music#songs",
  )
  await page.getByRole("link", { name: "See all albums" }).click()
  await expect(page).toHaveURL("/music#albums")
  await expect(page.getByRole("heading", { name: "New albums" })).toBeInViewport()
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("the first page of each chart is there, and leads to the music service", async ({
    page,
  }) => {
    await page.goto("/music")
    for (const name of ["Trending songs", "New albums"]) {
      await expect(items(page, name)).toHaveCount(12)
    }
    const link = page.getByRole("link", { name: "Supernova (opens in a new tab)" })
    await expect(link).toHaveAttribute("target", "_blank")
    await expect(link).toHaveAttribute("href", /^https:\/\/open\.spotify\.com\//)
    await expect(page.getByRole("button", { name: /^Like / })).toHaveCount(0)
  })
})

test("more come by the button, none twice, and the focus is not lost with it", async ({ page }) => {
  await page.goto("/music")
  const songs = chart(page, "Trending songs")
  const more = songs.getByRole("button", { name: "Load more songs" })
  await more.focus()
  for (const count of [24, 36, 48]) {
    await page.keyboard.press("Enter")
    await expect(items(page, "Trending songs")).toHaveCount(count)
    await expect(songs.getByRole("status")).toHaveText(`${count} songs are shown`)
  }
  await expect(more).toBeHidden()
  await expect(items(page, "Trending songs").nth(36).getByRole("link")).toBeFocused()
  const names = await items(page, "Trending songs").getByRole("heading").allTextContents()
  expect(new Set(names).size).toBe(48)
  await expect(items(page, "New albums"), "the other chart stays").toHaveCount(12)
})

test("nothing moves while the page loads", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/music", { waitUntil: "networkidle" })
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += "value" in entry ? Number(entry.value) : 0
        }).observe({ type: "layout-shift", buffered: true })
        setTimeout(() => resolve(sum), 500)
      }),
  )
  expect(shift).toBeLessThanOrEqual(0.01)
})

test("items that come later can be liked like the first ones", async ({ page }) => {
  await page.goto("/music")
  const albums = chart(page, "New albums")
  await albums.getByRole("button", { name: "Load more albums" }).click()
  const last = items(page, "New albums").nth(20)
  await last.getByRole("button", { name: /^Like / }).click()
  await expect(page.getByText("Sign in required")).toBeVisible()
})

test.describe("when nobody answers", () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test("the page is complete, and says nothing", async ({ page }) => {
    await page.route("**/api/spotify-*", (route) => route.abort())
    await page.goto("/music", { waitUntil: "networkidle" })
    await expect(items(page, "Trending songs")).toHaveCount(12)
    await expect(heart(page, ALBUM)).toBeVisible()
    await expect(page.getByRole("region", { name: "Messages" })).toBeHidden()
  })

  test("more that cannot be loaded are said, and can be asked for again", async ({ page }) => {
    await page.goto("/music", { waitUntil: "networkidle" })
    await page.route("**/api/spotify-*", (route) => route.abort())
    const more = page.getByRole("button", { name: "Load more albums" })
    await more.click()
    await expect(page.getByText("Failed to load more music")).toBeVisible()
    await expect(items(page, "New albums")).toHaveCount(12)
    await page.unroute("**/api/spotify-*")
    await more.click()
    await expect(items(page, "New albums")).toHaveCount(24)
  })
})
