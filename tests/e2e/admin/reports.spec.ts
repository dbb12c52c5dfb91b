import type { Page } from "@playwright/test"
import { connectToDatabase } from "../database.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { getDialog, getRow, openReportedPost, SUPER_ADMIN } from "./screens.ts"

const openCase = (page: Page, title: string) =>
  page.getByRole("button", { name: `Read the reports on “${title}”` }).click()

const getCaseDialog = (page: Page, title: string) => {
  const dialog = page.getByRole("dialog", { name: title, exact: true })
  return {
    dialog,
    reporterAnswer: dialog.getByLabel("Answer to the reporter (optional)"),
    informsAuthor: dialog.getByLabel("Email the author and the team's owner that it's hidden"),
    ownerAnswer: dialog.getByLabel("Answer to the author and the team's owner (optional)"),
    hide: dialog.getByRole("button", { name: /^Hide/ }),
    dismiss: dialog.getByRole("button", { name: "Dismiss" }),
  }
}

test("a super admin reads the reporters and reasons of a case, and hides the post with a reply", async ({
  page,
  otherPages,
}) => {
  const db = await connectToDatabase()
  const { title, id, team, owner } = await openReportedPost(page, otherPages.openBrowser)
  const caseRow = getRow(page, title)
  for (const fact of ["2 reports", "Spam or advertising", "Bullying or hate", owner.name, "Post"]) {
    await expect(caseRow).toContainText(fact)
  }
  await expect(caseRow.getByRole("link", { name: /^View/ })).toHaveAttribute(
    "href",
    `/teams/${team.slug}/posts/${id}`,
  )
  await openCase(page, title)
  const { dialog, reporterAnswer, informsAuthor, ownerAnswer, hide } = getCaseDialog(page, title)
  for (const fact of ["They sell tickets.", "Rūta", "Jonas", owner.name]) {
    await expect(dialog).toContainText(fact)
  }
  await reporterAnswer.fill("Thank you, Rūta.")
  await informsAuthor.uncheck()
  await expect(ownerAnswer).toHaveCount(0)
  await hide.click()
  await expect(getDialog(page, `Hide “${title}”?`)).toContainText("gets no email for now")
  await page.keyboard.press("Escape")
  await informsAuthor.check()
  await ownerAnswer.fill("Tickets are not sold here.")
  await hide.click()
  const confirmation = getDialog(page, `Hide “${title}”?`)
  await expect(confirmation).toContainText("The author and the team's owner get an email")
  await expect(confirmation).toContainText("gets an email too, and stays anonymous")
  await confirmation.getByRole("button", { name: "Cancel" }).click()
  await expect(reporterAnswer).toHaveValue("Thank you, Rūta.")
  await expect(ownerAnswer).toHaveValue("Tickets are not sold here.")
  await hide.click()
  await confirmation.getByRole("button", { name: "Hide the post" }).dblclick()
  await expect(
    getToasts(page).getByText("is hidden, and both sides will get an email"),
  ).toHaveCount(1)
  await expect(dialog).toHaveCount(0)
  await expect(caseRow.getByText("Hidden", { exact: true })).toBeVisible()
  const stored = await db.one<{ status: string; reply: string; is_hidden: boolean }>`
    select c.status, c.reply, c.owner_reply, p.hidden_at is not null as is_hidden
    from report_cases c join team_posts p on p.id = c.post_id where p.id = ${id}`
  expect(stored).toEqual({
    status: "hidden",
    reply: "Thank you, Rūta.",
    owner_reply: "Tickets are not sold here.",
    is_hidden: true,
  })

  await page.reload()
  await expect(page.getByText("Nothing here matches.")).toBeVisible()
  await page.getByLabel("Show").selectOption({ label: "Hidden" })
  await openCase(page, title)
  await expect(dialog).toContainText(SUPER_ADMIN)
  await expect(dialog).toContainText("Tickets are not sold here.")
  await expect(hide).toHaveCount(0)
  await expect(dialog.getByRole("link", { name: "Show it again" })).toHaveAttribute(
    "href",
    "/admin/posts?filter=hidden",
  )
})

test("a case can be opened by keyboard, and its row has the focus after the case is closed", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const { title } = await openReportedPost(page, otherPages.openBrowser)
  const openButton = page.getByRole("button", { name: `Read the reports on “${title}”` })
  await openButton.focus()
  await page.keyboard.press("Enter")
  const { dialog, dismiss } = getCaseDialog(page, title)
  await expect(dialog).toBeFocused()
  await expect(dismiss).toBeVisible()
  await dismiss.focus()
  await page.keyboard.press("Enter")
  await expect(getDialog(page, `Dismiss the reports on “${title}”?`)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(dismiss).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect(openButton).toBeFocused()
})
