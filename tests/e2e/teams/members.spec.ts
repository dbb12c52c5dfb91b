import type { Page } from "@playwright/test"
import type { TeamRole } from "../../../src/features/teams/schema.ts"
import { makeUser } from "../../support/factories.ts"
import { addMember, readRoles } from "../../support/people/teams.ts"
import { confirmIdentity, expireProof, openSession } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import { createOwnTeam, EXPECTED_ERRORS, getTeamActions, openTeam } from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

const getMemberRow = (page: Page, name: string) =>
  page.locator("#members").getByRole("listitem").filter({ hasText: name })
const clickInDialog = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name }).click()

/** Creates a team whose signed-in owner is called Owner. `roles` has the other members, in the order of joining. */
async function createTeamWithMembers(page: Page, roles: Record<string, TeamRole>) {
  const createdTeam = await createOwnTeam(page, { name: "Crew" })
  const names = new Map([[createdTeam.owner.id, "Owner"]])
  let daysInTeam = 10
  for (const [displayName, role] of Object.entries(roles)) {
    const { id } = await makeUser(createdTeam.db, { displayName })
    await addMember(createdTeam.db, createdTeam.team.id, id, role, { daysAgo: daysInTeam-- })
    names.set(id, displayName)
  }
  return {
    ...createdTeam,
    getUserId: (name: string) =>
      [...names].find(([, memberName]) => memberName === name)?.[0] ?? "",
    readRolesByName: async () =>
      Object.fromEntries(
        (await readRoles(createdTeam.db, createdTeam.team.id)).map(({ user_id, role }) => [
          names.get(user_id),
          role,
        ]),
      ),
  }
}

test("the owner promotes, demotes and removes a member", async ({ page }) => {
  const { team, readRolesByName } = await createTeamWithMembers(page, { Anna: "member" })
  await openTeam(page, team.slug, "members")
  await getMemberRow(page, "Anna").getByRole("button", { name: "Make admin" }).click()
  await expect(page.getByRole("dialog")).toContainText("Admins write on the blog")
  await clickInDialog(page, "Make admin")
  await expect(getToast(page, "Anna is an admin now")).toBeVisible()
  await expect(getMemberRow(page, "Anna")).toContainText("Admin")
  expect(await readRolesByName()).toEqual({ Owner: "owner", Anna: "admin" })
  await getMemberRow(page, "Anna").getByRole("button", { name: "Make member" }).click()
  await clickInDialog(page, "Make member")
  await expect(getToast(page, "Anna is a regular member now")).toBeVisible()
  await expect(getMemberRow(page, "Anna").getByRole("button", { name: "Make admin" })).toBeVisible()
  await getMemberRow(page, "Anna").getByRole("button", { name: "Remove" }).click()
  await clickInDialog(page, "Cancel")
  await expect(getMemberRow(page, "Anna")).toBeVisible()
  await getMemberRow(page, "Anna").getByRole("button", { name: "Remove" }).click()
  await clickInDialog(page, "Remove")
  await expect(getToast(page, "Anna is no longer in the team")).toBeVisible()
  await expect(getMemberRow(page, "Anna")).toHaveCount(0)
  await expect(page.getByText("1 member", { exact: true })).toBeVisible()
  expect(await readRolesByName()).toEqual({ Owner: "owner" })
})

test("the owner confirms their password, hands the team over and becomes an admin", async ({
  page,
  otherPages,
}) => {
  const { team, owner, readRolesByName, getUserId } = await createTeamWithMembers(page, {
    Anna: "member",
  })
  await expireProof(owner.id)
  await openTeam(page, team.slug, "members")
  await getMemberRow(page, "Anna").getByRole("button", { name: "Hand over" }).click()
  await expect(page.getByRole("dialog")).toContainText("only they can give it back")
  await clickInDialog(page, "Hand over")
  await confirmIdentity(page, owner)
  await expect(getToast(page, "Anna owns the team now")).toBeVisible()
  expect(await readRolesByName()).toEqual({ Anna: "owner", Owner: "admin" })
  await expect(page.locator("#members").getByRole("button")).toHaveCount(0)
  await expect(getTeamActions(page).manageLink).toHaveAttribute("href", "#blog")
  const memberPage = await otherPages.openBrowser()
  await openSession(memberPage, getUserId("Anna"))
  await memberPage.goto(`/teams/${team.slug}/manage`)
  await expect(memberPage.getByRole("heading", { level: 1, name: "Manage Crew" })).toBeVisible()
})
