/** Running the teams' posts: hiding, publishing and deleting them, one or many. */
import type { Page } from "@playwright/test"
import { expectClean } from "../clean.ts"
import { toasts } from "../screens.ts"
import { ownTeam } from "../teams/teams.ts"
import { expect, test } from "../test.ts"
import { openAdmin, row, search } from "./screens.ts"

/** A team with these posts; the last word of each title is theirs alone. */
async function blog(page: Page, count: number) {
  const { db, team, owner } = await ownTeam(page, {})
  const mark = crypto.randomUUID().slice(0, 8)
  for (let n = 1; n <= count; n += 1) {
    await db.one`
      insert into team_posts (team_id, user_id, title, content, content_html, is_published)
      values (${team.id}, ${owner.id}, ${`Post ${n} ${mark}`}, 'Text', '<p>Text</p>', true)`
  }
  return { db, team, mark }
}

test("a post is hidden and published again, and says whose it is", async ({ page }) => {
  const { team, mark } = await blog(page, 1)
  await openAdmin(page, "/admin/posts", "Posts")
  await search(page, mark)
  const post = row(page, mark)
  await expect(post).toContainText("Owner")
  await expect(post.getByText("Published", { exact: true })).toBeVisible()
  await expect(post.getByRole("link", { name: /^View the team/ })).toHaveAttribute(
    "href",
    `/teams/${team.slug}`,
  )
  await post.getByRole("button", { name: /^Hide/ }).click()
  await expect(toasts(page).getByText("Post updated")).toBeVisible()
  await expect(post.getByText("Draft", { exact: true })).toBeVisible()
  await expect(post.getByText("Hidden", { exact: true })).toBeVisible()
  await post.getByRole("button", { name: /^Publish/ }).click()
  await expect(post.getByText("Published", { exact: true })).toBeVisible()
})

test("many are hidden and deleted at once; what is gone already is named", async ({ page }) => {
  const { db, mark } = await blog(page, 3)
  await openAdmin(page, "/admin/posts", "Posts")
  await search(page, mark)
  await expect(row(page, mark)).toHaveCount(3)
  const bulk = page.getByRole("region", { name: "Several at once" })
  await bulk.getByRole("checkbox").check()
  await bulk.getByRole("button", { name: "Hide" }).click()
  await expect(toasts(page).getByText("3 posts hidden")).toBeVisible()
  await expect(row(page, mark).getByText("Draft", { exact: true })).toHaveCount(3)
  await db.one`delete from team_posts where title = ${`Post 2 ${mark}`}`
  await bulk.getByRole("checkbox").check()
  await bulk.getByRole("button", { name: "Delete" }).click()
  const asked = page.getByRole("dialog")
  await expect(asked).toContainText("delete 3 posts?")
  await asked.getByRole("button", { name: "Delete" }).dblclick()
  await expect(toasts(page).getByText("2 posts deleted")).toHaveCount(1)
  await expect(page.getByText("It is not there any more.")).toBeVisible()
  await expect(row(page, mark).getByRole("checkbox")).toHaveCount(0)
})

test.describe("the connection is lost", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test("the post stays as it was, and the act says so", async ({ page }) => {
    const { mark } = await blog(page, 1)
    await openAdmin(page, "/admin/posts", "Posts")
    await search(page, mark)
    await page.route("**/api/admin/posts/act", (route) => route.abort("internetdisconnected"))
    await row(page, mark).getByRole("button", { name: /^Hide/ }).click()
    await expect(toasts(page).getByText("Failed to update post")).toBeVisible()
    await expect(row(page, mark).getByText("Published", { exact: true })).toBeVisible()
    await row(page, mark).getByRole("button", { name: /^Hide/ }).click()
    await expect(toasts(page).getByText("Failed to update post")).toHaveCount(1)
    await page.unrouteAll()
    await row(page, mark).getByRole("button", { name: /^Hide/ }).click()
    await expect(toasts(page).getByText("Post updated")).toBeVisible()
    await expect(toasts(page).getByText("Failed to update post")).toHaveCount(0)
  })
})

for (const width of [390, 1440]) {
  test(`the list is clean at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const { mark } = await blog(page, 2)
    await openAdmin(page, `/admin/posts?search=${mark}`, "Posts")
    await row(page, mark).getByRole("checkbox").first().check()
    await expectClean(page, `posts at ${width}`)
  })
}
