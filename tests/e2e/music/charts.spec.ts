import type { Page } from "@playwright/test"
import { expect, test } from "../test.ts"
import { getChart } from "./music-page.ts"

const getItems = (page: Page, name: string) =>
  getChart(page, name).getByRole("list").getByRole("listitem")

test('"Load more" shows every song once and keeps the focus', async ({ page }) => {
  await page.goto("/music")
  const songs = getChart(page, "Our picks")
  const loadMore = songs.getByRole("button", { name: "Load more songs" })
  await loadMore.focus()
  // The chart has 48 songs and starts with 6. Each press shows up to 12 more.
  for (const count of [18, 30, 42, 48]) {
    await page.keyboard.press("Enter")
    await expect(getItems(page, "Our picks")).toHaveCount(count)
    await expect(songs.getByRole("status")).toHaveText(`Showing ${count} of 48`)
  }
  await expect(loadMore).toBeHidden()
  await expect(getItems(page, "Our picks").nth(42).getByRole("link").first()).toBeFocused()
  const names = await getItems(page, "Our picks")
    .getByRole("link", { name: /^Play / })
    .allTextContents()
  expect(new Set(names).size).toBe(48)
  await expect(getItems(page, "Albums"), "the other chart is unchanged").toHaveCount(6)
})

test("the URL of a song shows the song's card, even if the card is on a later page of the chart", async ({
  page,
}) => {
  await page.goto("/music#song-snapshot-song-23")
  await expect(page.getByRole("link", { name: "Play S-Class" })).toBeInViewport()
  // The chart lists the ten songs of the Top 10 after all other songs, although they have lower numbers.
  await expect(getItems(page, "Our picks")).toHaveCount(13)
})

test.describe("without a connection", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('"Load more" reports a failure and works once the connection is back', async ({
    page,
    context,
  }) => {
    await page.goto("/music")
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
    const loadMore = getChart(page, "Albums").getByRole("button", { name: "Load more albums" })
    await context.setOffline(true)
    await loadMore.click()
    await expect(page.getByText("More couldn't be loaded.")).toBeVisible()
    await expect(getItems(page, "Albums")).toHaveCount(6)
    await context.setOffline(false)
    await loadMore.click()
    await expect(getItems(page, "Albums")).toHaveCount(18)
  })
})
