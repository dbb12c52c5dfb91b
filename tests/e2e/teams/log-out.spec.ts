import type { Page } from "@playwright/test"
import { makeUser } from "../../support/factories.ts"
import { makeRequest } from "../../support/people/teams.ts"
import { connectToDatabase } from "../database.ts"
import { signIn, signInNewMember } from "../people.ts"
import { getToasts, logOut, returnToTab } from "../screens.ts"
import { expect, test } from "../test.ts"
import { createOwnTeam, EXPECTED_ERRORS, getRequestRow, openEditor } from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

const getDialog = (page: Page) => page.getByRole("dialog")
const getRoot = (page: Page) => page.locator("html")

async function logOutAndWait(page: Page): Promise<void> {
  await logOut(page)
  await expect(getRoot(page)).toHaveAttribute("data-session", "signed-out")
}

async function logInNextMember(page: Page): Promise<void> {
  await signInNewMember(page, { profile: { display_name: "Next" } })
  await returnToTab(page)
  await expect(getRoot(page)).toHaveAttribute("data-session", "signed-in")
}

/** Ends the member's session on the server, and returns to the tab, so that the page reloads the session. */
async function expireSession(page: Page, memberId: string): Promise<void> {
  const db = await connectToDatabase()
  await db.one`delete from sessions where user_id = ${memberId}`
  await returnToTab(page)
  await expect(getRoot(page)).toHaveAttribute("data-session", "signed-out")
}

test("a log-out on the manage page opens the login page despite unsaved changes", async ({
  page,
}) => {
  const { db, team } = await createOwnTeam(page)
  await makeRequest(db, team.id, (await makeUser(db, { displayName: "Shy Asker" })).id)
  const form = await openEditor(page, team.slug)
  await expect(getRequestRow(page, "Shy Asker")).toBeVisible()
  await form.description.fill("Mine alone")
  await logOut(page)
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(getToasts(page)).toContainText("Signed out")
  await expect(page.getByText("Shy Asker")).toHaveCount(0)
})

test("the owner's changes survive the end of the session, and the requests are hidden", {
  tag: "@slow",
}, async ({ page }) => {
  const { db, team, owner } = await createOwnTeam(page)
  await makeRequest(db, team.id, (await makeUser(db, { displayName: "Shy Asker" })).id)
  const form = await openEditor(page, team.slug)
  await form.description.fill("Half a text")
  await expect(getRequestRow(page, "Shy Asker")).toBeVisible()
  await expireSession(page, owner.id)
  await expect(getRequestRow(page, "Shy Asker")).toHaveCount(0)
  await expect(form.description).toHaveValue("Half a text")
  await signIn(page, owner)
  await returnToTab(page)
  await expect(getRequestRow(page, "Shy Asker")).toBeVisible()
  await form.save.click()
  await expect(getToasts(page)).toContainText("The team is saved")
})

test("the next member does not see the typed name of a new team", { tag: "@slow" }, async ({
  page,
}) => {
  await signInNewMember(page)
  await page.goto("/teams")
  await page.getByRole("button", { name: "Create a team" }).click()
  await getDialog(page).getByLabel("Name").fill("Mine alone")
  await page.keyboard.press("Escape")
  await logOutAndWait(page)
  await logInNextMember(page)
  await page.getByRole("button", { name: "Create a team" }).click()
  await expect(getDialog(page).getByLabel("Name")).toHaveValue("")
})
