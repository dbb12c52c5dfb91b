/** What members reported: read, answered, hidden or dismissed, each known to both sides. */
import type { Page } from "@playwright/test"
import { makePost, makeTeam } from "../../teams.ts"
import { expectClean } from "../clean.ts"
import { siteDatabase } from "../database.ts"
import { reportAs } from "../reports.ts"
import { toasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { newMember, openAdmin, question, row, search } from "./screens.ts"

type OpenDevice = () => Promise<Page>

/** A post that two members reported, and the queue opened at it. */
async function reportedPost(page: Page, device: OpenDevice) {
  const db = await siteDatabase()
  const title = `Post ${crypto.randomUUID().slice(0, 8)}`
  const owner = await newMember(page)
  const team = await makeTeam(db, { [owner.id]: "owner" })
  const { id } = await makePost(db, team.id, owner.id, { title })
  await reportAs(await device(), "Rūta", "post", id, "spam", "They sell tickets.")
  await reportAs(await device(), "Jonas", "post", id, "bullying")
  await openAdmin(page, "/admin/reports", "Reports")
  await search(page, title)
  await expect(row(page, title)).toHaveCount(1)
  return { db, title, id, team, owner }
}

const openCase = (page: Page, title: string) =>
  page.getByRole("button", { name: `Read the reports on “${title}”` }).click()

const caseDialog = (page: Page, title: string) => {
  const dialog = page.getByRole("dialog", { name: title, exact: true })
  return {
    dialog,
    answer: dialog.getByLabel("Your answer (optional)"),
    hide: dialog.getByRole("button", { name: /^Hide/ }),
    dismiss: dialog.getByRole("button", { name: "Dismiss" }),
  }
}

test("a case tells what is reported, by whom and why, and is hidden with an answer", async ({
  page,
  others,
}) => {
  const { db, title, id, team, owner } = await reportedPost(page, others.device)
  const listed = row(page, title)
  for (const fact of ["2 reports", "Spam or advertising", "Bullying or hate", owner.name, "Post"]) {
    await expect(listed).toContainText(fact)
  }
  await expect(listed.getByRole("link", { name: /^View/ })).toHaveAttribute(
    "href",
    `/teams/${team.slug}#blog`,
  )
  await openCase(page, title)
  const { dialog, answer, hide } = caseDialog(page, title)
  for (const fact of ["They sell tickets.", "Rūta", "Jonas", owner.name]) {
    await expect(dialog).toContainText(fact)
  }
  await answer.fill("Tickets are not sold here.")
  await hide.click()
  const ask = question(page, `Hide “${title}”?`)
  await expect(ask).toContainText("The author and the team’s owner get a mail")
  await expect(ask).toContainText("nobody learns who that was")
  await ask.getByRole("button", { name: "Cancel" }).click()
  await expect(answer).toHaveValue("Tickets are not sold here.")
  await hide.click()
  await ask.getByRole("button", { name: "Hide the post" }).dblclick()
  await expect(toasts(page).getByText("is hidden, and both sides are told")).toHaveCount(1)
  await expect(dialog).toHaveCount(0)
  await expect(listed.getByText("Hidden", { exact: true })).toBeVisible()
  const stored = await db.one<{ status: string; reply: string; is_hidden: boolean }>`
    select c.status, c.reply, p.hidden_at is not null as is_hidden
    from report_cases c join team_posts p on p.id = c.post_id where p.id = ${id}`
  expect(stored).toEqual({
    status: "hidden",
    reply: "Tickets are not sold here.",
    is_hidden: true,
  })

  await page.reload()
  await expect(page.getByText("Nothing here matches.")).toBeVisible()
  await page.getByLabel("Show").selectOption({ label: "Hidden" })
  await openCase(page, title)
  await expect(dialog).toContainText("Elīna Straume")
  await expect(dialog).toContainText("Tickets are not sold here.")
  await expect(hide).toHaveCount(0)
  await dialog.getByRole("link", { name: "Show it again" }).click()
  await expect(page).toHaveURL("/admin/posts?filter=hidden")
  await row(page, title)
    .getByRole("button", { name: `Publish “${title}”` })
    .click()
  await expect(row(page, title).getByText("Published", { exact: true })).toBeVisible()
})

test("reports that are wrong are dismissed, and it stays", async ({ page, others }) => {
  const { db, title, id } = await reportedPost(page, others.device)
  await openCase(page, title)
  const { dismiss } = caseDialog(page, title)
  await dismiss.click()
  const ask = question(page, `Dismiss the reports on “${title}”?`)
  await expect(ask).toContainText("The post stays as it is.")
  await ask.getByRole("button", { name: "Dismiss" }).click()
  await expect(toasts(page).getByText("stays, and both sides are told")).toBeVisible()
  await expect(row(page, title).getByText("Dismissed", { exact: true })).toBeVisible()
  const post = await db.one<{ is_published: boolean }>`
    select is_published from team_posts where id = ${id} and hidden_at is null`
  expect(post?.is_published).toBe(true)
})

test("the dashboard counts what waits, and leads to it", async ({ page, others }) => {
  const { db } = await reportedPost(page, others.device)
  const open = await db.one<{ n: number }>`
    select count(*)::integer as n from report_cases where status = 'open'`
  await page.goto("/admin")
  await expect(
    page.getByText(new RegExp(`^${open?.n} reports? waits? for a decision`)),
  ).toBeVisible()
  await page.getByRole("link", { name: "See what was reported" }).click()
  await expect(page).toHaveURL("/admin/reports")
})

test.describe("refusals", () => {
  test.use({ expectedErrors: /status of (401|404|409)|ERR_INTERNET_DISCONNECTED/ })

  test("a report that comes in meanwhile is read before the decision, and the answer stays", async ({
    page,
    others,
  }) => {
    const { title, id } = await reportedPost(page, others.device)
    await openCase(page, title)
    const { dialog, answer, dismiss } = caseDialog(page, title)
    await answer.fill("It is a joke.")
    await reportAs(await others.device(), "Liene", "post", id, "violence", "Read the last line.")
    await dismiss.click()
    const ask = question(page, `Dismiss the reports on “${title}”?`)
    await ask.getByRole("button", { name: "Dismiss" }).click()
    await expect(dialog.getByText("Another report came in while you were reading")).toBeVisible()
    await expect(dialog).toContainText("Read the last line.")
    await expect(answer).toHaveValue("It is a joke.")
    await dismiss.click()
    await ask.getByRole("button", { name: "Dismiss" }).click()
    await expect(row(page, title).getByText("Dismissed", { exact: true })).toBeVisible()
  })

  test("of two admins the first decides; the other reads what, with their own words kept", async ({
    page,
    others,
  }) => {
    const { title } = await reportedPost(page, others.device)
    const tab = await others.tab()
    await tab.goto(page.url())
    for (const one of [page, tab]) await openCase(one, title)
    await caseDialog(page, title).answer.fill("It stays.")
    await caseDialog(tab, title).answer.fill("Off with it.")
    await caseDialog(page, title).dismiss.click()
    await question(page, `Dismiss the reports on “${title}”?`)
      .getByRole("button", { name: "Dismiss" })
      .click()
    await expect(toasts(page).getByText("both sides are told")).toBeVisible()
    await caseDialog(tab, title).hide.click()
    await question(tab, `Hide “${title}”?`).getByRole("button", { name: "Hide the post" }).click()
    const { dialog, hide } = caseDialog(tab, title)
    await expect(dialog.getByText("Another admin has decided on this meanwhile")).toBeVisible()
    await expect(dialog.getByText("It stays.")).toBeVisible()
    await expect(dialog.getByLabel("Your answer, which was not sent")).toHaveValue("Off with it.")
    await expect(hide).toHaveCount(0)
    await expectClean(tab, "decided by somebody else")
  })

  test("without a connection the answer stays, also in a closed dialog", async ({
    page,
    others,
  }) => {
    const { title } = await reportedPost(page, others.device)
    await openCase(page, title)
    const { dialog, answer, dismiss } = caseDialog(page, title)
    await answer.fill("We have looked.")
    await page.route("**/api/admin/reports/*", (route) => route.abort("internetdisconnected"))
    await dismiss.click()
    const ask = question(page, `Dismiss the reports on “${title}”?`)
    await ask.getByRole("button", { name: "Dismiss" }).click()
    await expect(dialog.getByText("Daina cannot be reached")).toBeVisible()
    await page.unroute("**/api/admin/reports/*")
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    await openCase(page, title)
    await expect(answer).toHaveValue("We have looked.")
    await dismiss.click()
    await ask.getByRole("button", { name: "Dismiss" }).click()
    await expect(row(page, title).getByText("Dismissed", { exact: true })).toBeVisible()
  })

  test("a post that was deleted meanwhile takes its case along, with a word about it", async ({
    page,
    others,
  }) => {
    const { db, title, id } = await reportedPost(page, others.device)
    await openCase(page, title)
    await expect(caseDialog(page, title).dismiss).toBeVisible()
    await db.one`delete from team_posts where id = ${id}`
    await caseDialog(page, title).hide.click()
    await question(page, `Hide “${title}”?`).getByRole("button", { name: "Hide the post" }).click()
    await expect(toasts(page).getByText(/Nothing was decided/)).toBeVisible()
    await expect(row(page, title)).toHaveCount(0)
  })

  test("a super admin's profile is not hidden", async ({ page, others }) => {
    const db = await siteDatabase()
    const boss = await newMember(page)
    await db.one`insert into user_roles (user_id, role) values (${boss.id}, 'super_admin')`
    await reportAs(await others.device(), "Rūta", "profile", boss.id, "impersonation")
    await openAdmin(page, "/admin/reports", "Reports")
    await openCase(page, boss.name)
    const { dialog, hide } = caseDialog(page, boss.name)
    await hide.click()
    await question(page, `Hide “${boss.name}”?`)
      .getByRole("button", { name: "Hide the profile" })
      .click()
    await expect(dialog.getByText("A super admin's profile cannot be hidden")).toBeVisible()
    await db.one`delete from user_roles where user_id = ${boss.id}`
  })
})

test("a team and a profile are hidden and shown without a report", async ({ page }) => {
  const db = await siteDatabase()
  const { id, name } = await newMember(page)
  const team = await makeTeam(db, { [id]: "owner" }, { name: `Crew of ${name}` })
  await openAdmin(page, `/admin/teams?search=${team.slug}`, "Teams")
  const title = `Crew of ${name}`
  await page.getByRole("button", { name: `Hide “${title}”` }).click()
  await question(page, `Hide “${title}”?`).getByRole("button", { name: "Hide" }).click()
  await expect(row(page, title).getByText("Hidden", { exact: true })).toBeVisible()
  await page.getByLabel("Show", { exact: true }).selectOption({ label: "Hidden" })
  await expect(row(page, title)).toBeVisible()
  await page.getByRole("button", { name: `Show “${title}” again` }).click()
  await expect(row(page, title).getByText("Hidden", { exact: true })).toHaveCount(0)

  await page.goto(`/admin/users?search=${id}`)
  await page.getByRole("button", { name: `Hide the profile of “${name}”` }).click()
  await question(page, `Hide the profile of “${name}”?`)
    .getByRole("button", { name: "Hide the profile" })
    .click()
  await expect(toasts(page).getByText("Profile hidden")).toBeVisible()
  await expect(row(page, id).getByText("Hidden", { exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole("button", { name: `Show the profile of “${name}” again` }).click()
  await expect(row(page, id).getByText("Hidden", { exact: true })).toHaveCount(0)
})

test("by keyboard: the row opens its reports, and gets the focus back", async ({
  page,
  others,
}) => {
  const { title } = await reportedPost(page, others.device)
  const opens = page.getByRole("button", { name: `Read the reports on “${title}”` })
  await opens.focus()
  await page.keyboard.press("Enter")
  const { dialog, dismiss } = caseDialog(page, title)
  await expect(dialog).toBeFocused()
  await expect(dismiss).toBeVisible()
  await dismiss.focus()
  await page.keyboard.press("Enter")
  await expect(question(page, `Dismiss the reports on “${title}”?`)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(dismiss).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect(opens).toBeFocused()
})

for (const width of [390, 1440]) {
  test(`the queue, a case and its questions are clean at ${width}`, async ({ page, others }) => {
    await page.setViewportSize({ width, height: 844 })
    const { title } = await reportedPost(page, others.device)
    await expectClean(page, "the queue")
    await openCase(page, title)
    const { dialog, hide } = caseDialog(page, title)
    await expect(dialog).toContainText("They sell tickets.")
    await expectClean(page, "a case")
    await hide.click()
    await expectClean(page, "hide?")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await search(page, "nothing is called like this")
    await page.getByRole("button", { name: "Back to open reports" }).waitFor()
    await expectClean(page, "nothing found")
  })
}
