import type { Page } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { expect, test } from "../test.ts"

const getDialog = (page: Page) => page.locator("dialog.search")
const getField = (page: Page) => getDialog(page).getByRole("searchbox")
const getResults = (page: Page) => getDialog(page).getByRole("heading", { level: 3 })
/** Waits until `src/layouts/page.ts` has set `data-scripts`: from then on, search reacts to keys. */
const expectScriptsLoaded = (page: Page) =>
  expect(page.locator("html")).toHaveAttribute("data-scripts", "here")

async function openSearch(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expectScriptsLoaded(page)
  await page.keyboard.press("/")
  await expect(getField(page)).toBeFocused()
}

test("results are grouped by kind, link to the page's language, and work with arrow keys", async ({
  page,
}) => {
  await openSearch(page, "/lv/news")
  await getField(page).fill("rigas zvaigznes")
  await expect(getDialog(page).getByRole("heading", { level: 2, name: /./ }).first()).toBeVisible()
  const team = getResults(page).getByRole("link", { name: "Rīgas Zvaigznes", exact: true })
  await expect(team).toHaveCount(1)
  await expect(team).toHaveAttribute("href", "/lv/teams/rigas-zvaigznes")
  await page.keyboard.press("ArrowDown")
  await expect(team).toBeFocused()
  await page.keyboard.press("ArrowUp")
  await expect(getField(page)).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(team).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/lv/teams/rigas-zvaigznes")
})

test("letters that are typed while search loads appear in the search field", async ({ page }) => {
  await page.goto("/news", { waitUntil: "commit" })
  await page.locator("[data-search]").first().waitFor()
  await page.keyboard.type("/zaibas")
  await expect(getField(page)).toBeFocused()
  await expect(getField(page)).toHaveValue("zaibas")
  await expect(getResults(page).getByRole("link", { name: "Žaibas", exact: true })).toBeVisible()
})

test("the back button restores the query", { tag: "@slow" }, async ({ page }) => {
  await openSearch(page, "/news")
  await getField(page).fill("zaibas")
  await getResults(page).getByRole("link", { name: "Žaibas", exact: true }).click()
  await expect(page).toHaveURL("/teams/zaibas")
  await page.goBack()
  await expectScriptsLoaded(page)
  if (!(await getDialog(page).isVisible())) await page.keyboard.press("/")
  await expect(getField(page)).toHaveValue("zaibas")
  await expect(getResults(page).first()).toBeVisible()
})

test("a search that led to a page is offered again until the list is cleared", {
  tag: "@slow",
}, async ({ page }) => {
  await openSearch(page, "/news")
  // This query has a typing error, because the list of recent searches must show the query as it was typed.
  await getField(page).fill("zaibsa")
  await getResults(page).getByRole("link", { name: "Žaibas", exact: true }).click()
  await expect(page).toHaveURL("/teams/zaibas")
  await openSearch(page, "/shop")
  const recent = getDialog(page).getByRole("button", { name: "zaibsa" })
  await recent.click()
  await expect(getField(page)).toHaveValue("zaibsa")
  await expect(getResults(page).first()).toBeVisible()
  await getField(page).fill("")
  await getDialog(page).getByRole("button", { name: "Clear" }).click()
  await expect(recent).toBeHidden()
  await expect(getField(page)).toBeFocused()
})

test("Escape closes search and returns the focus to its button", async ({ page }) => {
  await page.goto("/news")
  const button = page.getByRole("banner").getByRole("button", { name: "Search" })
  await button.click()
  await getField(page).fill("rigas")
  await page.keyboard.press("Escape")
  await expect(getDialog(page)).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press("Control+k")
  await expect(getField(page)).toBeFocused()
  await getDialog(page).getByRole("button", { name: "Close" }).click()
  await expect(getDialog(page)).toBeHidden()
})

test("search loads nothing before it is opened, and then only the files that a query needs", async ({
  page,
}) => {
  const loadedPaths: string[] = []
  page.on("request", (request) => {
    if (/search/i.test(request.url())) loadedPaths.push(new URL(request.url()).pathname)
  })
  await page.goto("/news", { waitUntil: "networkidle" })
  await expectScriptsLoaded(page)
  expect(loadedPaths).toEqual([])
  await page.keyboard.press("/")
  await getField(page).fill("zaibas")
  await expect(getResults(page).first()).toBeVisible()
  const wordFiles = loadedPaths.filter((path) => path.includes("/words-"))
  expect(loadedPaths).toContain("/search/en.json")
  expect(wordFiles).toHaveLength(1)
})

test("a query without results suggests other pages", { tag: "@slow" }, async ({ page }) => {
  await openSearch(page, "/news")
  await getField(page).fill("qqzzq")
  await expect(
    getDialog(page).getByRole("heading", { name: "Nothing found for “qqzzq”" }),
  ).toBeVisible()
  await expect(getDialog(page).getByRole("status")).toHaveText("Nothing found for “qqzzq”")
  await getDialog(page).getByRole("link", { name: "Calendar" }).click()
  await expect(page).toHaveURL("/calendar")
})

test("a button shows more results of a kind, and the first new result has the focus", {
  tag: "@slow",
}, async ({ page }) => {
  await openSearch(page, "/news")
  await getField(page).fill("dance")
  const news = getDialog(page).getByRole("region", { name: "News" })
  await expect(news.getByRole("link")).toHaveCount(4)
  await news.getByRole("button", { name: /^Show \d+ more$/ }).click()
  await expect(news.getByRole("link").nth(4)).toBeFocused()
})

test.describe("without a connection", () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_INTERNET/ })

  test("search shows a message offline, and works again with a connection", async ({
    page,
    context,
  }) => {
    await openSearch(page, "/news")
    await expect(getDialog(page).getByText("Or look around")).toBeVisible()
    await context.setOffline(true)
    await getField(page).fill("zaibas")
    await expect(getDialog(page).getByText("Search isn't available.").last()).toBeVisible()
    await context.setOffline(false)
    await getDialog(page).getByRole("button", { name: "Try again" }).click()
    await expect(getResults(page).first()).toBeVisible()
  })
})

test.describe("after a new build", () => {
  test.use({ expectedErrors: /404/ })

  test("search loads the new index if the old index no longer exists", { tag: "@slow" }, async ({
    page,
  }) => {
    let requests = 0
    await page.route("**/search/index/**", async (route) => {
      requests += 1
      if (requests === 1) await route.fulfill({ status: 404, body: "" })
      else await route.continue()
    })
    await openSearch(page, "/news")
    await getField(page).fill("zaibas")
    await expect(getResults(page).first()).toBeVisible()
  })
})

test("search is accessible on a phone before typing, with results and without results", {
  tag: "@slow",
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSearch(page, "/news")
  await expect(getDialog(page).getByText("Or look around")).toBeVisible()
  await expectAccessible(page, "search before typing")
  await getField(page).fill("rigas")
  await expect(getResults(page).first()).toBeVisible()
  await expectAccessible(page, "search with results")
  await getField(page).fill("qqzzq")
  await expect(getDialog(page).getByRole("heading", { name: /Nothing found/ })).toBeVisible()
  await expectAccessible(page, "search without results")
})
