/** The dashboard: counts, the newest members with their roles, and the site's builds. */
import { expectClean } from "../clean.ts"
import { siteDatabase } from "../database.ts"
import { toasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { newMember, openAdmin, question, row } from "./screens.ts"

test.beforeEach(async () => {
  const db = await siteDatabase()
  await db.one`delete from attempts where action = 'role_update'`
})

test("counts everything, and shows the ten newest members", async ({ page }) => {
  const { name, id } = await newMember(page)
  const db = await siteDatabase()
  const count = async (sql: Promise<{ n: number } | null>) => String((await sql)?.n)
  await openAdmin(page, "/admin", "Admin Dashboard")
  await expect(page.getByText("Manage users, teams, and content")).toBeVisible()
  const card = (label: string) => page.getByRole("main").getByRole("link", { name: label })
  const users = await count(db.one`select count(*)::integer as n from users`)
  await expect(card("Total Users")).toContainText(users)
  const teams = await count(db.one`select count(*)::integer as n from teams`)
  await expect(card("Total Teams")).toContainText(teams)
  const posts = await count(db.one`select count(*)::integer as n from team_posts`)
  await expect(card("Total Posts")).toContainText(posts)
  await expect(card("Super Admins")).toContainText("1")
  const recent = page.getByRole("list", { name: "Recent Users" }).getByRole("listitem")
  await expect(recent).toHaveCount(10)
  await expect(recent.first()).toContainText(name)
  await expect(recent.first()).toContainText(id)
  await expect(recent.first()).toContainText("Joined")
})

test("a role is given from here, and the counts follow", async ({ page }) => {
  const { name, id } = await newMember(page)
  await openAdmin(page, "/admin", "Admin Dashboard")
  await page.getByLabel(`Role of “${name}”`).selectOption({ label: "Super Admin" })
  await question(page, `Change the role of “${name}”?`)
    .getByRole("button", { name: "Change role" })
    .click()
  await expect(toasts(page).getByText("User role has been updated to Super Admin")).toBeVisible()
  await expect(row(page, id).getByText("Super Admin").first()).toBeVisible()
  const card = page.getByRole("main").getByRole("link", { name: "Super Admins" })
  await expect(card).toContainText("2")
  const db = await siteDatabase()
  await db.one`delete from user_roles where user_id = ${id}`
})

test("the site is built anew on request, though nothing has changed", async ({ page }) => {
  await openAdmin(page, "/admin", "Admin Dashboard")
  const builds = async () => (await (await page.request.get("/api/admin/build")).json()).build
  const panel = page.getByRole("region", { name: "The built site" })
  await expect(panel.getByText("Pending changes")).toBeVisible()
  await expect(panel.getByRole("button", { name: "Rebuild now" })).toBeVisible({ timeout: 90_000 })
  const before = await builds()
  await panel.getByRole("button", { name: "Rebuild now" }).click()
  await expect(toasts(page).getByText("A rebuild is on its way")).toBeVisible()
  await expect(panel.getByRole("button", { name: "Building…" })).toBeVisible()
  await expect(panel.getByRole("button", { name: "Rebuild now" })).toBeVisible({ timeout: 90_000 })
  await expect(panel.getByText("Succeeded")).toBeVisible()
  const after = await builds()
  expect(after.id).toBeGreaterThan(before.id)
  // What other tests publish meanwhile is in it.
  expect(after.content_version).toBeGreaterThanOrEqual(before.content_version)
})

test.describe("when it cannot be loaded", () => {
  test.use({ expectedErrors: /status of 503|ERR_INTERNET_DISCONNECTED/ })

  test("says so, and tries again", async ({ page }) => {
    await page.route("**/api/admin/stats", (route) => route.abort("internetdisconnected"))
    await openAdmin(page, "/admin", "Admin Dashboard")
    await expect(page.getByRole("heading", { name: "Failed to load admin data" })).toBeVisible()
    await page.unroute("**/api/admin/stats")
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByRole("list", { name: "Recent Users" })).toBeVisible()
  })

  test("a builder that is not there is told of", async ({ page }) => {
    await page.route("**/api/admin/build", async (route) => {
      if (route.request().method() !== "POST") return route.continue()
      const body = JSON.stringify({ status: 503, code: "build_unavailable" })
      await route.fulfill({ status: 503, contentType: "application/problem+json", body })
    })
    await openAdmin(page, "/admin", "Admin Dashboard")
    await page.getByRole("button", { name: "Rebuild now" }).click()
    await expect(toasts(page).getByText("The rebuild could not be started")).toBeVisible()
    await expect(page.getByRole("button", { name: "Rebuild now" })).toBeVisible()
  })
})

for (const width of [390, 1440]) {
  test(`is clean at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAdmin(page, "/admin", "Admin Dashboard")
    await expect(page.getByRole("list", { name: "Recent Users" })).toBeVisible()
    await expect(
      page.getByRole("region", { name: "The built site" }).getByText("Pages"),
    ).toBeVisible()
    await expectClean(page, "the dashboard")
  })
}
