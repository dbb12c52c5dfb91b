import { makePost } from "../../support/people/teams.ts"
import { expectAccessible } from "../accessible.ts"
import { getToasts } from "../screens.ts"
import { createOwnTeam } from "../teams/teams.ts"
import { expect, test } from "../test.ts"
import { getDialog, getRow, openAdmin, search } from "./screens.ts"

const createName = () => `Team ${crypto.randomUUID().slice(0, 8)}`

test("a super admin verifies, edits and deletes a team", async ({ page }) => {
  const { team } = await createOwnTeam(page, { name: createName() })
  await openAdmin(page, `/admin/teams?search=${team.slug}`, "Teams")
  const teamRow = getRow(page, team.slug)
  await expect(teamRow).toContainText("1 member")
  await expect(teamRow).toContainText("0 posts")
  await teamRow.getByRole("button", { name: /^Verify/ }).click()
  await expect(getToasts(page).getByText("Team verified successfully")).toBeVisible()
  await expect(teamRow.getByText("Verified", { exact: true })).toBeVisible()
  await teamRow.getByRole("button", { name: /^Unverify/ }).click()
  await expect(getToasts(page).getByText("Team unverified successfully")).toBeVisible()
  await expect(teamRow.getByText("Verified", { exact: true })).toHaveCount(0)

  await teamRow.getByRole("button", { name: /^Edit/ }).click()
  const dialog = page.getByRole("dialog", { name: "Edit team" })
  await dialog.getByLabel("Name").fill("")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog.getByText("This field is required")).toBeVisible()
  const renamed = createName()
  await dialog.getByLabel("Name").fill(renamed)
  await dialog.getByLabel("Location").fill("Cēsis")
  await expectAccessible(page, "the dialog of a team")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(getToasts(page).getByText("Team updated").last()).toBeVisible()
  await expect(teamRow).toContainText(renamed)
  await expect(teamRow).toContainText("Cēsis")

  await teamRow.getByRole("button", { name: /^Delete/ }).click()
  const question = page.getByRole("dialog")
  await expect(question).toContainText("All its posts are deleted and its members are removed")
  await question.getByRole("button", { name: "Cancel" }).click()
  await expect(teamRow).toBeVisible()
  await teamRow.getByRole("button", { name: /^Delete/ }).click()
  await question.getByRole("button", { name: "Delete" }).dblclick()
  await expect(getToasts(page).getByText("Team deleted")).toHaveCount(1)
  await expect(teamRow).toHaveCount(0)
})

test("a super admin sees the author of a post, hides it, publishes it again and deletes it", async ({
  page,
}) => {
  const { db, team, owner } = await createOwnTeam(page, {})
  const uniqueWord = crypto.randomUUID().slice(0, 8)
  await makePost(db, team.id, owner.id, { title: `Post ${uniqueWord}` })
  await openAdmin(page, "/admin/posts", "Posts")
  await search(page, uniqueWord)
  const post = getRow(page, uniqueWord)
  await expect(post).toContainText("Owner")
  await expect(post.getByText("Published", { exact: true })).toBeVisible()
  await expect(post.getByRole("link", { name: /^View the team/ })).toHaveAttribute(
    "href",
    `/teams/${team.slug}`,
  )
  await post.getByRole("button", { name: /^Hide/ }).click()
  await expect(getToasts(page).getByText("Post updated")).toBeVisible()
  await expect(post.getByText("Draft", { exact: true })).toBeVisible()
  await expect(post.getByText("Hidden", { exact: true })).toBeVisible()
  await post.getByRole("button", { name: /^Publish/ }).click()
  await expect(post.getByText("Published", { exact: true })).toBeVisible()
  await post.getByRole("button", { name: /^Delete/ }).click()
  await getDialog(page, "Delete this post?").getByRole("button", { name: "Delete" }).click()
  await expect(post).toHaveCount(0)
})
