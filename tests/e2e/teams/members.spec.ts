/** Members of a team: roles, leaving, handing over. */
import type { Page } from "@playwright/test"
import type { TeamRole } from "../../../src/features/teams/schema.ts"
import { addMember, rolesIn } from "../../support/people/teams.ts"
import { ageProof, join, type Member, proveByPassword } from "../people.ts"
import { expect, test } from "../test.ts"
import { askToLeave, EXPECTED_ERRORS, joinButtons, openTeam, ownTeam, toast } from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

const row = (page: Page, name: string) =>
  page.locator("#members").getByRole("listitem").filter({ hasText: name })
const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name }).click()

/** Creates a team with members of the given names and roles. Each has a browser; the owner uses `page`. */
async function crew(page: Page, device: () => Promise<Page>, roles: Record<string, TeamRole>) {
  const own = await ownTeam(page, { name: "Crew" })
  const pages: Record<string, Page> = {}
  const members: Record<string, Member> = {}
  let days = 10
  for (const [name, role] of Object.entries(roles)) {
    const browser = await device()
    const member = await join(browser, { profile: { display_name: name } })
    await addMember(own.db, own.team.id, member.id, role, days--)
    pages[name] = browser
    members[name] = member
  }
  const get = <Value>(all: Record<string, Value>, name: string): Value => {
    const value = all[name]
    if (!value) throw new Error(`The team has no member ${name}`)
    return value
  }
  return {
    ...own,
    page: (name: string) => get(pages, name),
    id: (name: string) => get(members, name).id,
    roles: async () =>
      Object.fromEntries(
        (await rolesIn(own.db, own.team.id)).map(({ user_id, role }) => {
          const name = Object.keys(members).find((known) => members[known]?.id === user_id)
          return [name ?? "Owner", role]
        }),
      ),
  }
}

test("the owner promotes, demotes and removes a member", async ({ page, others }) => {
  const { team, roles } = await crew(page, others.device, { Anna: "member" })
  await openTeam(page, team.slug, "members")
  await row(page, "Anna").getByRole("button", { name: "Make admin" }).click()
  await expect(page.getByRole("dialog")).toContainText("Admins write on the blog")
  await confirm(page, "Make admin")
  await expect(toast(page, "Anna is an admin now")).toBeVisible()
  await expect(row(page, "Anna")).toContainText("Admin")
  expect(await roles()).toEqual({ Owner: "owner", Anna: "admin" })
  await row(page, "Anna").getByRole("button", { name: "Make member" }).click()
  await confirm(page, "Make member")
  await expect(toast(page, "Anna is a regular member now")).toBeVisible()
  await expect(row(page, "Anna").getByRole("button", { name: "Make admin" })).toBeVisible()
  await row(page, "Anna").getByRole("button", { name: "Remove" }).click()
  await confirm(page, "Cancel")
  await expect(row(page, "Anna")).toBeVisible()
  await row(page, "Anna").getByRole("button", { name: "Remove" }).click()
  await confirm(page, "Remove")
  await expect(toast(page, "Anna is no longer in the team")).toBeVisible()
  await expect(row(page, "Anna")).toHaveCount(0)
  await expect(page.getByText("1 member", { exact: true })).toBeVisible()
  expect(await roles()).toEqual({ Owner: "owner" })
})

test("the owner confirms their password, hands the team over and becomes an admin", async ({
  page,
  others,
}) => {
  const { team, owner, page: browser, roles } = await crew(page, others.device, { Anna: "member" })
  await ageProof(owner.id)
  await openTeam(page, team.slug, "members")
  await row(page, "Anna").getByRole("button", { name: "Hand over" }).click()
  await expect(page.getByRole("dialog")).toContainText("only they can give it back")
  await confirm(page, "Hand over")
  await proveByPassword(page, owner)
  await expect(toast(page, "Anna owns the team now")).toBeVisible()
  expect(await roles()).toEqual({ Anna: "owner", Owner: "admin" })
  await expect(page.locator("#members").getByRole("button")).toHaveCount(0)
  await expect(joinButtons(page).manage).toHaveAttribute("href", "#blog")
  const anna = browser("Anna")
  await anna.goto(`/teams/${team.slug}/manage`)
  await expect(anna.getByRole("heading", { level: 1, name: "Manage Crew" })).toBeVisible()
})

test("an owner who leaves sees the next owner: the longest-serving admin", {
  tag: "@all",
}, async ({ page, others }) => {
  const { team, roles } = await crew(page, others.device, {
    Oldest: "member",
    Anna: "admin",
    Beata: "admin",
  })
  await openTeam(page, team.slug)
  await askToLeave(page)
  await expect(page.getByRole("dialog")).toContainText("it will be handed to Anna")
  await confirm(page, "Leave")
  await expect(toast(page, "You've left Crew")).toBeVisible()
  await expect(joinButtons(page).ask).toBeVisible()
  expect(await roles()).toEqual({ Anna: "owner", Beata: "admin", Oldest: "member" })
})
