/** Logging out clears everything that a member typed or saw. */
import type { Page } from "@playwright/test"
import { makeUser } from "../../support/factories.ts"
import { makeRequest } from "../../support/people/teams.ts"
import { siteDatabase } from "../database.ts"
import { join, signIn } from "../people.ts"
import { comeBack, logOut, toasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { EXPECTED_ERRORS, openEditor, ownTeam, requestRow } from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

const dialog = (page: Page) => page.getByRole("dialog")
/** The root element, whose `data-session` attribute has the state of the session. */
const root = (page: Page) => page.locator("html")

async function signOut(page: Page): Promise<void> {
  await logOut(page)
  await expect(root(page)).toHaveAttribute("data-session", "signed-out")
}

/** Logs in a new member in another tab. */
async function nextMember(page: Page): Promise<void> {
  await join(page, { profile: { display_name: "Next" } })
  await comeBack(page)
  await expect(root(page)).toHaveAttribute("data-session", "signed-in")
}

/** Ends the session on the server, without a log-out. */
async function expireSession(page: Page, member: string): Promise<void> {
  const db = await siteDatabase()
  await db.one`delete from sessions where user_id = ${member}`
  await comeBack(page)
  await expect(root(page)).toHaveAttribute("data-session", "signed-out")
}

test("logging out leaves the manage page despite unsaved changes", async ({ page }) => {
  const { db, team } = await ownTeam(page)
  await makeRequest(db, team.id, (await makeUser(db, { displayName: "Shy Asker" })).id)
  const form = await openEditor(page, team.slug)
  await expect(requestRow(page, "Shy Asker")).toBeVisible()
  await form.description.fill("Mine alone")
  await logOut(page)
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(toasts(page)).toContainText("Signed out")
  await expect(page.getByText("Shy Asker")).toHaveCount(0)
})

test("an expired session keeps the owner's changes and hides messages of others", {
  tag: "@slow",
}, async ({ page }) => {
  const { db, team, owner } = await ownTeam(page)
  await makeRequest(db, team.id, (await makeUser(db, { displayName: "Shy Asker" })).id)
  const form = await openEditor(page, team.slug)
  await form.description.fill("Half a text")
  await expect(requestRow(page, "Shy Asker")).toBeVisible()
  await expireSession(page, owner.id)
  await expect(requestRow(page, "Shy Asker")).toHaveCount(0)
  await expect(form.description).toHaveValue("Half a text")
  await signIn(page, owner)
  await comeBack(page)
  await expect(requestRow(page, "Shy Asker")).toBeVisible()
  await form.save.click()
  await expect(toasts(page)).toContainText("The team is saved")
})

test("the next member does not see an unfinished new team", { tag: "@slow" }, async ({ page }) => {
  await join(page)
  await page.goto("/teams")
  await page.getByRole("button", { name: "Create a team" }).click()
  await dialog(page).getByLabel("Name").fill("Mine alone")
  await page.keyboard.press("Escape")
  await signOut(page)
  await nextMember(page)
  await page.getByRole("button", { name: "Create a team" }).click()
  await expect(dialog(page).getByLabel("Name")).toHaveValue("")
})
