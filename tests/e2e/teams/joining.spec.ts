/** Asking to be in a team, and the owner's answers. */
import { makeRequest } from "../../teams.ts"
import { siteDatabase } from "../database.ts"
import { mailTo } from "../mails.ts"
import { join, signIn } from "../people.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"
import { breakWrites, FAULTS, loseConnection } from "./faults.ts"
import { askToJoin, joining, openTeam, ownTeam, request, toast } from "./teams.ts"

test.use({ expectedErrors: FAULTS })

/** Mails go to confirmed addresses only. */
async function confirmEmails(...emails: string[]): Promise<void> {
  const db = await siteDatabase()
  for (const email of emails) {
    await db.one`update users set email_verified_at = now() where email = ${email}`
  }
}

test("from the question to the welcome: both read of it by mail", async ({
  page,
  others,
  request: outbox,
}) => {
  const { team, owner } = await ownTeam(page, { name: "Mēness" })
  const device = await others.device()
  const asker = await join(device, { profile: { display_name: "Paula" } })
  await confirmEmails(owner.email, asker.email)

  await openTeam(device, team.slug)
  await askToJoin(device, "I dance since 2019.\n\n<b>Mostly</b> alone.")
  await expect(toast(device, "Your request is on its way")).toBeVisible()
  await expect(joining(device).pending).toBeDisabled()
  await expect(joining(device).ask).toHaveCount(0)
  await device.reload()
  await expect(joining(device).pending).toBeDisabled()

  const asked = await mailTo(outbox, owner.email, /would like to join/)
  expect(asked.subject).toContain("Mēness")
  expect(new URL(asked.link).pathname).toBe(`/teams/${team.slug}/manage`)
  await page.goto(`/teams/${team.slug}/manage`)
  const row = request(page, "Paula")
  await expect(row).toContainText("Waiting")
  await expect(row).toContainText("<b>Mostly</b> alone.")
  await row.getByRole("button", { name: "Approve the request of Paula" }).click()
  await expect(toast(page, "Paula is in the team now")).toBeVisible()
  await expect(row).toContainText("Approved")
  await expect(row.getByRole("button")).toHaveCount(0)

  const answered = await mailTo(outbox, asker.email, /You are in/)
  expect(new URL(answered.link).pathname).toBe(`/teams/${team.slug}`)
  await device.reload()
  await expect(joining(device).leave).toBeVisible()
  await expect(joining(device).manage).toHaveCount(0)
  await expect(joining(device).pending).toHaveCount(0)
  await expect(device.getByText("2 members", { exact: true })).toBeVisible()
})

test("declined, reopened, approved: the asker sees each as it stands", async ({
  page,
  others,
  request: outbox,
}) => {
  const { team } = await ownTeam(page, { name: "Saule" })
  const device = await others.device()
  const asker = await join(device, { profile: { display_name: "Jonas" } })
  await confirmEmails(asker.email)
  await openTeam(device, team.slug)
  await askToJoin(device)
  await expect(joining(device).pending).toBeDisabled()

  await page.goto(`/teams/${team.slug}/manage`)
  const row = request(page, "Jonas")
  await row.getByRole("button", { name: "Decline the request of Jonas" }).click()
  await expect(toast(page, "The request of Jonas is declined")).toBeVisible()
  await expect(row).toContainText("Declined")
  await mailTo(outbox, asker.email, /An answer from Saule/)
  await device.reload()
  await expect(joining(device).declined).toBeDisabled()
  await expect(joining(device).ask).toHaveCount(0)
  await expect(joining(device).withdraw).toHaveCount(0)

  await row.getByRole("button", { name: "Reopen the request of Jonas" }).click()
  await expect(toast(page, "The request of Jonas is open again")).toBeVisible()
  await device.reload()
  await expect(joining(device).pending).toBeDisabled()
  await row.getByRole("button", { name: "Approve the request of Jonas" }).click()
  await expect(row).toContainText("Approved")
  await device.reload()
  await expect(joining(device).leave).toBeVisible()
})

