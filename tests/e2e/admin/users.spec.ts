import type { Page } from "@playwright/test"
import { connectToDatabase } from "../database.ts"
import { signIn } from "../people.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import {
  chooseAction,
  createNamedMember,
  getDialog,
  getRow,
  getSearchBox,
  openAdmin,
  search,
} from "./screens.ts"

const getRoleField = (page: Page, name: string) => page.getByLabel(`Role of “${name}”`)

// Deletes the attempts of earlier tests, because a super admin may make ten role changes or deletions in five minutes.
test.beforeEach(async () => {
  const db = await connectToDatabase()
  await db.one`delete from attempts where action in ('role-update', 'user-delete')`
})

test("a super admin finds members by name and id, and a reload keeps the search", async ({
  page,
}) => {
  const member = await createNamedMember(page)
  await openAdmin(page, "/admin/users", "Users")
  await expect(getSearchBox(page)).toHaveAttribute("placeholder", "Search by name or user ID")
  await search(page, member.name)
  await expect(getRow(page, member.id)).toBeVisible()
  await expect(page.getByRole("list", { name: "Users" }).getByRole("listitem")).toHaveCount(1)
  await search(page, member.id)
  await expect(getRow(page, member.name)).toContainText("Joined")
  await page.reload()
  await expect(getSearchBox(page)).toHaveValue(member.id)
  await expect(getRow(page, member.name)).toBeVisible()
  await search(page, "nobody is called like this")
  await expect(page.getByText("Nothing here matches.")).toBeVisible()
  await page.getByRole("button", { name: "Show all" }).click()
  await expect(getRow(page, member.name)).toBeVisible()
  await expect(page).toHaveURL("/admin/users")
})

test("a role changes only after a confirmation", async ({ page }) => {
  const { name, id } = await createNamedMember(page)
  await openAdmin(page, `/admin/users?search=${id}`, "Users")
  await getRoleField(page, name).selectOption({ label: "Admin" })
  const confirmation = getDialog(page, `Change the role of “${name}”?`)
  await confirmation.getByRole("button", { name: "Cancel" }).click()
  await expect(getRoleField(page, name)).toHaveValue("user")
  await getRoleField(page, name).selectOption({ label: "Admin" })
  await confirmation.getByRole("button", { name: "Change role" }).click()
  await expect(getToasts(page).getByText("Role updated")).toBeVisible()
  await expect(getToasts(page).getByText("User role has been updated to Admin")).toBeVisible()
  await expect(getRoleField(page, name)).toHaveValue("admin")
  await page.reload()
  await expect(getRoleField(page, name)).toHaveValue("admin")
  const db = await connectToDatabase()
  const entry = await db.one<{ reason: string }>`
    select reason from audit_log where target_id = ${id} and action = 'user_roles.insert'`
  expect(entry?.reason).toBe("Changed in the admin panel")
})

test("a blocked member is logged out and cannot log in until a super admin unblocks the member", async ({
  page,
  otherPages,
}) => {
  const member = await createNamedMember(page)
  const memberPage = await otherPages.openBrowser()
  expect(await signIn(memberPage, member)).toBe(true)
  await openAdmin(page, `/admin/users?search=${member.id}`, "Users")
  await chooseAction(page, member.name, "Block")
  const confirmation = getDialog(page, `Block “${member.name}”?`)
  await confirmation.getByLabel("Reason").fill("Sold tickets that did not exist")
  await confirmation.getByRole("button", { name: "Block" }).click()
  await expect(getToasts(page).getByText("User blocked")).toBeVisible()
  await expect(getRow(page, member.id)).toContainText("Blocked because: Sold tickets")
  const session = await (await memberPage.request.get("/api/auth/session")).json()
  expect(session.user).toBeNull()
  expect(await signIn(memberPage, member)).toBe(false)
  await page.reload()
  await chooseAction(page, member.name, "Unblock")
  await expect(getToasts(page).getByText("User unblocked")).toBeVisible()
  expect(await signIn(memberPage, member)).toBe(true)
})
