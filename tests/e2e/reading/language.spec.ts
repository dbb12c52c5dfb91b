import { ARTICLE } from "../pages.ts"
import { expect, test } from "../test.ts"

test("choosing a language leads to the same page there, mirrors it in the address and remembers it", async ({
  page,
}) => {
  await page.goto(`/news/${ARTICLE}`)
  await page.getByRole("banner").locator("[data-languages] summary").click()
  await page.getByRole("link", { name: "Latviešu" }).click()
  await expect(page).toHaveURL(`/lv/news/${ARTICLE}?lang=lv`)
  await expect(page.locator("html")).toHaveAttribute("lang", "lv")
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("lv")

  await page.goto("/news")
  await expect(page).toHaveURL("/lv/news")
})

test("lang in the address beats the path, and keeps what else is in it", async ({ page }) => {
  await page.goto("/lv/shop?lang=et&from=friend#x")
  await expect(page).toHaveURL("/et/shop?lang=et&from=friend#x")
})

test("a stray token fragment is removed from the address", async ({ page }) => {
  await page.goto("/shop#access_token=secret&refresh_token=secret")
  await expect(page).toHaveURL("/shop")
  // By a link to the page that is open.
  await page.evaluate(() => location.assign("#access_token=secret"))
  await expect(page).toHaveURL("/shop")
})

test.describe("a browser that prefers Latvian", () => {
  test.use({ locale: "lv-LV" })

  test("is offered it where the page is in it, until the reader has chosen; nothing moves", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const _ of list.getEntries()) document.documentElement.dataset.moved = ""
      }).observe({ type: "layout-shift", buffered: true })
    })
    const offer = page.getByRole("link", { name: "Lasīt latviski?" })
    await page.goto("/shop")
    await expect(offer).toBeVisible()
    await page.waitForLoadState("networkidle")
    await expect(page.locator("[data-moved]")).toHaveCount(0)
    await offer.click()
    await expect(page).toHaveURL("/lv/shop?lang=lv")
    await expect(page.getByRole("complementary")).toHaveCount(0)

    await page.evaluate(() => localStorage.removeItem("language"))
    await page.goto("/et/shop")
    await page.getByRole("button", { name: "Aizvērt" }).click()
    await expect(offer).toBeHidden()
    await page.goto("/shop")
    await expect(page, "closing it was a choice").toHaveURL("/et/shop")
    await expect(offer).toBeHidden()
    await page.goto(`/news/${ARTICLE}?lang=en`)
    await expect(offer).toBeHidden()
  })
})
