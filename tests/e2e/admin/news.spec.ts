import type { Page } from "@playwright/test"
import { makeArticle } from "../../support/factories.ts"
import { expectAccessible } from "../accessible.ts"
import { signInAs } from "../accounts.ts"
import { connectToDatabase } from "../database.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { getDialog, getRow, openAdmin } from "./screens.ts"

async function openDrafts(page: Page, count: number): Promise<string> {
  const uniqueWord = crypto.randomUUID().slice(0, 8)
  const db = await connectToDatabase()
  for (let n = 1; n <= count; n += 1) {
    const fields = { title: `Article ${n} ${uniqueWord}`, slug: `article-${n}-${uniqueWord}` }
    await makeArticle(db, { ...fields, content: "First words.", published: false })
  }
  await openAdmin(page, `/admin/news?search=${uniqueWord}`, "News")
  await expect(getRow(page, uniqueWord)).toHaveCount(count)
  return uniqueWord
}

const getEditor = (page: Page) => page.getByRole("dialog", { name: "Edit article" })

/** Opens the menu of the button with the state of an article (such as "Draft"), and chooses an item. */
async function choosePublishing(page: Page, button: string, item: string) {
  await getEditor(page).getByRole("button", { name: button, exact: true }).click()
  await page.getByRole("menuitem", { name: item }).click()
}

test("the publication of an article can be planned for a future time, but not for a past time @slow", async ({
  page,
}) => {
  const uniqueWord = await openDrafts(page, 1)
  await getRow(page, uniqueWord).getByRole("button", { name: /^Edit/ }).click()
  await choosePublishing(page, "Publish", "Publish at a time…")
  const planDialog = getDialog(page, "Publish at a time")
  await planDialog.getByLabel("Publish at").fill("2020-01-01T10:00")
  await planDialog.getByRole("button", { name: "Plan publishing" }).click()
  await expect(planDialog.getByText("Choose a time in the future")).toBeVisible()
  await planDialog.getByLabel("Publish at").fill("2050-01-01T10:00")
  await expectAccessible(page, "the dialog that plans publishing")
  await page.keyboard.press("Enter")
  await expectAccessible(page, "the dialog with warnings before publishing")
  await page.getByRole("button", { name: "Publish anyway" }).click()
  await expect(getToasts(page).getByText("Publishing planned")).toBeVisible()
  await expect(getRow(page, uniqueWord).getByText("Planned", { exact: true })).toBeVisible()
  await expect(getRow(page, uniqueWord)).toContainText("January 1, 2050 at 10:00 AM")
  await page.getByLabel("Show").selectOption({ label: "Planned" })
  await expect(getRow(page, uniqueWord)).toHaveCount(1)
  await getRow(page, uniqueWord).getByRole("button", { name: /^Edit/ }).click()
  await choosePublishing(page, "Planned", "Change the time…")
  await expect(planDialog.getByLabel("Publish at")).toHaveValue("2050-01-01T10:00")
  await page.keyboard.press("Escape")
  await getEditor(page).getByRole("button", { name: "Planned" }).press("Enter")
  await expect(page.getByRole("menuitem", { name: "Publish now" })).toBeFocused()
  await expectAccessible(page, "the publishing menu")
  await page.keyboard.press("End")
  await expect(page.getByRole("menuitem", { name: "Cancel the plan" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(getToasts(page).getByText("Draft saved")).toBeVisible()
})

test.describe("two editors at once", () => {
  test.use({ expectedErrors: /status of 409/ })

  test("a draft opens on another device, and two saves are merged field by field", {
    tag: "@slow",
  }, async ({ page, otherPages }) => {
    const uniqueWord = await openDrafts(page, 1)
    await getRow(page, uniqueWord).getByRole("button", { name: /^Edit/ }).click()
    await getEditor(page).getByLabel("Excerpt").fill("Begun here.")
    await expect(getEditor(page).getByText("Saved as a draft")).toBeVisible()
    const url = page.url()

    const otherEditor = await otherPages.openBrowser()
    await signInAs(otherEditor, "super")
    await otherEditor.goto(url)
    await expect(getEditor(otherEditor).getByLabel("Excerpt")).toHaveValue("Begun here.")
    await expect(
      getEditor(otherEditor).getByText(/^Your unsaved changes from .+ are back/),
    ).toBeVisible()

    const id = new URL(url).searchParams.get("edit")
    const { updated_at } = await (await otherEditor.request.get(`/api/admin/news/${id}`)).json()
    const edit = {
      content: "First words.\n\nTheir paragraph.",
      excerpt: "Their excerpt.",
      updated_at,
    }
    expect(
      (await otherEditor.request.patch(`/api/admin/news/${id}`, { data: edit })).status(),
    ).toBe(200)
    await otherEditor.close()

    await getEditor(page).getByRole("button", { name: "Save draft" }).click()
    const conflict = page.getByRole("dialog", { name: /^.+ saved a newer version/ })
    const content = conflict.getByRole("group", { name: "Content" })
    await expect(content.getByText("Their paragraph.")).toBeVisible()
    await expect(content.getByRole("radio").first()).toBeChecked()
    const excerpt = conflict.getByRole("group", { name: "Excerpt" })
    await expect(excerpt.getByText("Their excerpt.")).toBeVisible()
    await expect(excerpt.getByText("Changed in both versions")).toBeVisible()
    await expect(excerpt.getByRole("radio", { name: "Yours" })).toBeChecked()
    await expectAccessible(page, "the dialog of an edit conflict")
    await conflict.getByRole("button", { name: "Save this" }).click()
    await expect(getToasts(page).getByText("Draft saved")).toBeVisible()
    await getRow(page, uniqueWord).getByRole("button", { name: /^Edit/ }).click()
    await expect(getEditor(page).getByLabel("Excerpt")).toHaveValue("Begun here.")
    await expect(getEditor(page).getByLabel("Content")).toContainText("Their paragraph.")
  })
})

test("an editor compares an earlier version with the current version and restores it by saving", {
  tag: "@slow",
}, async ({ page }) => {
  const uniqueWord = await openDrafts(page, 1)
  await getRow(page, uniqueWord).getByRole("button", { name: /^Edit/ }).click()
  await getEditor(page).getByLabel("Content").fill("Second words.")
  await getEditor(page).getByRole("button", { name: "Save draft" }).click()
  await expect(getToasts(page).getByText("Draft saved")).toBeVisible()
  await getRow(page, uniqueWord).getByRole("button", { name: /^Edit/ }).click()
  await getEditor(page).getByRole("button", { name: "Earlier versions" }).click()
  const dialog = getDialog(page, "Earlier versions")
  await dialog.getByRole("list", { name: "Versions" }).getByRole("button").last().click()
  const content = dialog.getByRole("region", { name: "Content" })
  await expect(content.getByRole("deletion")).toHaveText("First")
  await expect(content.getByRole("insertion")).toHaveText("Second")
  await expectAccessible(page, "the dialog with earlier versions")
  await dialog.getByRole("button", { name: "Restore to the editor" }).click()
  await expect(dialog).toHaveCount(0)
  await expect(getEditor(page).getByLabel("Content")).toHaveText("First words.")
  await getEditor(page).getByRole("button", { name: "Save draft" }).click()
  await getRow(page, uniqueWord).getByRole("button", { name: /^Edit/ }).click()
  await expect(getEditor(page).getByLabel("Content")).toHaveText("First words.")
})
