/** A team's blog: writing, drafts, changing, deleting. */
import type { Page } from "@playwright/test"
import { addMember, makePost } from "../../teams.ts"
import { signInAs } from "../accounts.ts"
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { breakWrites, FAULTS, loseConnection } from "./faults.ts"
import { openTeam, ownTeam, toast } from "./teams.ts"

test.use({ expectedErrors: FAULTS })

const blog = (page: Page) => page.locator("#blog")
const post = (page: Page, title: string) =>
  blog(page)
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) })
const writeButton = (page: Page) => page.getByRole("button", { name: "Write a post" })
const dialog = (page: Page) => page.getByRole("dialog")
const form = (page: Page) => ({
  title: dialog(page).getByLabel("Title"),
  text: dialog(page).getByRole("textbox", { name: "Text" }),
  video: dialog(page).getByLabel("Video address"),
  publish: dialog(page).getByLabel("Publish immediately"),
  save: dialog(page).getByRole("button", { name: /^(Save|Saving…)$/ }),
})

test("a draft with its badge is published, edited and deleted", async ({ page, others }) => {
  const { team } = await ownTeam(page)
  await openTeam(page, team.slug, "blog")
  await expect(blog(page).getByRole("heading", { name: "No posts yet" })).toBeVisible()
  await writeButton(page).click()
  const { title, text, publish, save } = form(page)
  await expect(publish).toBeChecked()
  await title.fill("First rehearsal")
  await text.fill("We *met*.")
  await publish.uncheck()
  // A second click does not write it twice.
  await save.dblclick()
  await expect(toast(page, "Your draft is saved")).toBeVisible()
  await expect(post(page, "First rehearsal")).toHaveCount(1)
  await expect(post(page, "First rehearsal").getByText("Draft", { exact: true })).toBeVisible()
  await expect(post(page, "First rehearsal")).toContainText("by Owner")
  const stranger = await others.device()
  await openTeam(stranger, team.slug, "blog")
  await expect(blog(stranger).getByRole("heading", { name: "No posts yet" })).toBeVisible()

  await page.getByRole("button", { name: "Edit “First rehearsal”" }).click()
  await expect(text).toHaveValue("We *met*.")
  await title.fill("First rehearsal ever")
  await publish.check()
  await save.click()
  await expect(toast(page, "The post is saved")).toBeVisible()
  await expect(post(page, "First rehearsal ever").getByText("Draft", { exact: true })).toHaveCount(
    0,
  )
  await stranger.reload()
  await expect(post(stranger, "First rehearsal ever").locator("em")).toHaveText("met")
  await expect(blog(stranger).getByRole("button")).toHaveCount(0)

  await page.getByRole("button", { name: "Delete “First rehearsal ever”" }).click()
  await expect(dialog(page)).toContainText(
    "Are you sure you want to delete “First rehearsal ever”?",
  )
  await dialog(page).getByRole("button", { name: "Cancel" }).click()
  await expect(post(page, "First rehearsal ever")).toBeVisible()
  await page.getByRole("button", { name: "Delete “First rehearsal ever”" }).click()
  await dialog(page).getByRole("button", { name: "Delete" }).click()
  await expect(toast(page, "The post is deleted")).toBeVisible()
  await expect(blog(page).getByRole("heading", { name: "No posts yet" })).toBeVisible()
  await stranger.reload()
  await expect(blog(stranger).getByRole("heading", { name: "No posts yet" })).toBeVisible()
})

test("published at once, a post is there for everybody", async ({ page, others }) => {
  const { team } = await ownTeam(page)
  await openTeam(page, team.slug, "blog")
  await writeButton(page).click()
  await form(page).title.fill("Out now")
  await form(page).save.click()
  await expect(toast(page, "Your post is published")).toBeVisible()
  const stranger = await others.device()
  await openTeam(stranger, team.slug, "blog")
  await expect(post(stranger, "Out now")).toBeVisible()
})

