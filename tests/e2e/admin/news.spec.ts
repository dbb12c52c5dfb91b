/** Articles: found, planned, put back to what they said, and acted on by the many. */
import type { Page } from "@playwright/test"
import { expectClean } from "../clean.ts"
import { toasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { openAdmin, question, row, search } from "./screens.ts"

/** Drafts that no others are called like, in the opened list. */
async function drafts(page: Page, count: number): Promise<string> {
  const mark = crypto.randomUUID().slice(0, 8)
  await openAdmin(page, "/admin/news", "News")
  for (let n = 1; n <= count; n += 1) {
    const answer = await page.request.post("/api/admin/news", {
      data: {
        title: `Article ${n} ${mark}`,
        slug: `article-${n}-${mark}`,
        excerpt: null,
        content: "First words.",
        cover_image_url: null,
        country: null,
        language: "en",
        is_featured: false,
        is_published: false,
      },
    })
    expect(answer.status()).toBe(201)
  }
  await search(page, mark)
  await expect(row(page, mark)).toHaveCount(count)
  return mark
}

const editor = (page: Page) => page.getByRole("dialog", { name: "Edit article" })

test("an article is planned for a moment to come, and not for one that is past", async ({
  page,
}) => {
  const mark = await drafts(page, 1)
  await row(page, mark).getByRole("button", { name: /^Edit/ }).click()
  await editor(page).getByLabel("Publish at").fill("2020-01-01T10:00")
  await editor(page).getByRole("button", { name: "Plan publishing" }).click()
  await expect(editor(page).getByText("This moment is past already")).toBeVisible()
  await editor(page).getByLabel("Publish at").fill("2050-01-01T10:00")
  await expectClean(page, "an article that is planned")
  await editor(page).getByRole("button", { name: "Plan publishing" }).click()
  await expect(toasts(page).getByText("Publishing planned")).toBeVisible()
  await expect(row(page, mark).getByText("Planned", { exact: true })).toBeVisible()
  await expect(row(page, mark)).toContainText("January 1, 2050 at 10:00 AM")
  await page.getByLabel("Show").selectOption({ label: "Planned" })
  await expect(row(page, mark)).toHaveCount(1)
  await row(page, mark).getByRole("button", { name: /^Edit/ }).click()
  await expect(editor(page).getByLabel("Publish at")).toHaveValue("2050-01-01T10:00")
})

test.describe("where clocks jump forward in spring", () => {
  test.use({ timezoneId: "Europe/Riga" })

  test("the hour that is left out is named, and stays as it was typed", async ({ page }) => {
    const mark = await drafts(page, 1)
    await row(page, mark).getByRole("button", { name: /^Edit/ }).click()
    const field = editor(page).getByLabel("Publish at")
    await field.fill("2027-03-28T03:30")
    await editor(page).getByRole("button", { name: "Plan publishing" }).click()
    await expect(editor(page).getByText("There is no such hour that night")).toBeVisible()
    await expect(field).toHaveValue("2027-03-28T03:30")
    await expect(field).toBeFocused()
    await page.keyboard.press("Escape")
    await row(page, mark).getByRole("button", { name: /^Edit/ }).click()
    await expect(field).toHaveValue("2027-03-28T03:30")
    await field.fill("2027-03-28T04:30")
    await editor(page).getByRole("button", { name: "Plan publishing" }).click()
    await expect(row(page, mark)).toContainText("March 28, 2027 at 4:30 AM")
  })
})

test("an earlier version is compared with the present one, and restored by a save", async ({
  page,
}) => {
  const mark = await drafts(page, 1)
  await row(page, mark).getByRole("button", { name: /^Edit/ }).click()
  await editor(page).getByLabel("Content").fill("Second words.")
  await editor(page).getByRole("button", { name: "Save draft" }).click()
  await expect(toasts(page).getByText("Draft saved")).toBeVisible()
  await row(page, mark).getByRole("button", { name: /^Edit/ }).click()
  await editor(page).getByRole("button", { name: "Earlier versions" }).click()
  const dialog = question(page, "Earlier versions")
  await dialog.getByRole("list", { name: "Versions" }).getByRole("button").last().click()
  const content = dialog.getByRole("region", { name: "Content" })
  await expect(content).toContainText("First words.")
  await expect(content).toContainText("Second words.")
  await expectClean(page, "the versions of an article")
  await dialog.getByRole("button", { name: "Restore into the editor" }).click()
  await expect(dialog).toHaveCount(0)
  await expect(editor(page).getByLabel("Content")).toHaveValue("First words.")
  await editor(page).getByRole("button", { name: "Save draft" }).click()
  await row(page, mark).getByRole("button", { name: /^Edit/ }).click()
  await expect(editor(page).getByLabel("Content")).toHaveValue("First words.")
})

test("many are published, hidden and deleted at once", async ({ page }) => {
  const mark = await drafts(page, 2)
  const bulk = page.getByRole("region", { name: "Several at once" })
  await bulk.getByRole("checkbox").check()
  await bulk.getByRole("button", { name: "Publish" }).click()
  await expect(toasts(page).getByText("2 articles published")).toBeVisible()
  await expect(row(page, mark).getByText("Published", { exact: true })).toHaveCount(2)
  await bulk.getByRole("checkbox").check()
  await bulk.getByRole("button", { name: "Hide" }).click()
  await expect(row(page, mark).getByText("Draft", { exact: true })).toHaveCount(2)
  await bulk.getByRole("checkbox").check()
  await bulk.getByRole("button", { name: "Delete" }).click()
  await expect(page.getByRole("dialog")).toContainText("delete 2 articles?")
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).dblclick()
  await expect(toasts(page).getByText("2 articles deleted")).toHaveCount(1)
  await expect(page.getByText("Nothing here matches.")).toBeVisible()
})

test.describe("the connection is lost", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test("versions say that they could not be loaded, and come on another try", async ({ page }) => {
    const mark = await drafts(page, 1)
    await page.route("**/revisions", (route) => route.abort("internetdisconnected"))
    await row(page, mark).getByRole("button", { name: /^Edit/ }).click()
    await editor(page).getByRole("button", { name: "Earlier versions" }).click()
    const dialog = question(page, "Earlier versions")
    await expect(dialog.getByText("The versions could not be loaded")).toBeVisible()
    await page.unroute("**/revisions")
    await dialog.getByRole("button", { name: "Try again" }).click()
    await expect(dialog.getByRole("list", { name: "Versions" })).toBeVisible()
  })
})
