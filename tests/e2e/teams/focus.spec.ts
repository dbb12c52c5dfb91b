/** Where the focus is when what had it is gone: near, not at the top of the page. */
import type { Page } from "@playwright/test"
import { addMember, makePost, makeRequest } from "../../teams.ts"
import { join } from "../people.ts"
import { expect, test } from "../test.ts"
import { FAULTS } from "./faults.ts"
import { joining, openTeam, ownTeam, request, toast } from "./teams.ts"

test.use({ expectedErrors: FAULTS })

const actions = (page: Page) => page.getByRole("group", { name: "You and the team" })
const dialog = (page: Page) => page.getByRole("dialog")

test("after asking, taking it back, and leaving, it is with what can be done next", async ({
  page,
  others,
}) => {
  const { db, team } = await ownTeam(await others.device())
  const { id } = await join(page)
  await openTeam(page, team.slug)
  await joining(page).ask.press("Enter")
  await dialog(page).getByRole("button", { name: "Send the request" }).press("Enter")
  await expect(joining(page).pending).toBeVisible()
  await expect(actions(page)).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(joining(page).withdraw).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(joining(page).ask).toBeVisible()
  await expect(actions(page)).toBeFocused()

  await addMember(db, team.id, id, "member")
  await page.reload()
  await joining(page).leave.press("Enter")
  await dialog(page).getByRole("button", { name: "Leave", exact: true }).press("Enter")
  await expect(toast(page, "You have left")).toBeVisible()
  await expect(actions(page)).toBeFocused()
})

test("after an answer it is with that request, so that the next is one step away", async ({
  page,
  others,
}) => {
  const { db, team } = await ownTeam(page)
  for (const display_name of ["Anna", "Berta"]) {
    const { id } = await join(await others.device(), { profile: { display_name } })
    await makeRequest(db, team.id, id)
  }
  await page.goto(`/teams/${team.slug}/manage`)
  // The newest first.
  await request(page, "Berta").getByRole("button", { name: "Approve" }).press("Enter")
  await expect(request(page, "Berta")).toContainText("Approved")
  await expect(request(page, "Berta")).toBeFocused()
  await request(page, "Anna").getByRole("button", { name: "Decline" }).press("Enter")
  await expect(request(page, "Anna")).toContainText("Declined")
  await expect(request(page, "Anna")).toBeFocused()
})

test("after a change of a member it is with them, and with the members when they are gone", async ({
  page,
  others,
}) => {
  const { db, team } = await ownTeam(page)
  const { id } = await join(await others.device(), { profile: { display_name: "Carl" } })
  await addMember(db, team.id, id, "member")
  await openTeam(page, team.slug, "members")
  const members = page.getByRole("region", { name: "Members" })
  const carl = members.getByRole("listitem").filter({ hasText: "Carl" })
  await carl.getByRole("button", { name: "Make admin" }).press("Enter")
  await dialog(page).getByRole("button", { name: "Make admin" }).press("Enter")
  await expect(carl).toContainText("Admin")
  await expect(carl).toBeFocused()
  await carl.getByRole("button", { name: "Remove" }).press("Enter")
  await dialog(page).getByRole("button", { name: "Remove" }).press("Enter")
  await expect(carl).toHaveCount(0)
  await expect(members).toBeFocused()
})

test("after a post is deleted it is with the blog", async ({ page }) => {
  const { db, team, owner } = await ownTeam(page)
  await makePost(db, team.id, owner.id, { title: "Old news" })
  await openTeam(page, team.slug, "blog")
  await page.getByRole("button", { name: "Delete “Old news”" }).press("Enter")
  await dialog(page).getByRole("button", { name: "Delete" }).press("Enter")
  await expect(page.getByRole("heading", { name: "No posts yet" })).toBeVisible()
  await expect(page.getByRole("region", { name: "Blog" })).toBeFocused()
})