/** Somebody of each standing, and what they may do with a draft of the owner's and a post of their own. */
for (const [standing, may] of [
  ["stranger", { write: false, editOwn: false, seeDrafts: false }],
  ["member", { write: false, editOwn: true, seeDrafts: false }],
  ["admin", { write: true, editOwn: true, seeDrafts: true }],
  ["super admin", { write: true, editOwn: true, seeDrafts: true }],
] as const) {
  test(`a ${standing} may do on the blog what is theirs`, async ({ page, others }) => {
    const { db, team, owner } = await ownTeam(await others.device())
    await makePost(db, team.id, owner.id, { title: "Of the owner" })
    await makePost(db, team.id, owner.id, { title: "Half written", published: false })
    if (standing === "super admin") {
      await signInAs(page, "super")
    } else {
      const { id } = await join(page)
      if (standing !== "stranger") await addMember(db, team.id, id, standing)
      await makePost(db, team.id, id, { title: "Their own" })
    }
    await openTeam(page, team.slug, "blog")
    await expect(post(page, "Of the owner")).toBeVisible()
    await expect(writeButton(page)).toHaveCount(may.write ? 1 : 0)
    await expect(post(page, "Half written")).toHaveCount(may.seeDrafts ? 1 : 0)
    const buttons = (title: string) =>
      post(page, title).getByRole("button", { name: /^(Edit|Delete) / })
    await expect(buttons("Of the owner")).toHaveCount(may.write ? 2 : 0)
    if (standing === "super admin") {
      await page.getByRole("button", { name: "Delete “Of the owner”" }).click()
      await dialog(page).getByRole("button", { name: "Delete" }).click()
      await expect(post(page, "Of the owner")).toHaveCount(0)
      return
    }
    await expect(buttons("Their own")).toHaveCount(may.editOwn ? 2 : 0)
    if (!may.editOwn) return
    await page.getByRole("button", { name: "Edit “Their own”" }).click()
    await form(page).title.fill("Their own, better")
    await form(page).save.click()
    await expect(post(page, "Their own, better")).toBeVisible()
  })
}

test("nobody who is signed out finds a button", async ({ page }) => {
  await openTeam(page, "rigas-zvaigznes", "blog")
  await expect(post(page, "We have room for two")).toBeVisible()
  await expect(blog(page).getByRole("button")).toHaveCount(0)
})

test("Markdown is shown, and what could run is not", async ({ page }) => {
  const { team } = await ownTeam(page)
  await openTeam(page, team.slug, "blog")
  await writeButton(page).click()
  await form(page).title.fill("<img src=x onerror=hacked=1>")
  await form(page).text.fill(
    [
      "**Bold**, and a [link](https://daina.example).",
      "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>",
      "[never](javascript:window.hacked=1)",
      "- one\n- two",
    ].join("\n\n"),
  )
  await form(page).save.click()
  const shown = post(page, "<img src=x onerror=hacked=1>")
  await expect(shown.locator("strong")).toHaveText("Bold")
  await expect(shown.getByRole("listitem")).toHaveText(["one", "two"])
  await expect(shown.getByRole("link", { name: "link" })).toHaveAttribute(
    "href",
    "https://daina.example",
  )
  await expect(shown.getByText("<script>window.hacked = 1</script>")).toBeVisible()
  await expect(shown.locator("img, script, a[href^=javascript]")).toHaveCount(0)
  expect(await page.evaluate(() => "hacked" in window)).toBe(false)
})

test("what is wrong is said at its field, and what was typed stays", async ({ page }) => {
  const { team } = await ownTeam(page)
  await openTeam(page, team.slug, "blog")
  await writeButton(page).click()
  const { title, text, video, save } = form(page)
  await text.fill("Still here.")
  await save.click()
  await expect(title).toBeFocused()
  await expect(dialog(page).getByText("This field is required")).toBeVisible()
  await title.fill("t".repeat(300))
  for (const typed of ["javascript:alert(1)", "not an address"]) {
    await video.fill(typed)
    await save.click()
    await expect(dialog(page).getByText("100 characters too many")).toBeVisible()
    await expect(video).toHaveAttribute("aria-invalid", "true")
    await expect(video).toHaveValue(typed)
  }
  await expect(title).toHaveValue("t".repeat(300))
  await expect(text).toHaveValue("Still here.")
})

test("posts that do not load are said; a built blog stays, a new one can be tried again", async ({
  page,
}) => {
  const { db, team, owner } = await ownTeam(page)
  await makePost(db, team.id, owner.id, { title: "Late" })
  const back = await loseConnection(page, "**/api/teams/*/posts?*")
  await page.goto("/teams/rigas-zvaigznes#blog")
  await expect(toast(page, "Failed to load team posts")).toContainText("Daina cannot be reached")
  await expect(post(page, "We have room for two"), "as it was built").toBeVisible()
  await openTeam(page, team.slug, "blog")
  await expect(toast(page, "Failed to load team posts")).toContainText("Daina cannot be reached")
  await expect(blog(page).getByRole("heading", { name: "Failed to load team posts" })).toBeVisible()
  await back()
  await blog(page).getByRole("button", { name: "Try again" }).click()
  await expect(post(page, "Late")).toBeVisible()
})

