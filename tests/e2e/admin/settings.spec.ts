/** The settings: each row as it is right now. */
import type { Page } from "@playwright/test"
import { expectClean } from "../clean.ts"
import { siteDatabase } from "../database.ts"
import { expect, test } from "../test.ts"
import { openAdmin } from "./screens.ts"

const ROWS = [
  ["Database", "Healthy"],
  ["Authentication", "Operational"],
  ["File Storage", "Available"],
  ["Real-time", "Connected"],
  ["Row-level security", "Enabled"],
  ["Email verification", "Optional"],
  ["Password requirements", "Standard"],
  ["Public registration", "Enabled"],
  ["Default role", "User"],
  ["Team creation", "All Users"],
  ["Post moderation", "Disabled"],
  ["Video embedding", "Enabled"],
  ["File upload limit", "10MB"],
] as const

/** What is said of a row. */
const said = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) })

test("every row of the spec says how it is", async ({ page }) => {
  await openAdmin(page, "/admin/settings", "Settings")
  for (const [label, state] of ROWS) await expect(said(page, label)).toContainText(state)
  await expect(said(page, "Database")).toContainText(/answered in \d+ ms/)
  await expect(said(page, "Password requirements")).toContainText("At least 6 characters")
  await expect(said(page, "Video embedding")).toContainText("YouTube and Vimeo")
})

test("rows are being checked until the answer is there, and are checked again on request", async ({
  page,
}) => {
  const answer = Promise.withResolvers<void>()
  await page.route("**/api/admin/settings", async (route) => {
    await answer.promise
    await route.continue()
  })
  await openAdmin(page, "/admin/settings", "Settings")
  await expect(said(page, "Database")).toContainText("Checking…")
  await expect(said(page, "Real-time")).toContainText("Connected")
  answer.resolve()
  await expect(said(page, "Database")).toContainText("Healthy")
  await page.getByRole("button", { name: "Check again" }).click()
  await expect(said(page, "Database")).toContainText("Healthy")
})

test("a table without its policies is seen, and what to do is said", async ({ page }) => {
  const db = await siteDatabase()
  await db.batch([{ text: "create table bare_for_a_test (id integer)", params: [] }])
  try {
    await openAdmin(page, "/admin/settings", "Settings")
    await expect(said(page, "Row-level security")).toContainText("Not in force")
    await expect(said(page, "Row-level security")).toContainText("Run the migrations")
    await expect(said(page, "Database")).toContainText("Healthy")
  } finally {
    await db.batch([{ text: "drop table bare_for_a_test", params: [] }])
  }
})

test.describe("without a connection", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test("nothing is claimed to work", async ({ page }) => {
    await page.route("**/api/admin/settings", (route) => route.abort("internetdisconnected"))
    await page.route("**/build.json", (route) => route.abort("internetdisconnected"))
    await openAdmin(page, "/admin/settings", "Settings")
    await expect(said(page, "Database")).toContainText("Not known")
    await expect(said(page, "Database")).toContainText("Daina cannot be reached")
    await expect(said(page, "Real-time")).toContainText("Disconnected")
    await expectClean(page, "settings, failing")
  })
})

for (const width of [390, 1440]) {
  test(`is clean at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAdmin(page, "/admin/settings", "Settings")
    await expect(said(page, "Database")).toContainText("Healthy")
    await expectClean(page, "settings")
  })
}
