/** Where a keyboard is after an act: never back at the top of the page. */
import type { Page } from "@playwright/test"
import { siteDatabase } from "../database.ts"
import { expect, test } from "../test.ts"
import { newMember, openAdmin, question, row, search } from "./screens.ts"

/** Suggestions that no others are called like, newest first, in the opened inbox. */
async function inbox(page: Page, count: number): Promise<string> {
  const db = await siteDatabase()
  const mark = crypto.randomUUID().slice(0, 8)
  for (let n = count; n >= 1; n -= 1) {
    await db.one`
      insert into suggestions (name, email, category, priority, title, description, language)
      values ('Mari', 'mari@daina.test', 'other', 'low', ${`Wish ${n} ${mark}`}, 'Text', 'en')`
  }
  await openAdmin(page, "/admin/suggestions", "Suggestions")
  await search(page, mark)
  await expect(row(page, mark)).toHaveCount(count)
  return mark
}

/** Deletes the row by keyboard alone. */
async function deleteRow(page: Page, text: string): Promise<void> {
  await row(page, text)
    .getByRole("button", { name: /^Delete/ })
    .focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(row(page, text)).toHaveCount(0)
}

test("a row that is deleted leaves the focus to the next one, the last of all to the heading", async ({
  page,
}) => {
  const mark = await inbox(page, 3)
  await deleteRow(page, `Wish 1 ${mark}`)
  await expect(row(page, `Wish 2 ${mark}`)).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(row(page, `Wish 2 ${mark}`).getByRole("checkbox")).toBeFocused()
  await deleteRow(page, `Wish 3 ${mark}`)
  await expect(row(page, `Wish 2 ${mark}`)).toBeFocused()
  await deleteRow(page, `Wish 2 ${mark}`)
  await expect(page.getByRole("heading", { level: 1, name: "Suggestions" })).toBeFocused()
})

test("a button that turns into another keeps the focus in its place", async ({ page }) => {
  const mark = await inbox(page, 2)
  const first = row(page, `Wish 1 ${mark}`)
  await first.getByRole("button", { name: /as read$/ }).focus()
  await page.keyboard.press("Enter")
  await expect(first.getByRole("button", { name: /as unread$/ })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(first.getByRole("button", { name: /as read$/ })).toBeFocused()
})

test("the buttons for many leave it to the choice of all", async ({ page }) => {
  const mark = await inbox(page, 2)
  const bulk = page.getByRole("region", { name: "Several at once" })
  await bulk.getByRole("checkbox").check()
  await bulk.getByRole("button", { name: "Mark as read" }).focus()
  await page.keyboard.press("Enter")
  await expect(row(page, mark).getByText("New", { exact: true })).toHaveCount(0)
  await expect(bulk.getByRole("checkbox")).toBeFocused()
})

test("a row that its filter takes away leaves it to the heading", async ({ page }) => {
  const { name, id } = await newMember(page)
  await openAdmin(page, `/admin/users?filter=user&search=${id}`, "Users")
  await page.getByLabel(`Role of “${name}”`).focus()
  await page.keyboard.press("a")
  const ask = question(page, `Change the role of “${name}”?`)
  await ask.getByRole("button", { name: "Change role" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("Nothing here matches.")).toBeVisible()
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeFocused()
})

test("an unfinished draft that is opened and discarded leaves it to the heading", async ({
  page,
}) => {
  await openAdmin(page, "/admin/ideas", "Ideas")
  await page.getByRole("button", { name: "New idea" }).focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: "New idea" })
  await expect(dialog.getByLabel("Title")).toBeFocused()
  await page.keyboard.type("A bus")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: "New idea" })).toBeFocused()
  await page.getByRole("button", { name: "Continue writing" }).focus()
  await page.keyboard.press("Enter")
  await dialog.getByRole("button", { name: "Discard them" }).click()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("heading", { level: 1, name: "Ideas" })).toBeFocused()
})

test.describe("the connection is lost", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test("trying again goes on from the heading", async ({ page }) => {
    await page.route("**/api/admin/teams*", (route) => route.abort("internetdisconnected"))
    await openAdmin(page, "/admin/teams", "Teams")
    await page.getByRole("button", { name: "Try again" }).focus()
    await page.unroute("**/api/admin/teams*")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("list", { name: "Teams" })).toBeVisible()
    await expect(page.getByRole("heading", { level: 1, name: "Teams" })).toBeFocused()
  })
})
