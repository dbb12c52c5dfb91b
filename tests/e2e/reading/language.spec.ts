import { postPath } from "../../../src/features/teams/team.ts"
import { connectToDatabase } from "../database.ts"
import { ARTICLE_SLUG } from "../pages.ts"
import { expect, test } from "../test.ts"

test("choosing a language opens the page in that language and stores the choice", async ({
  page,
}) => {
  await page.goto(`/news/${ARTICLE_SLUG}`)
  await page.getByRole("banner").locator("[data-languages] summary").click()
  await page.getByRole("link", { name: "Latviešu" }).click()
  await expect(page).toHaveURL(`/lv/news/${ARTICLE_SLUG}?lang=lv`)
  await expect(page.locator("html")).toHaveAttribute("lang", "lv")
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("lv")

  await page.goto("/news")
  await expect(page).toHaveURL("/lv/news")
})

test("an access token in the hash is removed from the URL", async ({ page }) => {
  await page.goto("/shop#access_token=secret&refresh_token=secret")
  await expect(page).toHaveURL("/shop")
  // Simulates a link to the open page, which changes only the hash of the URL.
  await page.evaluate(() => location.assign("#access_token=secret"))
  await expect(page).toHaveURL("/shop")
})

test.describe("in a Latvian browser", () => {
  test.use({ locale: "lv-LV" })

  test("a link offers Latvian pages without a layout shift, until it is closed", async ({
    page,
  }) => {
    // Marks the page with `data-shifted` when its layout shifts.
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const _ of list.getEntries()) document.documentElement.dataset.shifted = ""
      }).observe({ type: "layout-shift", buffered: true })
    })
    const offer = page.getByRole("link", { name: "Lasīt latviski?" })
    await page.goto("/shop")
    await expect(offer).toBeVisible()
    await page.waitForLoadState("networkidle")
    await expect(page.locator("[data-shifted]")).toHaveCount(0)
    await offer.click()
    await expect(page).toHaveURL("/lv/shop?lang=lv")
    await expect(page.getByRole("complementary")).toHaveCount(0)

    await page.evaluate(() => localStorage.removeItem("language"))
    await page.goto("/et/shop")
    await page.getByRole("button", { name: "Aizvērt" }).click()
    await expect(offer).toBeHidden()
    await page.goto("/shop")
    await expect(page, "closing the offer chooses the page's language").toHaveURL("/et/shop")
    await expect(offer).toBeHidden()
    await page.goto(`/news/${ARTICLE_SLUG}?lang=en`)
    await expect(offer).toBeHidden()
  })

  test("a Latvian post on an Estonian page links to its Latvian page", async ({ page }) => {
    const db = await connectToDatabase()
    const post = await db.one<{ id: string; slug: string }>`
      select p.id, t.slug from team_posts p join teams t on t.id = p.team_id
      where p.language = 'lv' and p.is_published order by p.created_at limit 1`
    const path = postPath(post?.slug ?? "", post?.id ?? "")
    await page.goto(`/et${path}`)
    await page.getByRole("link", { name: "Lasīt latviski?" }).click()
    await expect(page).toHaveURL(`/lv${path}?lang=lv`)
  })
})
