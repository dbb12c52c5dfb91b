import { connectToDatabase } from "../database.ts"
import { expect, test } from "../test.ts"
import { createNamedMember, getRow, openAdmin, SUPER_ADMIN } from "./screens.ts"

// Deletes the attempts of earlier tests, which may have reached the limit of role changes.
test.beforeEach(async () => {
  const db = await connectToDatabase()
  await db.one`delete from attempts where action = 'role-update'`
})

test("an entry names the admin, the action, the reason and the changed fields", async ({
  page,
}) => {
  const { id, name } = await createNamedMember(page)
  await openAdmin(page, "/admin/users", "Users")
  await page.request.put(`/api/admin/users/${id}/role`, { data: { role: "admin" } })
  const idea = { title: "A hall", description: "For all.", category: "events", status: "open" }
  const response = await page.request.post("/api/admin/ideas", {
    data: { ...idea, is_popular: false, reply: null, language: "en" },
  })
  expect(response.status()).toBe(201)
  await page.goto("/admin/audit")
  const roleChange = getRow(page, name).first()
  await expect(roleChange).toContainText(`${SUPER_ADMIN} made ${name} an Admin`)
  await expect(roleChange).toContainText("Reason: Changed in the admin panel")
  const entry = getRow(page, `${SUPER_ADMIN} created the idea “A hall”`).first()
  await entry.getByText("What changed").click()
  const changedField = entry.getByRole("row").filter({ hasText: "Category" })
  await expect(changedField.getByRole("cell").last()).toHaveText("Events")
})

test("the log can be filtered by subject, date, admin and target, and the URL keeps the filters", {
  tag: "@slow",
}, async ({ page }) => {
  const { id } = await createNamedMember(page)
  await openAdmin(page, "/admin/users", "Users")
  await page.request.put(`/api/admin/users/${id}/block`, { data: { reason: "Spam" } })
  await page.goto("/admin/audit")
  const rows = page.getByRole("list", { name: "Audit log" }).getByRole("listitem")
  await page.getByLabel("Subject").selectOption({ label: "User" })
  await expect(page).toHaveURL("/admin/audit?action=users.")
  await expect(rows.filter({ hasText: "Article" })).toHaveCount(0)
  const entry = rows.filter({ hasText: "Reason: Spam" }).first()
  await expect(entry).toContainText(`${SUPER_ADMIN} blocked`)
  await entry.getByRole("button", { name: "All actions on the same target" }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get("target") === id)
  await expect(rows).toHaveCount(1)
  await page.getByLabel("To", { exact: true }).fill("2020-01-01")
  await expect(page.getByText("Nothing here matches.")).toBeVisible()
  await page.reload()
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("2020-01-01")
  await page.getByLabel("To", { exact: true }).fill("")
  await page.getByRole("button", { name: /Only about/ }).click()
  await rows.first().getByRole("button", { name: "All actions by this person" }).click()
  await expect(page.getByRole("button", { name: `Only actions by ${SUPER_ADMIN}` })).toBeVisible()
  await page.goto("/admin/audit")
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel("From", { exact: true }).fill(today)
  await page.getByLabel("To", { exact: true }).fill(today)
  await expect(rows.first()).toBeVisible()
})
