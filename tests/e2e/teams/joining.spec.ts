import { addMember } from "../../support/people/teams.ts"
import { waitForMail } from "../mails.ts"
import { signInNewMember } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"
import {
  createOwnTeam,
  EXPECTED_ERRORS,
  getRequestRow,
  getTeamActions,
  openLeaveDialog,
  openTeam,
  requestToJoin,
} from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

test("the button to join is busy until the dialog has loaded", async ({ page, otherPages }) => {
  const { team } = await createOwnTeam(await otherPages.openBrowser())
  await signInNewMember(page)
  await openTeam(page, team.slug)
  const scriptGate = Promise.withResolvers<void>()
  await page.route(/JoinDialog[^/]*\.js/, async (route) => {
    await scriptGate.promise
    await route.continue()
  })
  const { askButton } = getTeamActions(page)
  await askButton.click()
  await expect(askButton).toHaveAttribute("aria-busy", "true")
  scriptGate.resolve()
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(askButton).not.toHaveAttribute("aria-busy")
})

test("the owner gets an email about a request, and the applicant about its approval", async ({
  page,
  otherPages,
}) => {
  const { team, owner } = await createOwnTeam(page, { name: "Mēness" })
  const applicantPage = await otherPages.openBrowser()
  const applicant = await signInNewMember(applicantPage, { profile: { display_name: "Paula" } })

  await openTeam(applicantPage, team.slug)
  await requestToJoin(applicantPage, "I dance since 2019.\n\n<b>Mostly</b> alone.")
  await expect(getToast(applicantPage, "Your request is on its way")).toBeVisible()
  await expect(getTeamActions(applicantPage).pendingButton).toBeDisabled()
  await expect(getTeamActions(applicantPage).askButton).toHaveCount(0)

  const mailToOwner = await waitForMail(owner.email, /would like to join/)
  expect(mailToOwner.subject).toContain("Mēness")
  expect(new URL(mailToOwner.link).pathname).toBe(`/teams/${team.slug}/manage`)
  await page.goto(`/teams/${team.slug}/manage`)
  const row = getRequestRow(page, "Paula")
  await expect(row).toContainText("Waiting")
  await expect(row).toContainText("<b>Mostly</b> alone.")
  await row.getByRole("button", { name: "Approve the request from Paula" }).press("Enter")
  await expect(getToast(page, "Paula is in the team now")).toBeVisible()
  await expect(row).toContainText("Approved")
  await expect(row.getByRole("button")).toHaveCount(0)
  await expect(row).toBeFocused()

  const mailToApplicant = await waitForMail(applicant.email, /You're in/)
  expect(new URL(mailToApplicant.link).pathname).toBe(`/teams/${team.slug}`)
  await applicantPage.reload()
  await expect(getTeamActions(applicantPage).memberButton).toBeVisible()
  await expect(getTeamActions(applicantPage).manageLink).toHaveCount(0)
  await expect(getTeamActions(applicantPage).pendingButton).toHaveCount(0)
  await expect(applicantPage.getByText("2 members", { exact: true })).toBeVisible()
})

test("the applicant sees when a request is declined, reopened and approved", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const { team } = await createOwnTeam(page, { name: "Saule" })
  const applicantPage = await otherPages.openBrowser()
  const applicant = await signInNewMember(applicantPage, { profile: { display_name: "Jonas" } })
  await openTeam(applicantPage, team.slug)
  await requestToJoin(applicantPage)
  await expect(getTeamActions(applicantPage).pendingButton).toBeDisabled()

  await page.goto(`/teams/${team.slug}/manage`)
  const row = getRequestRow(page, "Jonas")
  await row.getByRole("button", { name: "Decline the request from Jonas" }).click()
  const dialog = page.getByRole("dialog", { name: "Decline the request from Jonas?" })
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click()
  await expect(row).toContainText("Waiting")
  await row.getByRole("button", { name: "Decline the request from Jonas" }).click()
  await dialog.getByLabel("Message (optional)").fill("We're full until spring.")
  await dialog.getByRole("button", { name: "Decline", exact: true }).click()
  await expect(getToast(page, "The request from Jonas is declined")).toBeVisible()
  await expect(row).toContainText("Declined")
  const { text } = await waitForMail(applicant.email, /An answer from Saule/)
  expect(text).toContain("We're full until spring.")
  await applicantPage.reload()
  await expect(getTeamActions(applicantPage).declinedButton).toBeDisabled()
  await expect(applicantPage.getByText("We're full until spring.")).toBeVisible()
  await expect(getTeamActions(applicantPage).askButton).toHaveCount(0)
  await expect(getTeamActions(applicantPage).withdrawButton).toHaveCount(0)

  await row.getByRole("button", { name: "Reopen the request from Jonas" }).click()
  await expect(getToast(page, "The request from Jonas is open again")).toBeVisible()
  await applicantPage.reload()
  await expect(getTeamActions(applicantPage).pendingButton).toBeDisabled()
  await row.getByRole("button", { name: "Approve the request from Jonas" }).click()
  await expect(row).toContainText("Approved")
  await applicantPage.reload()
  await expect(getTeamActions(applicantPage).memberButton).toBeVisible()
})

test("after requesting, withdrawing and leaving, the focus is on the group of team actions", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const { db, team } = await createOwnTeam(await otherPages.openBrowser())
  const { id } = await signInNewMember(page)
  const actions = page.getByRole("group", { name: "Team actions" })
  await openTeam(page, team.slug)
  await getTeamActions(page).askButton.press("Enter")
  await page.getByRole("dialog").getByRole("button", { name: "Send the request" }).press("Enter")
  await expect(getTeamActions(page).pendingButton).toBeVisible()
  await expect(actions).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(getTeamActions(page).withdrawButton).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(getTeamActions(page).askButton).toBeVisible()
  await expect(actions).toBeFocused()

  await addMember(db, team.id, id, "member")
  await page.reload()
  await openLeaveDialog(page)
  await page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).press("Enter")
  await expect(getToast(page, "You've left")).toBeVisible()
  await expect(actions).toBeFocused()
})
