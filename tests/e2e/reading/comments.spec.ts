import type { Page } from "@playwright/test"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"

test.use({ expectedErrors: /status of 409|ERR_FAILED/ })

const section = (page: Page) => page.locator("#comments")
const comments = (page: Page) => section(page).getByRole("listitem")
const box = (page: Page) => section(page).getByLabel("Your comment")

async function openComments(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await section(page).scrollIntoViewIfNeeded()
}

test("a member comments on an article, visitors read it, and an editor closes the comments", async ({
  page,
  others,
}) => {
  const db = await connectToDatabase()
  const slug = await db.value<string>`
    select slug from news
    where is_published and original_id is null and language = 'en' order by created_at, id limit 1`
  const path = `/news/${slug}`
  const visitor = await others.device()
  await openComments(visitor, path)
  await expect(section(visitor)).toContainText("No comments yet")
  const login = section(visitor).getByRole("link", { name: "Log in to comment" })
  const next = new URLSearchParams({ next: `${path}#comments` })
  await expect(login).toHaveAttribute("href", `/login?${next}`)

  await signInNewMember(page, { profile: { display_name: "Juhan" } })
  await openComments(page, path)
  const cheer = page.getByRole("button", { name: /^Cheer/ })
  await cheer.click()
  await expect(cheer).toHaveAttribute("aria-pressed", "true")
  await expect(cheer).toContainText("1")
  const cheerLink = visitor.getByRole("link", { name: "Cheer" })
  await expect(cheerLink).toHaveAttribute("href", `/login?${new URLSearchParams({ next: path })}`)
  await box(page).fill("So good, see https://daina.test/x.")
  await page.route("**/api/comments/*", (route) => route.abort(), { times: 1 })
  const post = section(page).getByRole("button", { name: "Post" })
  await post.click()
  await expect(section(page).getByRole("alert")).toContainText("connection")
  await expect(box(page)).toHaveValue("So good, see https://daina.test/x.")
  await post.dblclick()
  await expect(comments(page)).toHaveCount(1)
  await expect(box(page)).toHaveValue("")
  const link = comments(page).getByRole("link", { name: "https://daina.test/x" })
  await expect(link).toHaveAttribute("rel", "nofollow ugc noopener")

  await comments(page).getByRole("button", { name: "Edit: Juhan" }).click()
  await comments(page).getByLabel("Your comment").fill("Even better")
  await comments(page).getByRole("button", { name: "Save" }).click()
  await expect(comments(page)).toContainText("edited")
  const anchor = await comments(page).getAttribute("id")
  await visitor.goto(`${path}#${anchor}`)
  await visitor.reload()
  await expect(comments(visitor)).toContainText("Even better")
  await expect(comments(visitor)).toBeInViewport()
  await expect(comments(visitor).getByRole("link", { name: "Juhan" })).toBeVisible()

  await box(page).fill("Too late")
  await db.one`insert into closed_comments (news_id) select id from news where slug = ${slug}`
  await post.click()
  await expect(section(page).getByRole("alert")).toContainText("closed")
  await expect(box(page)).toHaveValue("Too late")
  await box(page).fill("")
  await comments(page).getByRole("button", { name: "Delete: Juhan" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
  await expect(comments(page)).toHaveCount(0)
  await db.one`delete from closed_comments`
})
