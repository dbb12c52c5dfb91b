import { makeIdea } from "../../support/people/ideas.ts"
import { expectAccessible } from "../accessible.ts"
import { connectToDatabase } from "../database.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { getDialog, getRow, openAdmin, openSuggestion, search } from "./screens.ts"

test("a super admin makes an idea popular, answers and deletes it @slow", async ({ page }) => {
  const title = `Idea ${crypto.randomUUID().slice(0, 8)}`
  await makeIdea(await connectToDatabase(), { title, isPopular: false })
  await openAdmin(page, "/admin/ideas", "Ideas")
  await search(page, title)
  const idea = getRow(page, title)
  await expect(idea).toContainText("0 votes")
  await idea.getByRole("button", { name: /^Make/ }).click()
  await expect(idea.getByText("Popular", { exact: true })).toBeVisible()
  await idea.getByRole("button", { name: /^Edit/ }).click()
  const editDialog = page.getByRole("dialog", { name: "Edit idea" })
  await editDialog.getByLabel("Status").selectOption({ label: "Planned" })
  await editDialog.getByLabel("Our answer").fill("In spring.")
  await expectAccessible(page, "the dialog of an idea")
  await editDialog.getByRole("button", { name: "Save changes" }).click()
  await expect(getToasts(page).getByText("Idea updated successfully").last()).toBeVisible()
  await expect(idea.getByText("Planned", { exact: true })).toBeVisible()
  await idea.getByRole("button", { name: /^Delete/ }).click()
  await getDialog(page, "Delete this idea?").getByRole("button", { name: "Delete" }).click()
  await expect(getToasts(page).getByText("Idea deleted successfully")).toBeVisible()
  await expect(idea).toHaveCount(0)
})

test("a suggestion shows its sender, and is marked as read, as unread and deleted", async ({
  page,
}) => {
  const title = await openSuggestion(page)
  const suggestion = getRow(page, title)
  for (const fact of ["Mari Maasikas", "mari@daina.test", "Technology", "Critical Need", "New"]) {
    await expect(suggestion).toContainText(fact)
  }
  await suggestion.getByRole("button", { name: /^Mark as read/ }).click()
  await expect(getToasts(page).getByText("Marked as read")).toBeVisible()
  await expect(suggestion.getByText("New", { exact: true })).toHaveCount(0)
  await suggestion.getByRole("button", { name: /^Mark as unread/ }).click()
  await expect(suggestion.getByText("New", { exact: true })).toBeVisible()
  await suggestion.getByRole("button", { name: /^Delete/ }).click()
  const question = getDialog(page, "Delete this suggestion?")
  await question.getByRole("button", { name: "Delete" }).click()
  await expect(getToasts(page).getByText("Suggestion deleted")).toBeVisible()
  await expect(suggestion).toHaveCount(0)
})

test("a super admin edits a suggestion and turns it into an idea; unsaved changes survive a reload", {
  tag: "@slow",
}, async ({ page }) => {
  const title = await openSuggestion(page)
  await getRow(page, title)
    .getByRole("button", { name: /^Turn into an idea/ })
    .click()
  const dialog = page.getByRole("dialog", { name: "New idea from a suggestion" })
  await expect(dialog.getByLabel("Title")).toHaveValue(title)
  await dialog.getByLabel("Description").fill("Umbrellas for all.")
  await expectAccessible(page, "the dialog for a new idea from a suggestion")
  await page.keyboard.press("Escape")
  await expect(getToasts(page).getByText("Not saved yet")).toBeVisible()
  await page.reload()
  await expect(getRow(page, title)).toContainText("Unsaved changes")
  await getRow(page, title)
    .getByRole("button", { name: /^Turn into an idea/ })
    .click()
  await expect(dialog.getByText(/^Your unsaved changes from .+ are back/)).toBeVisible()
  await expect(dialog.getByLabel("Description")).toHaveValue("Umbrellas for all.")
  await dialog.getByRole("button", { name: "Create idea" }).dblclick()
  await expect(getToasts(page).getByText("Idea created successfully")).toHaveCount(1)
  await expect(getRow(page, title)).toContainText("Turned into an idea")
  await expect(getRow(page, title)).not.toContainText("Unsaved changes")
  await expect(getRow(page, title).getByRole("button", { name: /^Turn into an idea/ })).toHaveCount(
    0,
  )
  const db = await connectToDatabase()
  const created = await db.many<{ description: string }>`
    select description from ideas where title = ${title}`
  expect(created).toEqual([{ description: "Umbrellas for all." }])
})
