/** Ideas, and what people suggest: from the inbox to what can be voted for. */
import type { Page } from "@playwright/test"
import { expectClean } from "../clean.ts"
import { siteDatabase } from "../database.ts"
import { toasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { openAdmin, question, row, search } from "./screens.ts"

const newTitle = () => `Idea ${crypto.randomUUID().slice(0, 8)}`

/** A suggestion in the inbox, which is opened at it. */
async function suggest(page: Page): Promise<string> {
  const db = await siteDatabase()
  const title = newTitle()
  await db.one`
    insert into suggestions (name, email, category, priority, title, description, language)
    values ('Mari Maasikas', 'mari@daina.test', 'technical', 'high', ${title}, 'It rains.', 'en')`
  await openAdmin(page, "/admin/suggestions", "Suggestions")
  await search(page, title)
  await expect(row(page, title)).toHaveCount(1)
  return title
}

test("an idea is created, made popular, answered and deleted", async ({ page }) => {
  const title = newTitle()
  await openAdmin(page, "/admin/ideas", "Ideas")
  await page.getByRole("button", { name: "New idea" }).click()
  const dialog = page.getByRole("dialog", { name: "New idea" })
  await dialog.getByLabel("Title").fill(title)
  await dialog.getByLabel("Description").fill("A bus.")
  await dialog.getByRole("button", { name: "Create idea" }).click()
  await expect(dialog.getByText("This field is required")).toBeVisible()
  await dialog.getByLabel("Category").selectOption({ label: "Technology" })
  await dialog.getByRole("button", { name: "Create idea" }).dblclick()
  await expect(toasts(page).getByText("Idea created successfully")).toHaveCount(1)
  await search(page, title)
  const idea = row(page, title)
  await expect(idea).toHaveCount(1)
  await expect(idea).toContainText("Technology")
  await expect(idea).toContainText("0 votes")
  await idea.getByRole("button", { name: /^Make/ }).click()
  await expect(idea.getByText("Popular", { exact: true })).toBeVisible()
  await idea.getByRole("button", { name: /^Edit/ }).click()
  const editing = page.getByRole("dialog", { name: "Edit idea" })
  await editing.getByLabel("Status").selectOption({ label: "Planned" })
  await editing.getByLabel("Our answer").fill("In spring.")
  await expectClean(page, "the idea's dialog")
  await editing.getByRole("button", { name: "Save changes" }).click()
  await expect(toasts(page).getByText("Idea updated successfully").last()).toBeVisible()
  await expect(idea.getByText("Planned", { exact: true })).toBeVisible()
  await idea.getByRole("button", { name: /off the popular/ }).click()
  await expect(idea.getByText("Popular", { exact: true })).toHaveCount(0)
  await idea.getByRole("button", { name: /^Delete/ }).click()
  await question(page, "Delete this idea?").getByRole("button", { name: "Delete" }).click()
  await expect(toasts(page).getByText("Idea deleted successfully")).toBeVisible()
  await expect(idea).toHaveCount(0)
})

test("a suggestion tells who wishes what, and is marked", async ({ page }) => {
  const title = await suggest(page)
  const listed = row(page, title)
  for (const fact of ["Mari Maasikas", "mari@daina.test", "Technology", "Critical Need", "New"]) {
    await expect(listed).toContainText(fact)
  }
  await listed.getByRole("button", { name: /as read$/ }).click()
  await expect(toasts(page).getByText("Marked as read")).toBeVisible()
  await expect(listed.getByText("New", { exact: true })).toHaveCount(0)
  await listed.getByRole("button", { name: /as unread$/ }).click()
  await expect(listed.getByText("New", { exact: true })).toBeVisible()
  await listed.getByRole("button", { name: /^Delete/ }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
  await expect(toasts(page).getByText("Suggestion deleted")).toBeVisible()
  await expect(listed).toHaveCount(0)
})

test("it becomes an idea in better words, without its sender", async ({ page }) => {
  const title = await suggest(page)
  await row(page, title)
    .getByRole("button", { name: /^Make an idea/ })
    .click()
  const dialog = page.getByRole("dialog", { name: "New idea from a suggestion" })
  await expect(dialog.getByLabel("Title")).toHaveValue(title)
  await dialog.getByLabel("Description").fill("Umbrellas for all.")
  await expectClean(page, "the dialog that makes an idea")
  await page.keyboard.press("Escape")
  await expect(toasts(page).getByText("Not saved yet")).toBeVisible()
  await page.reload()
  await expect(row(page, title)).toContainText("Unsaved changes")
  await row(page, title)
    .getByRole("button", { name: /^Make an idea/ })
    .click()
  await expect(dialog.getByText(/^Your unsaved changes from .+ are back/)).toBeVisible()
  await expect(dialog.getByLabel("Description")).toHaveValue("Umbrellas for all.")
  await dialog.getByRole("button", { name: "Create idea" }).dblclick()
  await expect(toasts(page).getByText("Idea created successfully")).toHaveCount(1)
  await expect(row(page, title)).toContainText("Is an idea")
  await expect(row(page, title)).not.toContainText("Unsaved changes")
  await expect(row(page, title).getByRole("button", { name: /^Make an idea/ })).toHaveCount(0)
  const db = await siteDatabase()
  const made = await db.many<{ description: string }>`
    select description from ideas where title = ${title}`
  expect(made).toEqual([{ description: "Umbrellas for all." }])
})

test("what was changed can be discarded for what the suggestion says", async ({ page }) => {
  const title = await suggest(page)
  const make = row(page, title).getByRole("button", { name: /^Make an idea/ })
  await make.click()
  const dialog = page.getByRole("dialog", { name: "New idea from a suggestion" })
  await dialog.getByLabel("Title").fill("Worse")
  await page.keyboard.press("Escape")
  await make.click()
  await dialog.getByRole("button", { name: "Discard them" }).click()
  await expect(dialog.getByLabel("Title")).toHaveValue(title)
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect(row(page, title)).not.toContainText("Unsaved changes")
})

test("many suggestions are marked and deleted at once; what is gone already is named", async ({
  page,
}) => {
  const db = await siteDatabase()
  const mark = crypto.randomUUID().slice(0, 8)
  for (const n of [1, 2, 3]) {
    await db.one`
      insert into suggestions (name, email, category, priority, title, description, language)
      values ('Mari', 'mari@daina.test', 'shop', 'low', ${`Wish ${n} ${mark}`}, 'Text', 'en')`
  }
  await openAdmin(page, "/admin/suggestions", "Suggestions")
  await search(page, mark)
  await expect(row(page, mark)).toHaveCount(3)
  const bulk = page.getByRole("region", { name: "Several at once" })
  await bulk.getByRole("checkbox").check()
  await bulk.getByRole("button", { name: "Mark as read" }).click()
  await expect(toasts(page).getByText("3 suggestions marked as read")).toBeVisible()
  await expect(row(page, mark).getByText("New", { exact: true })).toHaveCount(0)
  await db.one`delete from suggestions where title = ${`Wish 2 ${mark}`}`
  await bulk.getByRole("checkbox").check()
  await bulk.getByRole("button", { name: "Delete" }).click()
  const asked = page.getByRole("dialog")
  await expect(asked).toContainText("delete 3 suggestions?")
  await asked.getByRole("button", { name: "Delete" }).dblclick()
  await expect(toasts(page).getByText("2 suggestions deleted")).toHaveCount(1)
  await expect(page.getByText("It is not there any more.")).toBeVisible()
  await expect(row(page, mark).getByRole("checkbox")).toHaveCount(0)
})

test.describe("refusals", () => {
  test.use({ expectedErrors: /status of 409|ERR_INTERNET_DISCONNECTED/ })

  /** An idea that is open in its dialog. */
  async function editing(page: Page) {
    const db = await siteDatabase()
    const title = newTitle()
    await db.one`
      insert into ideas (title, description, category) values (${title}, 'A bus.', 'other')`
    await openAdmin(page, `/admin/ideas?search=${encodeURIComponent(title)}`, "Ideas")
    await row(page, title).getByRole("button", { name: /^Edit/ }).click()
    return { db, title, dialog: page.getByRole("dialog", { name: "Edit idea" }) }
  }

  test("a stale save shows both versions, and mine can win", async ({ page }) => {
    const { db, title, dialog } = await editing(page)
    await dialog.getByLabel("Our answer").fill("Mine")
    await db.one`update ideas set reply = 'Theirs' where title = ${title}`
    await dialog.getByRole("button", { name: "Save changes" }).click()
    const conflict = question(page, "Somebody else saved a newer version")
    await expect(conflict).toContainText("Theirs")
    await conflict.getByRole("button", { name: "Keep mine" }).click()
    await expect(toasts(page).getByText("Idea updated successfully")).toBeVisible()
    await expect(dialog).toHaveCount(0)
    const saved = await db.one<{ reply: string }>`select reply from ideas where title = ${title}`
    expect(saved).toEqual({ reply: "Mine" })
  })

  test("without a connection an idea stays as it was, and what was written is kept", async ({
    page,
  }) => {
    const { title, dialog } = await editing(page)
    await page.route("**/api/admin/ideas/**", (route) => route.abort("internetdisconnected"))
    await dialog.getByLabel("Our answer").fill("Soon.")
    await dialog.getByRole("button", { name: "Save changes" }).click()
    await expect(toasts(page).getByText(/^Failed to update idea/)).toBeVisible()
    await expect(dialog.getByLabel("Our answer")).toHaveValue("Soon.")
    await page.keyboard.press("Escape")
    await expect(row(page, title)).toContainText("Unsaved changes")
    await row(page, title).getByRole("button", { name: /^Make/ }).click()
    await expect(
      toasts(page)
        .getByText(/^Failed to update idea/)
        .last(),
    ).toBeVisible()
    await expect(row(page, title).getByText("Popular", { exact: true })).toHaveCount(0)
    await page.unroute("**/api/admin/ideas/**")
    await row(page, title).getByRole("button", { name: /^Edit/ }).click()
    await expect(dialog.getByLabel("Our answer")).toHaveValue("Soon.")
    await dialog.getByRole("button", { name: "Save changes" }).click()
    await expect(row(page, title)).toContainText("answered")
  })

  test("somebody else has made an idea of it meanwhile", async ({ page }) => {
    const title = await suggest(page)
    await row(page, title)
      .getByRole("button", { name: /^Make an idea/ })
      .click()
    const db = await siteDatabase()
    await db.one`
      update suggestions set idea_id = (select id from ideas limit 1) where title = ${title}`
    await page.getByRole("button", { name: "Create idea" }).click()
    await expect(toasts(page).getByText("Somebody has decided on this already")).toBeVisible()
    await expect(row(page, title)).toContainText("Is an idea")
  })

  test("without a connection the words stay, and a second try succeeds", async ({ page }) => {
    const title = await suggest(page)
    await row(page, title)
      .getByRole("button", { name: /^Make an idea/ })
      .click()
    const dialog = page.getByRole("dialog", { name: "New idea from a suggestion" })
    await dialog.getByLabel("Our answer").fill("Soon.")
    await page.route("**/idea", (route) => route.abort("internetdisconnected"))
    await dialog.getByRole("button", { name: "Create idea" }).click()
    await expect(dialog.getByText("Daina cannot be reached")).toBeVisible()
    await expect(dialog.getByLabel("Our answer")).toHaveValue("Soon.")
    await page.unroute("**/idea")
    await dialog.getByRole("button", { name: "Create idea" }).click()
    await expect(row(page, title)).toContainText("Is an idea")
  })
})

for (const width of [390, 1440]) {
  test(`ideas and suggestions are clean at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await suggest(page)
    await expectClean(page, `suggestions at ${width}`)
    await page.goto("/admin/ideas")
    await expect(page.getByRole("list", { name: "Ideas" })).toBeVisible()
    await expectClean(page, `ideas at ${width}`)
  })
}
