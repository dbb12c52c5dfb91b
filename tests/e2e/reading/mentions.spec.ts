/** Tests of mentions ("@name") in comments, and of unsent comments when a session ends. */
import type { Page } from "@playwright/test"
import { makePost } from "../../support/people/teams.ts"
import { expectAccessible } from "../accessible.ts"
import { connectToDatabase } from "../database.ts"
import { openSession, signInNewMember } from "../people.ts"
import { logOut, returnToTab } from "../screens.ts"
import { expect, test } from "../test.ts"

test.use({
  // 404: the page of a post is not built, so a page for unbuilt posts loads the post from the API.
  expectedErrors: /status of (401|404)|ERR_FAILED/,
})

const getSection = (page: Page) => page.locator("#comments")
const getCommentBox = (page: Page) => getSection(page).getByLabel("Your comment")
const getOptions = (page: Page) =>
  getSection(page).getByRole("listbox", { name: "Members" }).getByRole("option")
const getBell = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: /^Notifications/ })

async function openComments(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await getSection(page).scrollIntoViewIfNeeded()
}

/** Returns the path of the oldest public post, which is built. */
async function findPostPath(): Promise<string> {
  const db = await connectToDatabase()
  const path = await db.value<string>`
    select '/teams/' || t.slug || '/posts/' || p.id from team_posts p join teams t on t.id = p.team_id
    where p.is_published and p.reviewed_at is not null order by p.created_at, p.id limit 1`
  return path ?? ""
}

test("a member is mentioned from suggestions, and the bell counts the mention until it is read", async ({
  page,
  otherPages,
}) => {
  const path = await findPostPath()
  const friendPage = await otherPages.openBrowser()
  const friend = await signInNewMember(friendPage, { profile: { display_name: "Zelma Ozola" } })
  await signInNewMember(page, { profile: { display_name: "Juhan" } })
  await openComments(page, path)
  await getCommentBox(page).pressSequentially("Hi @zel")
  await expect(getOptions(page)).toHaveText([/Zelma Ozola/])
  await expect(getCommentBox(page)).toHaveAttribute("aria-activedescendant", /0$/)
  await expectAccessible(page, "suggested members")
  await getCommentBox(page).press("Escape")
  await expect(getOptions(page)).toHaveCount(0)
  await getCommentBox(page).fill("Hi ")
  await page.route("**/mentionable", (route) => route.abort(), { times: 1 })
  await getCommentBox(page).pressSequentially("@ze")
  await expect(getSection(page)).toContainText("Names couldn't be loaded")
  await expect(getCommentBox(page)).toHaveValue("Hi @ze")
  await getCommentBox(page).pressSequentially("lma")
  await expect(getOptions(page)).toHaveCount(1)
  await getCommentBox(page).press("Enter")
  await expect(getCommentBox(page)).toHaveValue("Hi @Zelma Ozola ")
  await getCommentBox(page).fill("Hi @ozo")
  await getOptions(page).filter({ hasText: "Zelma Ozola" }).click()
  await expect(getCommentBox(page)).toHaveValue("Hi @Zelma Ozola ")
  await getCommentBox(page).pressSequentially("and all")
  await getSection(page).getByRole("button", { name: "Post" }).click()
  const mention = getSection(page).getByRole("link", { name: "@Zelma Ozola" }).first()
  await expect(mention).toHaveAttribute("href", `/members/${friend.id}`)

  await friendPage.goto("/about")
  await expect(getBell(friendPage)).toHaveAccessibleName("Notifications, 1 new")
  await openComments(friendPage, path)
  await expect(getSection(friendPage)).toContainText("Hi @Zelma Ozola and all")
  await expect(getBell(friendPage)).toHaveAccessibleName("Notifications")
})

test("a typed comment survives the end of the session, but not a log-out", async ({
  page,
  otherPages,
}) => {
  const db = await connectToDatabase()
  const path = await findPostPath()
  const { id } = await signInNewMember(page)
  await openComments(page, path)
  await getCommentBox(page).fill("Next time!")
  await db.one`delete from sessions where user_id = ${id}`
  const postButton = getSection(page).getByRole("button", { name: "Post" })
  await postButton.click()
  const alert = getSection(page).getByRole("alert")
  await expect(alert.getByRole("link", { name: "Log in in a new tab" })).toBeVisible()
  await expect(getCommentBox(page)).toHaveValue("Next time!")
  await openSession(page, id)
  await postButton.click()
  const comment = getSection(page).getByRole("listitem").filter({ hasText: "Next time!" })
  await expect(comment.getByRole("button", { name: /^Delete/ })).toBeVisible()

  await getCommentBox(page).fill("Private words")
  const tab = await otherPages.openTab()
  await tab.goto("/about")
  await logOut(tab)
  await expect(getSection(page).getByRole("link", { name: "Log in to comment" })).toBeVisible()
  await expect(getSection(page)).not.toContainText("Private words")
})

test("on an unbuilt page, a typed comment survives a session's end, but not a log-out", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const db = await connectToDatabase()
  const team = await db.one<{ id: string; slug: string }>`
    select id, slug from teams where hidden_at is null order by created_at, id limit 1`
  const { id } = await signInNewMember(page)
  const post = await makePost(db, team?.id ?? "", id)
  await openComments(page, `/teams/${team?.slug}/posts/${post.id}`)
  await getCommentBox(page).fill("Next time!")
  await db.one`delete from sessions where user_id = ${id}`
  await returnToTab(page)
  await expect(page.locator("html")).toHaveAttribute("data-session", "signed-out")
  await expect(getCommentBox(page)).toHaveValue("Next time!")
  await openSession(page, id)
  await getSection(page).getByRole("button", { name: "Post" }).click()
  await expect(getSection(page).getByRole("listitem")).toContainText("Next time!")

  await getCommentBox(page).fill("Private words")
  const tab = await otherPages.openTab()
  await tab.goto("/about")
  await logOut(tab)
  await expect(getSection(page).getByRole("link", { name: "Log in to comment" })).toBeVisible()
  await expect(getSection(page)).not.toContainText("Private words")
})
