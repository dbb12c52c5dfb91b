/** The audit log: what was done in the area is found there, and readable. */
import { expectClean } from "../clean.ts"
import { siteDatabase } from "../database.ts"
import { expect, test } from "../test.ts"
import { newMember, openAdmin, row } from "./screens.ts"

test.beforeEach(async () => {
  const db = await siteDatabase()
  await db.one`delete from attempts where action = 'role_update'`
})

test("an act is listed with who, what, when, why, and what changed", async ({ page }) => {
  const { id } = await newMember(page)
  await openAdmin(page, "/admin/users", "Users")
  for (const role of ["admin", "super_admin", "user"]) {
    await page.request.put(`/api/admin/users/${id}/role`, { data: { role } })
  }
  await page.goto("/admin/audit")
  const entry = row(page, "user_roles.update").first()
  await expect(entry).toContainText("Role changed")
  await expect(entry).toContainText("by Elīna Straume")
  await expect(entry).toContainText("Reason: Changed in the admin panel")
  await entry.getByText("What changed").click()
  const change = entry.getByRole("row").filter({ hasText: "role" }).last()
  await expect(change.getByRole("cell").first()).toHaveText("admin")
  await expect(change.getByRole("cell").last()).toHaveText("super_admin")
})

test("it is narrowed to a subject, a time, a person and a row, kept in the address", async ({
  page,
}) => {
  const { id } = await newMember(page)
  await openAdmin(page, "/admin/users", "Users")
  await page.request.put(`/api/admin/users/${id}/block`, { data: { reason: "Spam" } })
  await page.goto("/admin/audit")
  const rows = page.getByRole("list", { name: "Audit log" }).getByRole("listitem")
  await page.getByLabel("Subject").selectOption({ label: "User" })
  await expect(page).toHaveURL("/admin/audit?action=users.")
  await expect(rows.filter({ hasText: "Article" })).toHaveCount(0)
  const entry = rows.filter({ hasText: "Reason: Spam" }).first()
  await expect(entry).toContainText("User blocked")
  await entry.getByRole("button", { name: "All that was done to the same" }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get("target") === id)
  await expect(rows).toHaveCount(1)
  await page.getByLabel("To", { exact: true }).fill("2020-01-01")
  await expect(page.getByText("Nothing here matches.")).toBeVisible()
  await page.reload()
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("2020-01-01")
  await page.getByLabel("To", { exact: true }).fill("")
  await page.getByRole("button", { name: /Only about/ }).click()
  await rows.first().getByRole("button", { name: "All that this person did" }).click()
  await expect(page.getByRole("button", { name: /Only by/ })).toBeVisible()
  await page.goto("/admin/audit")
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel("From", { exact: true }).fill(today)
  await page.getByLabel("To", { exact: true }).fill(today)
  await expect(rows.first()).toBeVisible()
})

test("its entries offer nothing to change them", async ({ page }) => {
  await openAdmin(page, "/admin/audit?action=news.", "Audit log")
  await expect(row(page, "Article created").first()).toBeVisible()
  await expect(page.getByRole("button", { name: /Edit|Delete/ })).toHaveCount(0)
})

for (const width of [390, 1440]) {
  test(`is clean at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAdmin(page, "/admin/audit", "Audit log")
    await row(page, "created").first().getByText("What changed").click()
    await expectClean(page, "the audit log")
  })
}
