import type { Page } from "@playwright/test"
import { makeUser } from "../../support/factories.ts"
import { addMember, makePost, makeRequest } from "../../support/people/teams.ts"
import { expectAccessible } from "../accessible.ts"
import { signInAs } from "../accounts.ts"
import { signInNewMember } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import {
  createOwnTeam,
  EXPECTED_ERRORS,
  getRequestRow,
  getTeamActions,
  openEditor,
  openLeaveDialog,
  openTeam,
  requestToJoin,
} from "./teams.ts"

test.use({
  expectedErrors: EXPECTED_ERRORS,
  viewport: { width: 390, height: 844 },
})
test.slow()

const closeDialog = (page: Page) => page.keyboard.press("Escape")

test("the team list and the dialog for a new team are accessible", { tag: "@slow" }, async ({
  page,
}) => {
  await signInAs(page, "owner")
  await page.goto("/teams")
  const myTeams = page.getByRole("region", { name: "My teams" })
  await expect(myTeams.getByRole("link")).toBeVisible()
  await expectAccessible(page, "the list of teams")
  await page.goto("/teams?search=nobody+dances+here")
  await expect(page.getByRole("heading", { name: "No team found" })).toBeVisible()
  await expectAccessible(page, "the list of teams without results")
  await page.getByRole("button", { name: "Create a team" }).click()
  await page.getByRole("button", { name: "Create the team" }).click()
  await expect(page.getByText("This field is required").first()).toBeVisible()
  await expectAccessible(page, "the dialog for a new team with errors")
})

test("a team's tabs and the request to join are accessible", { tag: "@slow" }, async ({
  page,
  otherPages,
}) => {
  for (const [tab, heading] of [
    ["blog", "We have room for two"],
    ["members", "Members"],
  ] as const) {
    await page.goto(`/teams/rigas-zvaigznes#${tab}`)
    await expect(page.getByRole("heading", { name: heading })).toBeVisible()
    await expect(page.getByRole("link", { name: "Ask to join" })).toBeVisible()
    if (tab === "members")
      await expect(page.locator("#members").getByRole("listitem").first()).toBeVisible()
    await expectAccessible(page, `the ${tab} tab`)
  }
  // The team's name is a long word, which must not make the page wider than the screen.
  const { team } = await createOwnTeam(await otherPages.openBrowser(), { name: "M".repeat(60) })
  await signInNewMember(page, {})
  await openTeam(page, team.slug)
  await requestToJoin(page, "Hello from nobody.")
  await expect(page.getByText("Please complete your profile to join teams")).toBeVisible()
  await expectAccessible(page, "the request dialog without a profile")
  await closeDialog(page)
  await page.request.patch("/api/profile", { data: { display_name: "Nora" } })
  await getTeamActions(page).askButton.click()
  await expect(page.getByLabel("Message (optional)")).toHaveValue("Hello from nobody.")
  await page.getByRole("button", { name: "Send the request" }).click()
  await expect(getTeamActions(page).pendingButton).toBeVisible()
  await expectAccessible(page, "the team page with a pending request")
  await page.goto("/teams/nowhere")
  await expect(page.getByRole("heading", { name: "Team not found" })).toBeVisible()
  await expectAccessible(page, "the page of an unknown team")
})

test("an owner's team page and its dialogs are accessible @slow", async ({ page }) => {
  const { db, team, owner } = await createOwnTeam(page, { name: "Crew" })
  await addMember(db, team.id, (await makeUser(db, { displayName: "Anna" })).id, "member")
  await makePost(db, team.id, owner.id, { title: "Half written", published: false })
  await openTeam(page, team.slug, "members")
  await expect(page.getByRole("button", { name: "Make admin" })).toBeVisible()
  await expectAccessible(page, "the members tab for the owner")
  await page.getByRole("button", { name: "Hand over" }).click()
  await expectAccessible(page, "the dialog that confirms handing over")
  await closeDialog(page)
  await openLeaveDialog(page)
  await expect(page.getByRole("dialog")).toContainText("Anna")
  await expectAccessible(page, "the dialog that confirms leaving")
  await closeDialog(page)
  await page.goto(`/teams/${team.slug}#blog`)
  await expect(page.getByText("Draft", { exact: true })).toBeVisible()
  await expectAccessible(page, "the blog with a draft")
  await page.getByRole("button", { name: /^Delete/ }).click()
  await expectAccessible(page, "the dialog that confirms deleting a post")
  await closeDialog(page)
  await page.getByRole("button", { name: "Write a post" }).click()
  await page.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("This field is required")).toBeVisible()
  await expectAccessible(page, "the form of a post with errors")
})

test("the manage page is accessible with requests, errors, a toast and without rights @slow", async ({
  page,
}) => {
  const { db, team } = await createOwnTeam(page, { name: "Crew" })
  for (const [name, status] of [
    ["Anna", "pending"],
    ["Beata", "rejected"],
    ["Cilda", "approved"],
  ] as const) {
    await makeRequest(db, team.id, (await makeUser(db, { displayName: name })).id, status)
  }
  const { website, save } = await openEditor(page, team.slug)
  await page.getByText("2 answered requests").click()
  await expect(getRequestRow(page, "Cilda")).toBeVisible()
  await expectAccessible(page, "the manage page")
  await website.fill("javascript:alert(1)")
  await save.click()
  await getRequestRow(page, "Anna").getByRole("button", { name: "Approve" }).click()
  await expect(getToast(page, "Anna is in the team now")).toBeVisible()
  await expectAccessible(page, "the manage page with errors and a toast")
  page.on("dialog", (dialog) => void dialog.accept())
  await page.goto("/teams/rigas-zvaigznes/manage")
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible()
  await expectAccessible(page, "the manage page for a member without rights")
})