test("creating, updating and deleting that fail are said, and nothing typed is lost", async ({
  page,
}) => {
  const { db, team } = await ownTeam(page)
  await openTeam(page, team.slug, "blog")
  await writeButton(page).click()
  const { title, text, save } = form(page)
  await title.fill("Stubborn")
  await text.fill("Typed before it failed.")
  await page.context().setOffline(true)
  await save.click()
  await expect(toast(page, "Failed to create post")).toContainText("Daina cannot be reached")
  await page.context().setOffline(false)
  const repaired = await breakWrites(db, "team_posts", "team_id", team.id)
  const broken = (title: string) => toast(page, title).filter({ hasText: "An unexpected error" })
  await save.click()
  await expect(broken("Failed to create post")).toBeVisible()
  await repaired()
  await expect(text).toHaveValue("Typed before it failed.")
  await save.click()
  await expect(post(page, "Stubborn")).toBeVisible()

  const mend = await breakWrites(db, "team_posts", "team_id", team.id)
  await page.getByRole("button", { name: "Edit “Stubborn”" }).click()
  await text.fill("Changed.")
  await save.click()
  await expect(broken("Failed to update post")).toBeVisible()
  // Closed and opened again, it is still there.
  await page.keyboard.press("Escape")
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole("button", { name: "Delete “Stubborn”" }).click()
  await dialog(page).getByRole("button", { name: "Delete" }).click()
  await expect(broken("Failed to delete post")).toBeVisible()
  await expect(post(page, "Stubborn")).toBeVisible()
  await mend()
  await page.getByRole("button", { name: "Edit “Stubborn”" }).click()
  await expect(text).toHaveValue("Changed.")
  await save.click()
  await expect(post(page, "Stubborn")).toContainText("Changed.")
  await page.getByRole("button", { name: "Delete “Stubborn”" }).click()
  await dialog(page).getByRole("button", { name: "Delete" }).click()
  await expect(post(page, "Stubborn")).toHaveCount(0)
})

test("of two who edit a post at once the second is asked before it is saved over", async ({
  page,
  others,
}) => {
  const { db, team, owner } = await ownTeam(page)
  await makePost(db, team.id, owner.id, { title: "Contested" })
  const tab = await others.tab()
  for (const one of [page, tab]) {
    await openTeam(one, team.slug, "blog")
    await one.getByRole("button", { name: "Edit “Contested”" }).click()
  }
  await form(page).text.fill("From the first tab.")
  await form(page).save.click()
  await expect(toast(page, "The post is saved")).toBeVisible()
  await form(tab).text.fill("From the second.")
  await form(tab).save.click()
  await expect(dialog(tab).getByText("Somebody else changed this post")).toBeVisible()
  await expect(form(tab).text).toHaveValue("From the second.")
  await dialog(tab).getByRole("button", { name: "Save mine over it" }).click()
  await expect(post(tab, "Contested")).toContainText("From the second.")
})

test("a post that was deleted in another tab is gone without a fuss", async ({ page, others }) => {
  const { db, team, owner } = await ownTeam(page)
  await makePost(db, team.id, owner.id, { title: "Twice deleted" })
  const tab = await others.tab()
  for (const one of [page, tab]) {
    await openTeam(one, team.slug, "blog")
    await one.getByRole("button", { name: "Delete “Twice deleted”" }).click()
  }
  for (const one of [page, tab]) {
    await dialog(one).getByRole("button", { name: "Delete" }).click()
    await expect(toast(one, "The post is deleted")).toBeVisible()
    await expect(post(one, "Twice deleted")).toHaveCount(0)
  }
})

test("beyond twenty posts the older ones come when they are asked for", async ({
  page,
  others,
}) => {
  const { db, team, owner } = await ownTeam(await others.device())
  for (let n = 1; n <= 23; n++) await makePost(db, team.id, owner.id, { title: `Post ${n}` })
  await openTeam(page, team.slug, "blog")
  await expect(blog(page).getByRole("article")).toHaveCount(20)
  const older = blog(page).getByRole("button", { name: "Older posts" })
  const back = await loseConnection(page, "**/api/teams/*/posts?*")
  await older.click()
  await expect(toast(page, "Failed to load team posts")).toBeVisible()
  await back()
  await older.click()
  await expect(blog(page).getByRole("article")).toHaveCount(23)
  await expect(older).toHaveCount(0)
})

test("a member who left is the author as 'Former member'", async ({ page, others }) => {
  const { db, team } = await ownTeam(await others.device())
  await makePost(db, team.id, null, { title: "Remembered" })
  await openTeam(page, team.slug, "blog")
  await expect(post(page, "Remembered")).toContainText("by Former member")
})
