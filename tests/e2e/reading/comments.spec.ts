import type { Page } from "@playwright/test"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"

test.use({ expectedErrors: /status of 409|ERR_FAILED/ })

const getSection = (page: Page) => page.locator("#comments")
const getComments = (page: Page) => getSection(page).getByRole("listitem")
const getCommentBox = (page: Page) => getSection(page).getByLabel("Your comment")

async function openComments(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await getSection(page).scrollIntoViewIfNeeded()
}

test("a comment is posted, edited, read by visitors, and deleted after comments are closed", async ({
  page,
  otherPages,
}) => {
  const db = await connectToDatabase()
  const slug = await db.value<string>`
    select slug from news
    where is_published and original_id is null and language = 'en' order by created_at, id limit 1`
  const path = `/news/${slug}`
  const visitor = await otherPages.openBrowser()
  await openComments(visitor, path)
  await expect(getSection(visitor).getByRole("heading", { name: "No comments yet" })).toBeVisible()
  const loginLink = getSection(visitor).getByRole("link", { name: "Log in to comment" })
  const loginQuery = new URLSearchParams({ next: `${path}#comments` })
  await expect(loginLink).toHaveAttribute("href", `/login?${loginQuery}`)

  await signInNewMember(page, { profile: { display_name: "Juhan" } })
  await openComments(page, path)
  const cheerButton = page.getByRole("button", { name: /^Cheer/ })
  await cheerButton.click()
  await expect(cheerButton).toHaveAttribute("aria-pressed", "true")
  await expect(cheerButton).toContainText("1")
  const cheerLink = visitor.getByRole("link", { name: "Cheer" })
  await expect(cheerLink).toHaveAttribute("href", `/login?${new URLSearchParams({ next: path })}`)
  await getCommentBox(page).fill("So good, see https://daina.test/x.")
  await page.route("**/api/comments/*", (route) => route.abort(), { times: 1 })
  const postButton = getSection(page).getByRole("button", { name: "Post" })
  await postButton.click()
  await expect(getSection(page).getByRole("alert")).toContainText("connection")
  await expect(getCommentBox(page)).toHaveValue("So good, see https://daina.test/x.")
  await postButton.dblclick()
  await expect(getComments(page)).toHaveCount(1)
  await expect(getCommentBox(page)).toHaveValue("")
  const link = getComments(page).getByRole("link", { name: "https://daina.test/x" })
  await expect(link).toHaveAttribute("rel", "nofollow ugc noopener")

  await getComments(page).getByRole("button", { name: "Edit: Juhan" }).click()
  await getComments(page).getByLabel("Your comment").fill("Even better")
  await getComments(page).getByRole("button", { name: "Save" }).click()
  await expect(getComments(page)).toContainText("edited")
  const anchor = await getComments(page).getAttribute("id")
  await visitor.goto(`${path}#${anchor}`)
  await visitor.reload()
  await expect(getComments(visitor)).toContainText("Even better")
  await expect(getComments(visitor)).toBeInViewport()
  await expect(getComments(visitor).getByRole("link", { name: "Juhan" })).toBeVisible()
  for (const viewer of [page, visitor]) {
    await expect(getComments(viewer).locator(".avatar")).toHaveText("J")
    await expect(getComments(viewer).locator(`a[href="#${anchor}"]`)).toHaveAttribute(
      "title",
      /\d:\d\d/,
    )
  }

  await getCommentBox(page).fill("Too late")
  await db.one`insert into closed_comments (news_id) select id from news where slug = ${slug}`
  await postButton.click()
  await expect(getSection(page).getByRole("alert")).toContainText("closed")
  await expect(getCommentBox(page)).toHaveValue("Too late")
  await getCommentBox(page).fill("")
  await getComments(page).getByRole("button", { name: "Delete: Juhan" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
  await expect(getComments(page)).toHaveCount(0)
  await db.one`delete from closed_comments`
})

test("the comment box informs a newcomer that the first comments wait for approval", async ({
  page,
}) => {
  const db = await connectToDatabase()
  const { id } = await signInNewMember(page)
  await db.one`update users set vetted_at = null where id = ${id}`
  // The oldest event is a demo event. Events of other tests may have no built page.
  const slug = await db.value<string>`
    select slug from events
    where event_type = 'public' and end_date > now() order by created_at, id limit 1`
  await openComments(page, `/events/${slug}`)
  await expect(getSection(page)).toContainText("a moderator reads your first comments")
  await getCommentBox(page).fill("Hello!")
  await getCommentBox(page).press("ControlOrMeta+Enter")
  await expect(getComments(page)).toContainText("Waiting for approval")
})