test("a request that waits can be taken back, and sent again", async ({ page, others }) => {
  const { team } = await ownTeam(page)
  const device = await others.device()
  await join(device)
  await openTeam(device, team.slug)
  await askToJoin(device)
  await joining(device).withdraw.click()
  await expect(toast(device, "Your request is withdrawn")).toBeVisible()
  await askToJoin(device)
  await expect(joining(device).pending).toBeVisible()
  await device.context().setOffline(true)
  await joining(device).withdraw.click()
  await expect(toast(device, "The request could not be withdrawn")).toContainText(
    "cannot be reached",
  )
  await expect(joining(device).pending).toBeVisible()
  await device.context().setOffline(false)
})

test("a stranger is asked to log in, and comes back to the team to ask", async ({
  page,
  others,
}) => {
  const { team } = await ownTeam(page, { name: "Back Here" })
  const device = await others.device()
  const member = await join(device)
  await device.context().clearCookies()
  await openTeam(device, team.slug)
  await expect(joining(device).ask).toHaveCount(0)
  await device.getByRole("link", { name: "Log in to join" }).click()
  await fillSignIn(device, member)
  await expect(device).toHaveURL(`/teams/${team.slug}`)
  await expect(joining(device).ask).toBeVisible()
})

test("who has no display name is asked to complete the profile, and the message stays", async ({
  page,
  others,
}) => {
  const { team } = await ownTeam(page)
  const device = await others.device()
  await join(device, {})
  await openTeam(device, team.slug)
  await askToJoin(device, "Hello from nobody.")
  const dialog = device.getByRole("dialog")
  await expect(dialog.getByText("Please complete your profile to join teams")).toBeVisible()
  await expect(dialog.getByRole("link", { name: "Go to my profile" })).toHaveAttribute(
    "href",
    "/profile",
  )
  await expect(dialog.getByLabel("Message (optional)")).toHaveValue("Hello from nobody.")
  await device.request.patch("/api/profile", { data: { display_name: "Nora" } })
  await dialog.getByRole("button", { name: "Send the request" }).click()
  await expect(toast(device, "Your request is on its way")).toBeVisible()
  await expect(joining(device).pending).toBeVisible()
})

test("a request that fails is said, and its message stays", async ({ page, others }) => {
  const { db, team } = await ownTeam(page)
  const device = await others.device()
  await join(device)
  await openTeam(device, team.slug)
  // The dialog's own script is here before the connection goes.
  await joining(device).ask.click()
  const dialog = device.getByRole("dialog")
  const send = dialog.getByRole("button", { name: /^(Send the request|Sending…)$/ })
  await dialog.getByLabel("Message (optional)").fill("m".repeat(600))
  await send.click()
  await expect(dialog.getByText("100 characters too many")).toBeVisible()
  await dialog.getByLabel("Message (optional)").fill("Let me in.")
  await device.context().setOffline(true)
  await send.click()
  await expect(toast(device, "Failed to send join request")).toContainText(
    "Daina cannot be reached",
  )
  await device.context().setOffline(false)
  const mend = await breakWrites(db, "team_join_requests", "team_id", team.id)
  await send.click()
  await expect(toast(device, "Failed to send join request").last()).toContainText(
    "An unexpected error occurred",
  )
  await mend()
  await expect(dialog.getByLabel("Message (optional)")).toHaveValue("Let me in.")
  await send.click()
  await expect(joining(device).pending).toBeVisible()
})

test("two tabs of one member send one request", async ({ page, others }) => {
  const { db, team } = await ownTeam(page)
  const device = await others.device()
  const member = await join(device)
  const second = await others.device()
  await signIn(second, member)
  for (const one of [device, second]) await openTeam(one, team.slug)
  await askToJoin(device, "First.")
  await expect(joining(device).pending).toBeVisible()
  await askToJoin(second, "Second.")
  await expect(toast(second, "Failed to send join request")).toContainText(
    "You have asked to join already.",
  )
  await expect(second.getByRole("dialog")).toHaveCount(0)
  await expect(joining(second).pending).toBeVisible()
  expect(await db.many`select message from team_join_requests where team_id = ${team.id}`).toEqual([
    { message: "First." },
  ])
})

