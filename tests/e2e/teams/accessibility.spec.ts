/** Accessibility of the team pages on a phone (axe), in states that need a member. */
import type { Page } from "@playwright/test"
import { makeUser } from "../../support/factories.ts"
import { addMember, makePost, makeRequest } from "../../support/people/teams.ts"
import { expectAccessible } from "../accessible.ts"
import { signInAs } from "../accounts.ts"
import { join } from "../people.ts"
import { toast } from "../screens.ts"
import { expect, test } from "../test.ts"
import {
  askToJoin,
  askToLeave,
  EXPECTED_ERRORS,
  joinButtons,
  openEditor,
  openTeam,
  ownTeam,
  requestRow,
} from "./teams.ts"

test.use({
  expectedErrors: EXPECTED_ERRORS,
  viewport: { width: 390, height: 844 },
})
test.slow()

const close = (page: Page) => page.keyboard.press("Escape")

test("the team list and the dialog for a new team are accessible", async ({ page }) => {
  await signInAs(page, "owner")
  await page.goto("/teams")
  const myTeams = page.getByRole("region", { name: "My teams" })
  await expect(myTeams.getByRole("link")).toBeVisible()
  await expectAccessible(page, "all teams")
  await page.goto("/teams?search=nobody+dances+here")
  await expect(page.getByRole("heading", { name: "No team found" })).toBeVisible()
  await expectAccessible(page, "no team found")
  await page.getByRole("button", { name: "Create a team" }).click()
  await page.getByRole("button", { name: "Create the team" }).click()
  await expect(page.getByText("This field is required").first()).toBeVisible()
  await expectAccessible(page, "creating, with errors")
})

test("a team's tabs and the request to join are accessible", { tag: "@slow" }, async ({
  page,
  others,
}) => {
  for (const [tab, heading] of [
    ["blog", "We have room for two"],
    ["members", "Members"],
  ] as const) {
    await page.goto(`/teams/rigas-zvaigznes#${tab}`)
    await expect(page.getByRole("heading", { name: heading })).toBeVisible()
    await expect(page.getByRole("link", { name: "Log in to join" })).toBeVisible()
    if (tab === "members")
      await expect(page.locator("#members").getByRole("listitem").first()).toBeVisible()
    await expectAccessible(page, tab)
  }
  const { team } = await ownTeam(await others.device(), { name: "M".repeat(60) })
  await join(page, {})
  await openTeam(page, team.slug)
  await askToJoin(page, "Hello from nobody.")
  await expect(page.getByText("Please complete your profile to join teams")).toBeVisible()
  await expectAccessible(page, "requesting to join without a profile")
  await close(page)
  await page.request.patch("/api/profile", { data: { display_name: "Nora" } })
  await joinButtons(page).ask.click()
  await expect(page.getByLabel("Message (optional)")).toHaveValue("Hello from nobody.")
  await page.getByRole("button", { name: "Send the request" }).click()
  await expect(joinButtons(page).pending).toBeVisible()
  await expectAccessible(page, "a pending request")
  await page.goto("/teams/nowhere")
  await expect(page.getByRole("heading", { name: "Team not found" })).toBeVisible()
  await expectAccessible(page, "not found")
})

test("an owner's team page and its dialogs are accessible @slow", async ({ page }) => {
  const { db, team, owner } = await ownTeam(page, { name: "Crew" })
  await addMember(db, team.id, (await makeUser(db, { displayName: "Anna" })).id, "member")
  await makePost(db, team.id, owner.id, { title: "Half written", published: false })
  await openTeam(page, team.slug, "members")
  await expect(page.getByRole("button", { name: "Make admin" })).toBeVisible()
  await expectAccessible(page, "members, for the owner")
  await page.getByRole("button", { name: "Hand over" }).click()
  await expectAccessible(page, "handing over")
  await close(page)
  await askToLeave(page)
  await expect(page.getByRole("dialog")).toContainText("Anna")
  await expectAccessible(page, "leaving")
  await close(page)
  await page.goto(`/teams/${team.slug}#blog`)
  await expect(page.getByText("Draft", { exact: true })).toBeVisible()
  await expectAccessible(page, "a draft")
  await page.getByRole("button", { name: /^Delete/ }).click()
  await expectAccessible(page, "deleting a post")
  await close(page)
  await page.getByRole("button", { name: "Write a post" }).click()
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("This field is required")).toBeVisible()
  await expectAccessible(page, "writing a post, with errors")
})

test("the manage page is accessible with requests, errors and a toast, and when denied @slow", async ({
  page,
}) => {
  const { db, team } = await ownTeam(page, { name: "Crew" })
  for (const [name, status] of [
    ["Anna", "pending"],
    ["Beata", "rejected"],
    ["Cilda", "approved"],
  ] as const) {
    await makeRequest(db, team.id, (await makeUser(db, { displayName: name })).id, status)
  }
  const { website, save } = await openEditor(page, team.slug)
  await page.getByText("2 answered requests").click()
  await expect(requestRow(page, "Cilda")).toBeVisible()
  await expectAccessible(page, "managing")
  await website.fill("javascript:alert(1)")
  await save.click()
  await requestRow(page, "Anna").getByRole("button", { name: "Approve" }).click()
  await expect(toast(page, "Anna is in the team now")).toBeVisible()
  await expectAccessible(page, "managing, with errors and a toast")
  page.on("dialog", (dialog) => void dialog.accept())
  await page.goto("/teams/rigas-zvaigznes/manage")
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible()
  await expectAccessible(page, "denied")
})
