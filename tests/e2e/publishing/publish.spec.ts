import type { Page } from "@playwright/test"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { makeSmallPng } from "../../support/pictures.ts"
import { signInAs } from "../accounts.ts"
import { createOwnTeam, postEvent } from "../calendar/teams.ts"
import { connectToDatabase } from "../database.ts"
import { fetchAnonymously, localizePath } from "../pages.ts"
import { expect, test } from "../test.ts"

// The URL of an article that is not built yet has status 404. The page with this status loads the article from the API.
test.use({ rebuilds: true, expectedErrors: /status of 404/ })

const TITLE = "Ночь лайтстиков: Rīga × Vilnius × Põlva"
const SLUG = "noch-laitstikov-riga-vilnius-polva"
/** Slugs of articles that a visitor opens before a build renders them. */
const UNBUILT_SLUGS = ["shell-one", "shell-two"]
const createArticleBody = (slug: string) => ({
  title: slug,
  slug,
  excerpt: null,
  content: "Fresh from the **shell**.",
  cover_image_url: null,
  country: null,
  language: "en",
  is_featured: false,
  is_published: true,
})

const getEditor = (page: Page) => page.getByRole("dialog", { name: /New article|Edit article/ })

async function openNews(page: Page) {
  await signInAs(page, "super")
  await page.goto("/admin/news")
  await expect(page.getByRole("heading", { name: "News", level: 1 })).toBeVisible()
}

const fetchLatestBuild = async (page: Page) =>
  (await (await page.request.get("/api/admin/build")).json()).build

test.beforeAll(async () => {
  const db = await connectToDatabase()
  await db.many`delete from news where slug = any(${[SLUG, ...UNBUILT_SLUGS]}::text[])`
})

test("a new article can be read before a build, and has static pages in all languages after the build", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  await openNews(page)
  await page.getByRole("button", { name: "New article" }).click()
  const dialog = getEditor(page)
  await dialog.getByLabel("Title").fill(TITLE)
  await expect(dialog.getByLabel("Address")).toHaveValue(SLUG)
  await dialog.getByRole("button", { name: "Markdown" }).click()
  await dialog
    .getByLabel("Content")
    .fill("# Вечер\n\nМы были **там**, ūsā, ķ, õ, ė.\n\n<script>window.hacked = 1</script>")
  await dialog.getByLabel("Excerpt").fill("Тысяча огней и один автобус.")
  await dialog.getByLabel("Country").selectOption({ label: "Latvia" })
  await dialog.getByLabel("Language").selectOption({ label: "Русский" })
  await dialog.getByLabel("Cover image").setInputFiles({
    name: "cover.png",
    mimeType: "image/png",
    buffer: await makeSmallPng("#ff5a7d", 1600, 900),
  })
  await expect(dialog.getByRole("img", { name: "Current cover" })).toBeVisible()
  const cropNames = ["Article, phone", "Top story", "Card", "List", "Link preview"]
  await expect(dialog.getByRole("group").getByRole("listitem")).toHaveText(cropNames)
  await dialog.getByLabel(/^Decorative/).check()
  await dialog.getByRole("button", { name: "Publish", exact: true }).click()
  await page.getByRole("menuitem", { name: "Publish now" }).click()
  await expect(page.getByText("Article published")).toBeVisible()

  const buildIdBefore = (await fetchLatestBuild(page))?.id ?? 0
  for (const slug of UNBUILT_SLUGS) {
    const response = await page.request.post("/api/admin/news", { data: createArticleBody(slug) })
    expect(response.status()).toBe(201)
  }
  const reader = await otherPages.openTab()
  await reader.goto("/lv/news/shell-two")
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("shell-two")
  await expect(reader.locator("main strong").first()).toHaveText("shell")
  await expect(reader).toHaveTitle(/shell-two/)
  await reader.close()

  await expect(page.getByRole("region", { name: "Live" })).toBeVisible({ timeout: 90_000 })
  await expect
    .poll(async () => (await fetchAnonymously(page, "/news/shell-two")).status, { timeout: 90_000 })
    .toBe(200)
  const builds = (await fetchLatestBuild(page)).id - buildIdBefore
  expect(
    builds,
    "one build contains all changes that were made during the previous build",
  ).toBeLessThanOrEqual(2)

  for (const locale of LOCALES) {
    const { status, text } = await fetchAnonymously(page, localizePath(locale, `/news/${SLUG}`))
    expect([locale, status]).toEqual([locale, 200])
    expect(text).toContain("Тысяча огней")
    expect(text).toContain("<strong>там</strong>")
    expect(text).not.toContain("<script>window.hacked")
    expect(text).toContain("/uploads/news-images/")
    for (const list of ["/", "/news"]) {
      const links = (await fetchAnonymously(page, localizePath(locale, list))).text.match(
        /href="[^"]*\/news\/[a-z0-9-]+"/g,
      )
      // The home page shows three articles, and the list of news starts with featured articles.
      const listedLinks = links?.slice(0, list === "/" ? 3 : undefined).join()
      expect(listedLinks).toContain(`${localizePath(locale, `/news/${SLUG}`)}"`)
    }
    expect(
      (await fetchAnonymously(page, localizePath(locale, "/feed.xml"))).text.indexOf(SLUG),
    ).toBeGreaterThan(0)
  }
  // The sitemap is written in the second pass of a build, after the pages.
  await expect
    .poll(async () => (await fetchAnonymously(page, "/sitemap.xml")).text, { timeout: 30_000 })
    .toContain(`/ru/news/${SLUG}`)
  await page.goto(`/lv/news/${SLUG}`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(TITLE)
  expect(await page.evaluate(() => "hacked" in window)).toBe(false)
  const picture = page.locator("main img").first()
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test("a new public event is loaded from the API until a build makes its static page", {
  tag: "@slow",
}, async ({ page }) => {
  const team = await createOwnTeam(page)
  const { slug, id } = await postEvent(page, team, {
    title: "Šova Põlvas 💜",
    event_type: "public",
    country: "ee",
    description: "Bring <b>shoes</b>.",
    start_date: "2027-10-30T23:30:00Z",
    end_date: "2027-10-31T02:00:00Z",
  })
  expect(slug).toBe("sova-polvas-2027-10-31")
  const response = await page.goto(`/events/${slug}`)
  expect(response?.status(), "the static page does not exist yet").toBe(404)
  await expect(page).toHaveTitle(/^Šova Põlvas 💜 · /)
  const main = page.getByRole("main")
  await expect(main.getByText("Bring <b>shoes</b>.")).toBeVisible()
  await expect(main.getByRole("link", { name: team.name })).toBeVisible()
  await expect(main.getByRole("link", { name: /^Google Calendar/ })).toBeVisible()
  const calendarLink = main.getByRole("link", { name: "Add to calendar" })
  await expect(calendarLink, "the calendar file exists only after a build").toHaveCount(0)

  await expect
    .poll(async () => (await page.request.get(`/lt/events/${slug}`)).status(), { timeout: 90_000 })
    .toBe(200)
  await page.goto(`/events/${slug}`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Šova Põlvas 💜")
  await expect(calendarLink).toBeVisible()
  for (const feed of ["/calendar.ics", "/ru/calendar/ee.ics"]) {
    expect(await (await page.request.get(feed)).text()).toContain(id)
  }
  expect(await (await page.request.get("/calendar/lv.ics")).text()).not.toContain(id)
})