test("two of the owner's tabs that answer at once leave one answer", async ({ page, others }) => {
  const { db, team } = await ownTeam(page)
  const { id } = await join(await others.device(), { profile: { display_name: "Signe" } })
  await makeRequest(db, team.id, id)
  const tab = await others.tab()
  for (const one of [page, tab]) {
    await one.goto(`/teams/${team.slug}/manage`)
    await expect(request(one, "Signe")).toContainText("Waiting")
  }
  await Promise.all([
    request(page, "Signe").getByRole("button", { name: "Approve" }).click(),
    request(tab, "Signe").getByRole("button", { name: "Decline" }).click(),
  ])
  await expect(request(page, "Signe")).not.toContainText("Waiting")
  await expect(request(tab, "Signe")).not.toContainText("Waiting")
  const [row] = await db.many<{ status: string }>`
    select status from team_join_requests where team_id = ${team.id}`
  const label = row?.status === "approved" ? "Approved" : "Declined"
  for (const one of [page, tab]) await expect(request(one, "Signe")).toContainText(label)
  const late = row?.status === "approved" ? tab : page
  await expect(toast(late, "Failed to update join request.")).toContainText(
    "Somebody has decided on this already.",
  )
  const members = await db.many`select 1 from team_members where user_id = ${id}`
  expect(members).toHaveLength(row?.status === "approved" ? 1 : 0)
})

test("an answer that fails is said, and can be given again", async ({ page, others }) => {
  const { db, team } = await ownTeam(page)
  const { id } = await join(await others.device(), { profile: { display_name: "Ozols" } })
  await makeRequest(db, team.id, id)
  await page.goto(`/teams/${team.slug}/manage`)
  const approve = request(page, "Ozols").getByRole("button", { name: "Approve" })
  await expect(approve).toBeVisible()
  await page.context().setOffline(true)
  await approve.click()
  await expect(toast(page, "Failed to update join request.")).toContainText(
    "Daina cannot be reached",
  )
  await page.context().setOffline(false)
  const mend = await breakWrites(db, "team_members", "team_id", team.id)
  await approve.click()
  await expect(
    toast(page, "Failed to update join request.").filter({
      hasText: "An unexpected error occurred",
    }),
  ).toBeVisible()
  await mend()
  await expect(request(page, "Ozols")).toContainText("Waiting")
  await approve.click()
  await expect(request(page, "Ozols")).toContainText("Approved")
})

test("a request that is withdrawn meanwhile is gone from the panel when it is answered", async ({
  page,
  others,
}) => {
  const { db, team } = await ownTeam(page)
  const { id } = await join(await others.device(), { profile: { display_name: "Gone" } })
  const asked = await makeRequest(db, team.id, id)
  await page.goto(`/teams/${team.slug}/manage`)
  await expect(request(page, "Gone")).toBeVisible()
  await db.one`delete from team_join_requests where id = ${asked}`
  await request(page, "Gone").getByRole("button", { name: "Approve" }).click()
  await expect(toast(page, "Failed to update join request.")).toBeVisible()
  await expect(page.getByRole("heading", { name: "Nobody is waiting" })).toBeVisible()
})

test("requests that do not load are said, and come at the next try", async ({ page }) => {
  const { team } = await ownTeam(page)
  const back = await loseConnection(page, `**/api/teams/${team.slug}/join-requests`)
  await page.goto(`/teams/${team.slug}/manage`)
  await expect(
    page.getByRole("heading", { name: "The requests could not be loaded" }),
  ).toBeVisible()
  await back()
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("heading", { name: "Nobody is waiting" })).toBeVisible()
})
