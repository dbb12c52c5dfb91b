/** What could not be sent: whom it was for, why, and another try. */
import type { Page } from "@playwright/test"
import type { Db } from "../../../db/client.ts"
import { expectClean } from "../clean.ts"
import { siteDatabase } from "../database.ts"
import { mailTo } from "../mails.ts"
import { toasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { newMember, openAdmin } from "./screens.ts"

const panel = (page: Page) => page.getByRole("region", { name: "Mails and Telegram" })
const rows = (page: Page) => panel(page).getByRole("listitem")
const retry = (page: Page) => panel(page).getByRole("button", { name: /^Retry: / })
const retryAll = (page: Page) => panel(page).getByRole("button", { name: "Retry all" })

/** A mail to a new member that was given up. */
async function failedMail(page: Page, db: Db, kind = "password_changed") {
  const member = await newMember(page)
  await db.one`
    insert into mails (user_id, kind, language, tries, failed_at, last_error, created_at)
    values (${member.id}, ${kind}, 'en', 10, now(),
      ${`550 <${member.email}>: the mailbox is full`}, now() - interval '2 days')`
  return member
}

/** How often the database has counted another try of mails to this member. */
const triesOf = async (db: Db, userId: string) =>
  (
    await db.one<{ tries: number }>`
    select max(tries) as tries from mails where user_id = ${userId} and kind = 'reset_password'`
  )?.tries

/** Until it ends, links for mails are made by this, which is not how the database does it. */
async function whileLinks(db: Db, body: string, work: () => Promise<void>): Promise<void> {
  const run = (text: string) => db.batch([{ text, params: [] }])
  await run(`create function spoil_for_a_test() returns trigger language plpgsql as
    $$ begin ${body} end $$`)
  await run(`create trigger spoil before insert on mail_links
    for each row execute function spoil_for_a_test()`)
  try {
    await work()
  } finally {
    await run("drop trigger spoil on mail_links")
    await run("drop function spoil_for_a_test()")
  }
}

test.beforeEach(async () => {
  const db = await siteDatabase()
  await db.one`delete from mails where sent_at is null or retried_at is not null`
  await db.one`delete from suggestions where tries > 0`
  await db.one`delete from attempts where action = 'send_retry'`
})

test("says that all was sent, and what is missing for sending", async ({ page }) => {
  await openAdmin(page, "/admin", "Admin Dashboard")
  await expect(panel(page)).toContainText("All was sent.")
  await expect(panel(page)).toContainText("Set SMTP_URL to send them")
  await expect(panel(page)).toContainText("Set TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID")
  await expect(retryAll(page)).toHaveCount(0)
})

test("a mail that was given up is sent again, and says so", async ({ page, request }) => {
  const db = await siteDatabase()
  const { id, name, email } = await failedMail(page, db)
  await openAdmin(page, "/admin", "Admin Dashboard")
  const row = rows(page).first()
  await expect(rows(page)).toHaveCount(1)
  await expect(row).toContainText("Note that the password was changed")
  await expect(row).toContainText(name)
  await expect(row).toContainText(id)
  await expect(row).toContainText("10 tries")
  await expect(row).toContainText("f…@daina.test")
  await expect(row).toContainText("550 <f…@daina.test>: the mailbox is full")
  await expect(row).toContainText("Given up")
  await expect(panel(page)).not.toContainText(email)
  await expect(panel(page).getByText("Mails given up").locator("..")).toContainText("1")
  await retry(page).click()
  await expect(toasts(page).getByText("1 sent")).toBeVisible()
  await expect(row).toContainText("Sent")
  await expect(retry(page)).toHaveCount(0)
  await expect(panel(page).getByRole("heading", { name: "Mails and Telegram" })).toBeFocused()
  await expect(panel(page).getByText("Mails given up").locator("..")).toContainText("0")
  await mailTo(request, email)
  await page.goto("/admin/audit")
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Mail retried")
})

test("of all, each has its own result; one that fails again says why", async ({
  page,
  request,
}) => {
  const db = await siteDatabase()
  const well = await failedMail(page, db)
  const ill = await failedMail(page, db, "reset_password")
  await openAdmin(page, "/admin", "Admin Dashboard")
  await whileLinks(db, "raise exception 'no links today';", async () => {
    await retryAll(page).click()
    await expect(toasts(page).getByText("1 sent · 1 failed again")).toBeVisible()
  })
  await mailTo(request, well.email)
  const row = rows(page).filter({ hasText: ill.name })
  await expect(row).toContainText("Failed again")
  await expect(row).toContainText("no links today")
  await expect(row).toContainText("11 tries")
  await expect(rows(page).filter({ hasText: well.name })).toContainText("Sent")
  await retry(page).click()
  await expect(row.getByText("Sent", { exact: true })).toBeVisible()
  await mailTo(request, ill.email)
})

test("a second press, and another admin's, while it is under way send nothing more", async ({
  page,
  others,
}) => {
  const db = await siteDatabase()
  const { id } = await failedMail(page, db, "reset_password")
  await openAdmin(page, "/admin", "Admin Dashboard")
  const tab = await others.tab()
  await tab.goto("/admin")
  await expect(retry(tab)).toBeVisible()
  await whileLinks(db, "perform pg_sleep(3); return new;", async () => {
    await retry(page).click()
    await expect(rows(page)).toContainText("Sending…")
    // It says that it is busy, which a click does not wait for here.
    await retry(page).click({ force: true })
    await expect(retryAll(page)).toHaveCount(0)
    await retry(tab).click()
    for (const screen of [page, tab]) {
      await expect(toasts(screen).getByText("1 sent")).toBeVisible()
    }
  })
  expect(await triesOf(db, id)).toBe(11)
})

test("a suggestion that Telegram did not take is named, and waits for a bot", async ({ page }) => {
  const db = await siteDatabase()
  await db.one`
    insert into suggestions (category, priority, title, description, language, tries, last_error,
      next_try_at)
    values ('events', 'low', 'A night bus for all', 'x', 'en', 3, '403 Forbidden',
      now() + interval '5 minutes')`
  await openAdmin(page, "/admin", "Admin Dashboard")
  await expect(rows(page)).toContainText("403 Forbidden")
  await expect(rows(page)).toContainText("Waiting")
  await expect(retry(page)).toHaveCount(0)
  await expect(retryAll(page)).toHaveCount(0)
  await panel(page).getByRole("link", { name: "A night bus for all" }).click()
  await expect(page).toHaveURL("/admin/suggestions?search=A+night+bus+for+all")
  await expect(page.getByRole("heading", { level: 1, name: "Suggestions" })).toBeVisible()
})

test.describe("when something is in the way", () => {
  test.use({ expectedErrors: /status of (429|404|503)|ERR_INTERNET_DISCONNECTED/ })

  test("a list that cannot be loaded says so, and is tried again", async ({ page }) => {
    await page.route("**/api/admin/sends", (route) => route.abort("internetdisconnected"))
    await openAdmin(page, "/admin", "Admin Dashboard")
    const failure = panel(page).getByRole("alert")
    await expect(failure).toContainText("What could not be sent could not be loaded")
    await page.unroute("**/api/admin/sends")
    await failure.getByRole("button", { name: "Try again" }).click()
    await expect(panel(page)).toContainText("All was sent.")
  })

  test("a lost connection leaves the row as it was, to be tried again", async ({ page }) => {
    const db = await siteDatabase()
    await failedMail(page, db)
    await openAdmin(page, "/admin", "Admin Dashboard")
    await expect(retry(page)).toBeVisible()
    await page.context().setOffline(true)
    await retry(page).click()
    await expect(toasts(page).getByText("could not be sent again")).toBeVisible()
    await expect(toasts(page).getByText("Daina cannot be reached")).toBeVisible()
    await expect(rows(page)).toContainText("Given up")
    await page.context().setOffline(false)
    await retry(page).click()
    await expect(toasts(page).getByText("1 sent")).toBeVisible()
  })

  test("too many tries are refused, with the reason", async ({ page }) => {
    const db = await siteDatabase()
    await failedMail(page, db)
    await openAdmin(page, "/admin", "Admin Dashboard")
    await db.many`
      select take_attempt('send_retry', u.id::text, 30, interval '5 minutes')
      from users u, generate_series(1, 30) where u.email = 'super@daina.test'`
    await retry(page).click()
    await expect(toasts(page).getByText("Too many tries.")).toBeVisible()
    await expect(rows(page)).toContainText("Given up")
  })

  test("one that went with its member meanwhile is gone from the list", async ({ page }) => {
    const db = await siteDatabase()
    const { id } = await failedMail(page, db)
    await openAdmin(page, "/admin", "Admin Dashboard")
    await expect(retry(page)).toBeVisible()
    await db.one`delete from users where id = ${id}`
    await retry(page).click()
    await expect(toasts(page).getByText("It is not there any more.")).toBeVisible()
    await expect(panel(page)).toContainText("All was sent.")
  })
})

for (const width of [390, 1440]) {
  test(`is clean at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const db = await siteDatabase()
    await failedMail(page, db, "reset_password")
    await openAdmin(page, "/admin", "Admin Dashboard")
    await expect(rows(page)).toHaveCount(1)
    await expectClean(page, "what could not be sent")
  })
}
