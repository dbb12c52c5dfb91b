import type { Page } from "@playwright/test"
import { makePost } from "../../support/people/teams.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import { createOwnTeam, EXPECTED_ERRORS, openTeam } from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

const getBlog = (page: Page) => page.locator("#blog")
const getPost = (page: Page, title: string) =>
  getBlog(page)
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) })
const getWriteButton = (page: Page) => page.getByRole("button", { name: "Write a post" })
const getDialog = (page: Page) => page.getByRole("dialog")
const getPostForm = (page: Page) => ({
  title: getDialog(page).getByLabel("Title"),
  text: getDialog(page).getByRole("textbox", { name: "Text" }),
  video: getDialog(page).getByLabel("Video address"),
  publish: getDialog(page).getByLabel("Publish immediately"),
  save: getDialog(page).getByRole("button", { name: /^(Save|Saving…)$/ }),
})

test("a draft is published, edited and deleted", async ({ page, otherPages }) => {
  const { team } = await createOwnTeam(page)
  await openTeam(page, team.slug, "blog")
  await expect(getBlog(page).getByRole("heading", { name: "No posts yet" })).toBeVisible()
  await getWriteButton(page).click()
  const { title, text, publish, save } = getPostForm(page)
  await expect(publish).toBeChecked()
  await expect(save).toBeInViewport({ ratio: 1 })
  await title.fill("First rehearsal")
  await text.click()
  await page.keyboard.type("We *met*.")
  await publish.uncheck()
  await save.dblclick()
  await expect(getToast(page, "Your draft is saved")).toBeVisible()
  await expect(getPost(page, "First rehearsal")).toHaveCount(1)
  await expect(getPost(page, "First rehearsal").getByText("Draft", { exact: true })).toBeVisible()
  await expect(getPost(page, "First rehearsal")).toContainText("by Owner")
  const visitor = await otherPages.openBrowser()
  await openTeam(visitor, team.slug, "blog")
  await expect(getBlog(visitor).getByRole("heading", { name: "No posts yet" })).toBeVisible()

  await page.getByRole("button", { name: "Edit “First rehearsal”" }).click()
  await expect(text).toHaveText("We met.")
  await title.fill("First rehearsal ever")
  await publish.check()
  await save.click()
  await expect(getToast(page, "The post is saved")).toBeVisible()
  await expect(
    getPost(page, "First rehearsal ever").getByText("Draft", { exact: true }),
  ).toHaveCount(0)
  await visitor.reload()
  await expect(getPost(visitor, "First rehearsal ever").locator("em")).toHaveText("met")
  await expect(getBlog(visitor).getByRole("button")).toHaveCount(0)

  await page.getByRole("button", { name: "Delete “First rehearsal ever”" }).click()
  await expect(getDialog(page)).toContainText(
    "Are you sure you want to delete “First rehearsal ever”?",
  )
  await getDialog(page).getByRole("button", { name: "Delete" }).click()
  await expect(page.locator("#blog")).toBeFocused()
  await expect(getToast(page, "The post is deleted")).toBeVisible()
  await expect(getBlog(page).getByRole("heading", { name: "No posts yet" })).toBeVisible()
})

test("if another admin has changed the post in the meantime, the editor shows the changed post", async ({
  page,
}) => {
  const { db, team, owner } = await createOwnTeam(page)
  const { id } = await makePost(db, team.id, owner.id, { title: "Plans" })
  await openTeam(page, team.slug, "blog")
  await page.getByRole("button", { name: "Edit “Plans”" }).click()
  await db.one`update team_posts set title = 'Better plans', content = 'We meet at six.' where id = ${id}`
  const { title, text, save } = getPostForm(page)
  await title.fill("My plans")
  await save.click()
  await getDialog(page).getByText("Their version").click()
  await expect(getDialog(page).getByText("We meet at six.")).toBeVisible()
  await expect(title).toHaveValue("My plans")
  await getDialog(page).getByRole("button", { name: "Use theirs" }).click()
  await expect(title).toHaveValue("Better plans")
  await expect(text).toHaveText("We meet at six.")
  await db.one`delete from team_posts where id = ${id}`
  await title.fill("Best plans")
  await save.click()
  await expect(getDialog(page).getByText("Someone else has deleted this post.")).toBeVisible()
  await expect(title).toHaveValue("Best plans")
  await expect(getPost(page, "Plans")).toHaveCount(0)
})

test("members cheer for a post on its page, and anonymous visitors get a log-in link", async ({
  page,
  otherPages,
}) => {
  const { db, team, owner } = await createOwnTeam(page, { name: "Crew" })
  const { id } = await makePost(db, team.id, owner.id, { title: "We won" })
  const path = `/teams/${team.slug}/posts/${id}`
  await openTeam(page, team.slug, "blog")
  await page.getByRole("link", { name: "We won" }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole("heading", { level: 1, name: "We won" })).toBeVisible()
  const cheerButton = page.getByRole("button", { name: "Cheer" })
  await cheerButton.click()
  await expect(cheerButton).toHaveAttribute("aria-pressed", "true")
  await expect(cheerButton).toContainText("1")
  await expect
    .poll(() => db.value`select count(*)::integer from cheers where post_id = ${id}`)
    .toBe(1)
  const visitor = await otherPages.openBrowser()
  await visitor.goto(path)
  const loginLink = visitor.getByRole("link", { name: "Cheer" })
  await expect(loginLink).toContainText("1")
  await expect(loginLink).toHaveAttribute("href", `/login?${new URLSearchParams({ next: path })}`)
  await visitor.goto(path.replace(id, crypto.randomUUID()))
  await expect(visitor.getByRole("heading", { name: "Post not found" })).toBeVisible()
})
