import type { Page } from "@playwright/test"
import { connectToDatabase } from "../database.ts"
import { waitForMail } from "../mails.ts"
import { getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { createNamedMember, openAdmin } from "./screens.ts"

test("the dashboard shows counts and the ten newest members", async ({ page }) => {
  const { name, id } = await createNamedMember(page)
  const db = await connectToDatabase()
  const readCount = async (row: Promise<{ n: number } | null>) => String((await row)?.n)
  await openAdmin(page, "/admin", "Admin Dashboard")
  await expect(page.getByText("Manage users, teams, and content")).toBeVisible()
  const getCard = (label: string) => page.getByRole("main").getByRole("link", { name: label })
  const users = await readCount(db.one`select count(*)::integer as n from users`)
  await expect(getCard("Total Users")).toContainText(users)
  const teams = await readCount(db.one`select count(*)::integer as n from teams`)
  await expect(getCard("Total Teams")).toContainText(teams)
  const posts = await readCount(db.one`select count(*)::integer as n from team_posts`)
  await expect(getCard("Total Posts")).toContainText(posts)
  await expect(getCard("Super Admins")).toContainText("1")
  const recent = page.getByRole("list", { name: "Recent Users" }).getByRole("listitem")
  await expect(recent).toHaveCount(10)
  await expect(recent.first()).toContainText(name)
  await expect(recent.first()).toContainText(id)
  await expect(recent.first()).toContainText("Joined")
})

const getMailPanel = (page: Page) => page.getByRole("region", { name: "Emails and Telegram" })
const getMailRows = (page: Page) => getMailPanel(page).getByRole("listitem")
const getRetryButton = (page: Page) => getMailPanel(page).getByRole("button", { name: /^Retry: / })

test("a super admin sends a failed email again", async ({ page }) => {
  const db = await connectToDatabase()
  await db.one`delete from mails where sent_at is null or retried_at is not null`
  const { id, name, email } = await createNamedMember(page)
  await db.one`
    insert into mails (user_id, kind, language, tries, failed_at, last_error, created_at)
    values (${id}, 'password_changed', 'en', 10, now(),
      ${`550 <${email}>: the mailbox is full`}, now() - interval '2 days')`
  await openAdmin(page, "/admin", "Admin Dashboard")
  const row = getMailRows(page).first()
  await expect(getMailRows(page)).toHaveCount(1)
  for (const fact of [name, id, "Password changed", "10 tries", "Failed"]) {
    await expect(row).toContainText(fact)
  }
  await expect(row).toContainText("550 <f…@daina.test>: the mailbox is full")
  await expect(getMailPanel(page)).not.toContainText(email)
  await expect(getMailPanel(page).getByText("Emails failed").locator("..")).toContainText("1")
  await getRetryButton(page).click()
  await expect(getToasts(page).getByText("1 sent")).toBeVisible()
  await expect(row).toContainText("Sent")
  await expect(getRetryButton(page)).toHaveCount(0)
  await expect(
    getMailPanel(page).getByRole("heading", { name: "Emails and Telegram" }),
  ).toBeFocused()
  await expect(getMailPanel(page).getByText("Emails failed").locator("..")).toContainText("0")
  expect((await waitForMail(email)).text).toContain("password")
  await page.goto("/admin/audit")
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(
    "resent an email",
  )
})

const SETTINGS = [
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

const getSetting = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) })

test("every setting is shown with its value", async ({ page }) => {
  await openAdmin(page, "/admin/settings", "Settings")
  for (const [label, value] of SETTINGS) await expect(getSetting(page, label)).toContainText(value)
  await expect(getSetting(page, "Database")).toContainText(/answered in \d+ ms/)
  await expect(getSetting(page, "Password requirements")).toContainText("At least 6 characters")
  await expect(getSetting(page, "Video embedding")).toContainText("YouTube and Vimeo")
})

test("the dashboard lists the pages that the last build could not render, with reason and time", async ({
  page,
}) => {
  const db = await connectToDatabase()
  const reason = "Invalid time zone specified: FOO3"
  const since = new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString()
  const failedPages = ["/events/odd", "/lv/events/odd"].map((path) => ({ path, reason, since }))
  await db.one`
    insert into builds (content_version, status, finished_at, failed_count, failed_pages)
    values (1, 'succeeded', now(), 120, ${JSON.stringify(failedPages)})`
  await openAdmin(page, "/admin", "Admin Dashboard")
  const builds = page.getByRole("region", { name: "The built site" })
  await expect(builds.getByRole("heading", { name: "120 pages couldn't be updated" })).toBeVisible()
  const rows = builds.getByRole("listitem")
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(reason)
  await expect(rows.first()).toContainText("First failed 3 hours ago")
  await expect(rows.nth(1).getByRole("link", { name: "/lv/events/odd" })).toBeVisible()
  await expect(builds.getByText("The first 2 are listed.")).toBeVisible()
  await db.one`
    insert into builds (content_version, status, finished_at, failed_count, failed_pages)
    values (1, 'succeeded', now(), 0, '[]')`
  await page.reload()
  await expect(builds.getByText("Succeeded")).toBeVisible()
  await expect(rows).toHaveCount(0)
})
