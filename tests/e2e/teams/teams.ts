import type { Page } from "@playwright/test"
import type { Db } from "../../../db/client.ts"
import { makeTeam, type TestTeam } from "../../support/people/teams.ts"
import { connectToDatabase } from "../database.ts"
import { type Member, signInNewMember } from "../people.ts"
import { expect } from "../test.ts"

/** Matches errors of lost connections and refused requests, and status 404 of a team that is not built yet. */
export const EXPECTED_ERRORS =
  /status of (403|404|409|415|500)|ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/

export interface TeamWithOwner {
  db: Db
  owner: Member
  team: TestTeam
}

export async function createOwnTeam(
  page: Page,
  options: Parameters<typeof makeTeam>[2] = {},
): Promise<TeamWithOwner> {
  const db = await connectToDatabase()
  const owner = await signInNewMember(page, { profile: { display_name: "Owner" } })
  const team = await makeTeam(db, { [owner.id]: "owner" }, options)
  return { db, owner, team }
}

export async function openTeam(page: Page, slug: string, tab = ""): Promise<void> {
  await page.goto(`/teams/${slug}${tab && `#${tab}`}`)
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
}

export const getTeamActions = (page: Page) => ({
  askButton: page.getByRole("button", { name: "Ask to join" }),
  pendingButton: page.getByRole("button", { name: "Request Pending" }),
  declinedButton: page.getByRole("button", { name: "Request Declined" }),
  withdrawButton: page.getByRole("button", { name: "Withdraw the request" }),
  /** Opens the menu in which a member can leave the team. */
  memberButton: page.getByRole("button", { name: "You're in" }),
  manageLink: page.getByRole("main").getByRole("link", { name: "Manage" }),
})

export async function openLeaveDialog(page: Page): Promise<void> {
  await getTeamActions(page).memberButton.press("Enter")
  await page.getByRole("menuitem", { name: "Leave the team" }).press("Enter")
}

export async function requestToJoin(page: Page, message = ""): Promise<void> {
  await getTeamActions(page).askButton.click()
  const dialog = page.getByRole("dialog")
  if (message) await dialog.getByLabel("Message (optional)").fill(message)
  await dialog.getByRole("button", { name: "Send the request" }).click()
}

export const getEditor = (page: Page) => ({
  name: page.getByLabel("Name", { exact: true }),
  slug: page.getByLabel("Page address"),
  description: page.getByLabel("Description"),
  location: page.getByLabel("Location"),
  country: page.getByLabel("Country"),
  website: page.getByLabel("Website"),
  instagram: page.getByLabel("Instagram"),
  youtube: page.getByLabel("YouTube"),
  save: page.getByRole("button", { name: /^(Save|Saving…)$/ }),
})

export async function openEditor(page: Page, slug: string) {
  await page.goto(`/teams/${slug}/manage`)
  const form = getEditor(page)
  await expect(form.save).toBeVisible()
  return form
}

export const getRequestRow = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Join requests" })
    .getByRole("listitem")
    .filter({ hasText: name })
