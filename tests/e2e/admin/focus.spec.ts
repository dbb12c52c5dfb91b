import type { Page } from "@playwright/test"
import { connectToDatabase } from "../database.ts"
import { expect, test } from "../test.ts"
import { getRow, openAdmin, search } from "./screens.ts"

/** Opens the inbox with new suggestions, of which "Wish 1" is first. Returns a unique word in the titles. */
async function openInbox(page: Page, count: number): Promise<string> {
  const db = await connectToDatabase()
  const uniqueWord = crypto.randomUUID().slice(0, 8)
  for (let n = count; n >= 1; n -= 1) {
    await db.one`
      insert into suggestions (name, email, category, priority, title, description, language)
      values ('Mari', 'mari@daina.test', 'other', 'low', ${`Wish ${n} ${uniqueWord}`}, 'Text', 'en')`
  }
  await openAdmin(page, "/admin/suggestions", "Suggestions")
  await search(page, uniqueWord)
  await expect(getRow(page, uniqueWord)).toHaveCount(count)
  return uniqueWord
}

async function deleteRowByKeyboard(page: Page, text: string): Promise<void> {
  await getRow(page, text)
    .getByRole("button", { name: /^Delete/ })
    .focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(getRow(page, text)).toHaveCount(0)
}

test("after a deletion, the next row has the focus, or else the previous row, or else the heading", async ({
  page,
}) => {
  const uniqueWord = await openInbox(page, 3)
  await deleteRowByKeyboard(page, `Wish 1 ${uniqueWord}`)
  await expect(getRow(page, `Wish 2 ${uniqueWord}`)).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(getRow(page, `Wish 2 ${uniqueWord}`).getByRole("checkbox")).toBeFocused()
  await deleteRowByKeyboard(page, `Wish 3 ${uniqueWord}`)
  await expect(getRow(page, `Wish 2 ${uniqueWord}`)).toBeFocused()
  await deleteRowByKeyboard(page, `Wish 2 ${uniqueWord}`)
  await expect(page.getByRole("heading", { level: 1, name: "Suggestions" })).toBeFocused()
})

test("the focus moves from a pressed button to the button that replaces it", {
  tag: "@slow",
}, async ({ page }) => {
  const uniqueWord = await openInbox(page, 2)
  const firstRow = getRow(page, `Wish 1 ${uniqueWord}`)
  await firstRow.getByRole("button", { name: /^Mark as read/ }).focus()
  await page.keyboard.press("Enter")
  await expect(firstRow.getByRole("button", { name: /^Mark as unread/ })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(firstRow.getByRole("button", { name: /^Mark as read/ })).toBeFocused()
})
