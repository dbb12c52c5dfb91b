import { ARTICLE } from "../pages.ts"
import { expect, test } from "../test.ts"

test("choosing a language leads to the same page there, mirrors it in the address and remembers it", async ({
  page,
}) => {
  await page.goto(`/news/${ARTICLE}`)
  await page.getByRole("banner").locator("summary").click()
  await page.getByRole("link", { name: "Latviešu" }).click()
  await expect(page).toHaveURL(`/lv/news/${ARTICLE}?lang=lv`)
  await expect(page.locator("html")).toHaveAttribute("lang", "lv")
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("lv")

  await page.goto("/news")
  await expect(page).toHaveURL("/lv/news")
})

test("English can be chosen back", async ({ page }) => {
  await page.goto("/ru/news")
  await page.getByRole("banner").locator("summary").click()
  await page.getByRole("link", { name: "English" }).click()
  await expect(page).toHaveURL("/news?lang=en")
  await page.goto("/shop")
  await expect(page).toHaveURL("/shop")
})

test("lang in the address beats the path, the path beats what was saved", async ({ page }) => {
  await page.goto("/lv/shop?lang=et&from=friend#x")
  await expect(page).toHaveURL("/et/shop?lang=et&from=friend#x")
  await page.goto("/lt/shop")
  await expect(page).toHaveURL("/lt/shop")
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("lt")
  await page.goto("/shop?lang=xx")
  await expect(page).toHaveURL("/lt/shop?lang=xx")
})

test("/en is the English site", async ({ request }) => {
  const answer = await request.get("/en/news", { maxRedirects: 0 })
  expect([answer.status(), answer.headers()["location"]]).toEqual([301, "/news"])
})

test("an article keeps its own language on another language's page, and says so", async ({
  page,
}) => {
  await page.goto(`/ru/news/${ARTICLE}`)
  await expect(page.locator("html")).toHaveAttribute("lang", "ru")
  await expect(page.getByRole("heading", { level: 1 })).toHaveAttribute("lang", "en")
  await expect(page.getByRole("main").getByText("English").first()).toBeVisible()
})

test("a stray token fragment is removed from the address", async ({ page }) => {
  await page.goto("/shop#access_token=secret&refresh_token=secret")
  await expect(page).toHaveURL("/shop")
})
