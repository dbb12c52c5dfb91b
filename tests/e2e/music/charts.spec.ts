/** The charts and "Load more". */
import { expect, test } from "../test.ts"
import { chart } from "./music-page.ts"

const items = (page: Parameters<typeof chart>[0], name: string) =>
  chart(page, name).getByRole("list").getByRole("listitem")

test('"Load more" shows every song once and keeps the focus', async ({ page }) => {
  await page.goto("/music")
  const songs = chart(page, "Popular songs")
  const more = songs.getByRole("button", { name: "Load more songs" })
  await more.focus()
  for (const count of [24, 36, 48]) {
    await page.keyboard.press("Enter")
    await expect(items(page, "Popular songs")).toHaveCount(count)
    await expect(songs.getByRole("status")).toHaveText(`${count} songs are shown`)
  }
  await expect(more).toBeHidden()
  await expect(items(page, "Popular songs").nth(36).getByRole("link")).toBeFocused()
  const names = await items(page, "Popular songs").getByRole("heading").allTextContents()
  expect(new Set(names).size).toBe(48)
  await expect(items(page, "Albums"), "the other chart is unchanged").toHaveCount(12)
})

test("the address of a song shows its card, also when it is on a later page of the chart", async ({
  page,
}) => {
  await page.goto("/music#song-snapshot-song-23")
  await expect(page.getByRole("heading", { name: "S-Class" })).toBeInViewport()
  await expect(items(page, "Popular songs")).toHaveCount(23)
})

test.describe("without a connection", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('"Load more" reports the failure and works once the connection is back', async ({
    page,
    context,
  }) => {
    await page.goto("/music")
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
    const more = chart(page, "Albums").getByRole("button", { name: "Load more albums" })
    await context.setOffline(true)
    await more.click()
    await expect(page.getByText("More couldn't be loaded.")).toBeVisible()
    await expect(items(page, "Albums")).toHaveCount(12)
    await context.setOffline(false)
    await more.click()
    await expect(items(page, "Albums")).toHaveCount(24)
  })
})

test('"Load more" works when pressed before the script is loaded', { tag: "@all" }, async ({
  page,
}) => {
  await page.route("**/MusicScript*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.goto("/music")
  await chart(page, "Popular songs").getByRole("button", { name: "Load more songs" }).click()
  await expect(items(page, "Popular songs")).toHaveCount(24)
})

test("the layout does not shift while the page loads", { tag: "@all" }, async ({ page }) => {
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
