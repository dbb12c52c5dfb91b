import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { addToDailyCount } from "../../support/attempts.ts"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import { EXPECTED_ERRORS, getTeamActions } from "./teams.ts"

test.use({ expectedErrors: new RegExp(`${EXPECTED_ERRORS.source}|status of 429`) })

const makeUniqueWord = () => randomBytes(3).toString("hex")

const getDialog = (page: Page) => page.getByRole("dialog", { name: "Create a team" })
const getFields = (page: Page) => ({
  name: getDialog(page).getByLabel("Name", { exact: true }),
  memberName: getDialog(page).getByLabel("Your display name"),
  slug: getDialog(page).getByLabel("Page address"),
  description: getDialog(page).getByLabel("Description"),
  location: getDialog(page).getByLabel("Location"),
  country: getDialog(page).getByLabel("Country"),
  create: getDialog(page).getByRole("button", { name: /^(Create the team|Creating…)$/ }),
})

async function openCreateDialog(page: Page) {
  await page.goto("/teams")
  await page.getByRole("button", { name: "Create a team" }).click()
  await expect(getDialog(page)).toBeVisible()
  return getFields(page)
}

test("for a member without a profile, the field for the member's name appears after the teams are loaded", async ({
  page,
}) => {
  await signInNewMember(page, {})
  const teamsRelease = Promise.withResolvers<void>()
  await page.route("**/api/teams/mine", async (route) => {
    await teamsRelease.promise
    await route.continue()
  })
  const { name, memberName } = await openCreateDialog(page)
  await expect(name).toBeVisible()
  await expect(memberName).toBeHidden()
  teamsRelease.resolve()
  await expect(memberName).toBeVisible()
})

test("a member creates a team and becomes its owner", async ({ page, otherPages }) => {
  await signInNewMember(page, {})
  const { name, memberName, slug, description, location, country, create } =
    await openCreateDialog(page)
  const teamName = `Rīgas Ūdensrozes ${makeUniqueWord()}`
  const nameWithSurplusSpaces = ` ${teamName.replace(" ", "  ")} `
  await name.fill(nameWithSurplusSpaces)
  await expect(slug).toHaveValue(/^rigas-udensrozes-\w{6}$/)
  const path = `/teams/${await slug.inputValue()}`
  await expect(getDialog(page).getByText(`The page will be at ${path}`)).toBeVisible()
  await description.fill("Seven of us.\n\nAnd a <b>piano</b>.")
  await location.fill("Rīga")
  await country.selectOption({ label: "Latvia" })
  await expect(memberName).toBeVisible()
  await create.click()
  await expect(getDialog(page).getByText("Display name is required")).toBeVisible()
  await memberName.fill("Līga")
  await create.dblclick()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole("heading", { level: 1, name: teamName })).toBeVisible()
  await expect(getToast(page, "Your team is ready")).toBeVisible()
  await expect(page.getByText("And a <b>piano</b>.")).toBeVisible()
  await expect(page.getByText("Rīga, Latvia").first()).toBeVisible()
  await expect(page.getByText("1 member", { exact: true })).toBeVisible()
  await expect(getTeamActions(page).manageLink).toHaveAttribute("href", `${path}/manage`)

  await page.getByRole("link", { name: "Members" }).click()
  await expect(page.getByRole("link", { name: "Līga" })).toBeVisible()

  const visitor = await otherPages.openBrowser()
  for (const prefix of ["", "/ru"]) {
    await visitor.goto(prefix + path)
    await expect(visitor.getByRole("heading", { level: 1, name: teamName })).toBeVisible()
  }
  await page.goto("/teams")
  const myTeams = page.getByRole("region", { name: "My teams" })
  await expect(myTeams.getByRole("link", { name: teamName })).toBeVisible()
})

test("a newcomer reads that the new team is not listed yet, and why a team beyond the daily limit is refused", async ({
  page,
}) => {
  const { id } = await signInNewMember(page)
  const db = await connectToDatabase()
  await db.one`update users set vetted_at = null where id = ${id}`
  // The daily limit for newcomers is three teams, so after two teams the member can create one more team.
  await addToDailyCount(db, "teams", id, 2)
  const teamName = `Jaunās Zvaigznes ${makeUniqueWord()}`
  const firstForm = await openCreateDialog(page)
  await firstForm.name.fill(teamName)
  await firstForm.create.click()
  await expect(page.getByRole("heading", { level: 1, name: teamName })).toBeVisible()
  await expect(page.getByText("Your team will be in the list of teams")).toBeVisible()

  const secondForm = await openCreateDialog(page)
  const myTeams = page.getByRole("region", { name: "My teams" })
  await expect(myTeams.getByText("Listed once we've reviewed it")).toBeVisible()
  await secondForm.name.fill("One too many")
  await secondForm.description.fill("All that I wrote about it.")
  await secondForm.create.click()
  await expect(getToast(page, /as much as new members can in a day.*in 24 hours/)).toBeVisible()
  await expect(secondForm.name).toHaveValue("One too many")
  await expect(secondForm.description).toHaveValue("All that I wrote about it.")
})
