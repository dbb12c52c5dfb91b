/** Requests to join a team, and the owner's decisions. */

import { addMember } from "../../support/people/teams.ts"
import { mailTo } from "../mails.ts"
import { join } from "../people.ts"
import { toast } from "../screens.ts"
import { expect, test } from "../test.ts"
import {
  askToJoin,
  askToLeave,
  EXPECTED_ERRORS,
  joinButtons,
  openTeam,
  ownTeam,
  requestRow,
} from "./teams.ts"

test.use({ expectedErrors: EXPECTED_ERRORS })

test("a request and its approval are emailed to owner and applicant", async ({ page, others }) => {
  const { team, owner } = await ownTeam(page, { name: "Mēness" })
  const device = await others.device()
  const applicant = await join(device, { profile: { display_name: "Paula" } })

  await openTeam(device, team.slug)
  const arrival = Promise.withResolvers<void>()
  await device.route(/JoinDialog[^/]*\.js/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await joinButtons(device).ask.click()
  await expect(joinButtons(device).ask).toHaveAttribute("aria-busy", "true")
  arrival.resolve()
  await expect(device.getByRole("dialog")).toBeVisible()
  await device.keyboard.press("Escape")
  await expect(joinButtons(device).ask).not.toHaveAttribute("aria-busy")
  await askToJoin(device, "I dance since 2019.\n\n<b>Mostly</b> alone.")
  await expect(toast(device, "Your request is on its way")).toBeVisible()
  await expect(joinButtons(device).pending).toBeDisabled()
  await expect(joinButtons(device).ask).toHaveCount(0)

  const toOwner = await mailTo(owner.email, /would like to join/)
  expect(toOwner.subject).toContain("Mēness")
  expect(new URL(toOwner.link).pathname).toBe(`/teams/${team.slug}/manage`)
  await page.goto(`/teams/${team.slug}/manage`)
  const row = requestRow(page, "Paula")
  await expect(row).toContainText("Waiting")
  await expect(row).toContainText("<b>Mostly</b> alone.")
  await row.getByRole("button", { name: "Approve the request from Paula" }).press("Enter")
  await expect(toast(page, "Paula is in the team now")).toBeVisible()
  await expect(row).toContainText("Approved")
  await expect(row.getByRole("button")).toHaveCount(0)
  await expect(row).toBeFocused()

  const toApplicant = await mailTo(applicant.email, /You're in/)
  expect(new URL(toApplicant.link).pathname).toBe(`/teams/${team.slug}`)
  await device.reload()
  await expect(joinButtons(device).member).toBeVisible()
  await expect(joinButtons(device).manage).toHaveCount(0)
  await expect(joinButtons(device).pending).toHaveCount(0)
  await expect(device.getByText("2 members", { exact: true })).toBeVisible()
})

test("the applicant sees when a request is declined, reopened and approved", {
  tag: "@slow",
}, async ({ page, others }) => {
  const { team } = await ownTeam(page, { name: "Saule" })
  const device = await others.device()
  const applicant = await join(device, { profile: { display_name: "Jonas" } })
  await openTeam(device, team.slug)
  await askToJoin(device)
  await expect(joinButtons(device).pending).toBeDisabled()

  await page.goto(`/teams/${team.slug}/manage`)
  const row = requestRow(page, "Jonas")
  await row.getByRole("button", { name: "Decline the request from Jonas" }).click()
  const dialog = page.getByRole("dialog", { name: "Decline the request from Jonas?" })
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click()
  await expect(row).toContainText("Waiting")
  await row.getByRole("button", { name: "Decline the request from Jonas" }).click()
  await dialog.getByLabel("Message (optional)").fill("We're full until spring.")
  await dialog.getByRole("button", { name: "Decline", exact: true }).click()
  await expect(toast(page, "The request from Jonas is declined")).toBeVisible()
  await expect(row).toContainText("Declined")
  const { text } = await mailTo(applicant.email, /An answer from Saule/)
  expect(text).toContain("We're full until spring.")
  await device.reload()
  await expect(joinButtons(device).declined).toBeDisabled()
  await expect(device.getByText("We're full until spring.")).toBeVisible()
  await expect(joinButtons(device).ask).toHaveCount(0)
  await expect(joinButtons(device).withdraw).toHaveCount(0)

  await row.getByRole("button", { name: "Reopen the request from Jonas" }).click()
  await expect(toast(page, "The request from Jonas is open again")).toBeVisible()
  await device.reload()
  await expect(joinButtons(device).pending).toBeDisabled()
  await row.getByRole("button", { name: "Approve the request from Jonas" }).click()
  await expect(row).toContainText("Approved")
  await device.reload()
  await expect(joinButtons(device).member).toBeVisible()
})

test("the focus moves to the next action after requesting, withdrawing and leaving", {
  tag: "@slow",
}, async ({ page, others }) => {
  const { db, team } = await ownTeam(await others.device())
  const { id } = await join(page)
  const actions = page.getByRole("group", { name: "Team actions" })
  await openTeam(page, team.slug)
  await joinButtons(page).ask.press("Enter")
  await page.getByRole("dialog").getByRole("button", { name: "Send the request" }).press("Enter")
  await expect(joinButtons(page).pending).toBeVisible()
  await expect(actions).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(joinButtons(page).withdraw).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(joinButtons(page).ask).toBeVisible()
  await expect(actions).toBeFocused()

  await addMember(db, team.id, id, "member")
  await page.reload()
  await askToLeave(page)
  await page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).press("Enter")
  await expect(toast(page, "You've left")).toBeVisible()
  await expect(actions).toBeFocused()
})
