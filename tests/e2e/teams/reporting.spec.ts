import type { Page } from "@playwright/test"
import { makeEvent } from "../../support/people/teams.ts"
import { expectAccessible } from "../accessible.ts"
import { connectToDatabase } from "../database.ts"
import { signInNewMember } from "../people.ts"
import { getReportDialog } from "../reports.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import { createOwnTeam, EXPECTED_ERRORS, openTeam } from "./teams.ts"

test.use({ expectedErrors: new RegExp(`${EXPECTED_ERRORS.source}|status of (401|429)`) })

const getReportTeamButton = (page: Page) => page.getByRole("button", { name: "Report this team" })

async function listReports(id: string) {
  const db = await connectToDatabase()
  return await db.many<{ reason: string; details: string | null }>`
    select r.reason, r.details from reports r join report_cases c on c.id = r.case_id
    where ${id} in (c.team_id, c.post_id, c.event_id, c.profile_id) order by r.id`
}

test("a member reports a team with details, and a second report is refused", async ({
  page,
  otherPages,
}) => {
  const { team } = await createOwnTeam(page, { name: "Ticket Crew" })
  const otherPage = await otherPages.openBrowser()
  await signInNewMember(otherPage)
  await openTeam(otherPage, team.slug)
  await getReportTeamButton(otherPage).click()
  const { dialog, reason, details, send } = getReportDialog(otherPage)
  await expect(dialog).toBeFocused()
  await expect(dialog).toContainText("Ticket Crew")
  await send.click()
  await expect(dialog.getByText("This field is required")).toBeVisible()
  await expectAccessible(otherPage, "the report dialog without a reason")
  await reason("Spam or advertising").check()
  await details.fill("They sell tickets that do not exist.")
  // Clicks twice with a script, because the second click of `dblclick` could hit the page behind the closed dialog.
  await send.evaluate((button: HTMLElement) => [button.click(), button.click()])
  await expect(getToast(otherPage, "Thank you for telling us")).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(getReportTeamButton(otherPage)).toBeFocused()
  expect(await listReports(team.id)).toEqual([
    { reason: "spam", details: "They sell tickets that do not exist." },
  ])

  await getReportTeamButton(otherPage).click()
  await expect(details).toHaveValue("")
  await reason("Bullying or hate").check()
  await send.click()
  await expect(getToast(otherPage, "You already reported this")).toBeVisible()
  expect(await listReports(team.id)).toHaveLength(1)
})

test("a report of a child in danger shows the emergency number, and own events have no button", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const { db, team } = await createOwnTeam(page)
  const { id } = await makeEvent(db, team.id, { title: "Secret party" })
  const event = await db.one<{ slug: string }>`select slug from events where id = ${id}`
  const otherPage = await otherPages.openBrowser()
  await signInNewMember(otherPage)
  const reportButton = otherPage.getByRole("button", { name: "Report this event" })
  await otherPage.goto(`/events/${event?.slug}`)
  await reportButton.click()
  const { dialog, reason, send } = getReportDialog(otherPage)
  await reason("A child may be in danger").check()
  await expect(dialog).toContainText("Call 112 first.")
  await send.click()
  await expect(getToast(otherPage, "Thank you for telling us")).toBeVisible()
  expect(await listReports(id)).toEqual([{ reason: "child_danger", details: null }])
  await page.goto(`/events/${event?.slug}`)
  await expect(page.getByRole("heading", { name: "Secret party" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Report this event" })).toHaveCount(0)
})

test("members see a note on their hidden team, and other members do not find the team", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const { db, team } = await createOwnTeam(page, { name: "Hidden Crew" })
  await db.one`update teams set hidden_at = now() where id = ${team.id}`
  await openTeam(page, team.slug)
  await expect(page.getByText("Hidden by the site's admins")).toBeVisible()
  await expect(getReportTeamButton(page)).toHaveCount(0)
  await expectAccessible(page, "the page of a hidden team")
  const otherPage = await otherPages.openBrowser()
  await signInNewMember(otherPage)
  await otherPage.goto(`/teams/${team.slug}`)
  await expect(otherPage.getByRole("heading", { name: "Team not found" })).toBeVisible()
})

test("a member sees a note on their hidden profile, and other members do not find the profile", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const member = await signInNewMember(page, { profile: { display_name: "Somebody" } })
  const db = await connectToDatabase()
  await db.one`update profiles set hidden_at = now() where user_id = ${member.id}`
  await page.goto("/profile")
  await expect(page.getByText("Hidden by the site's admins")).toBeVisible()
  await expect(page.getByText("You can keep using Daina.")).toBeVisible()
  await expectAccessible(page, "a hidden profile")
  const otherPage = await otherPages.openBrowser()
  await signInNewMember(otherPage)
  await otherPage.goto(`/members/${member.id}`)
  await expect(otherPage.getByRole("heading", { name: "Member not found" })).toBeVisible()
})
