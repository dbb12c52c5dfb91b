/** Running the teams: finding, verifying, editing and deleting them. */
import { expectClean } from "../clean.ts"
import { toasts } from "../screens.ts"
import { ownTeam } from "../teams/teams.ts"
import { expect, test } from "../test.ts"
import { openAdmin, question, row } from "./screens.ts"

const newName = () => `Team ${crypto.randomUUID().slice(0, 8)}`

test("a team is verified, and no longer, each with its words", async ({ page }) => {
  const { team } = await ownTeam(page, { name: newName() })
  await openAdmin(page, `/admin/teams?search=${team.slug}`, "Teams")
  const listed = row(page, team.slug)
  await expect(listed).toContainText("1 member")
  await expect(listed).toContainText("0 posts")
  await listed.getByRole("button", { name: /^Verify/ }).click()
  await expect(toasts(page).getByText("Team verified successfully")).toBeVisible()
  await expect(listed.getByText("Verified", { exact: true })).toBeVisible()
  await listed.getByRole("button", { name: /^Unverify/ }).click()
  await expect(toasts(page).getByText("Team unverified successfully")).toBeVisible()
  await expect(listed.getByText("Verified", { exact: true })).toHaveCount(0)
})

test("it is edited in a dialog, and what is saved is listed", async ({ page }) => {
  const { team } = await ownTeam(page, { name: newName() })
  await openAdmin(page, `/admin/teams?search=${team.slug}`, "Teams")
  await row(page, team.slug).getByRole("button", { name: /^Edit/ }).click()
  const dialog = page.getByRole("dialog", { name: "Edit team" })
  await dialog.getByLabel("Name").fill("")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog.getByText("This field is required")).toBeVisible()
  const renamed = newName()
  await dialog.getByLabel("Name").fill(renamed)
  await dialog.getByLabel("Location").fill("Cēsis")
  await expectClean(page, "the team's dialog")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(toasts(page).getByText("Team updated")).toBeVisible()
  await expect(row(page, team.slug)).toContainText(renamed)
  await expect(row(page, team.slug)).toContainText("Cēsis")
})

test.describe("somebody else was faster", () => {
  test.use({ expectedErrors: /status of 409/ })

  test("a stale save shows both versions, and mine can win", async ({ page }) => {
    const { db, team } = await ownTeam(page, { name: newName() })
    await openAdmin(page, `/admin/teams?search=${team.slug}`, "Teams")
    await row(page, team.slug).getByRole("button", { name: /^Edit/ }).click()
    const dialog = page.getByRole("dialog", { name: "Edit team" })
    await dialog.getByLabel("Location").fill("Mine")
    await db.one`update teams set location = 'Theirs' where id = ${team.id}`
    await dialog.getByRole("button", { name: "Save changes" }).click()
    const conflict = question(page, "Somebody else saved a newer version")
    await expect(conflict).toContainText("Theirs")
    await conflict.getByRole("button", { name: "Keep mine" }).click()
    await expect(row(page, team.slug)).toContainText("Mine")
  })
})

test("deleting says that posts and members go, and is done once", async ({ page }) => {
  const { team } = await ownTeam(page, { name: newName() })
  await openAdmin(page, `/admin/teams?search=${team.slug}`, "Teams")
  await row(page, team.slug)
    .getByRole("button", { name: /^Delete/ })
    .click()
  const asked = page.getByRole("dialog")
  await expect(asked).toContainText("All its posts are deleted and its members are removed")
  await asked.getByRole("button", { name: "Cancel" }).click()
  await expect(row(page, team.slug)).toBeVisible()
  await row(page, team.slug)
    .getByRole("button", { name: /^Delete/ })
    .click()
  await asked.getByRole("button", { name: "Delete" }).dblclick()
  await expect(toasts(page).getByText("Team deleted")).toHaveCount(1)
  await expect(row(page, team.slug)).toHaveCount(0)
})

test.describe("the connection is lost", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test("an act says so, and the team stays as it was", async ({ page }) => {
    const { team } = await ownTeam(page, { name: newName() })
    await openAdmin(page, `/admin/teams?search=${team.slug}`, "Teams")
    await page.route("**/verified", (route) => route.abort("internetdisconnected"))
    await row(page, team.slug)
      .getByRole("button", { name: /^Verify/ })
      .click()
    await expect(toasts(page).getByText("Failed to update team")).toBeVisible()
    await expect(row(page, team.slug).getByText("Verified", { exact: true })).toHaveCount(0)
  })

  test("a save says so and keeps what was written, and a second try succeeds", async ({ page }) => {
    const { team } = await ownTeam(page, { name: newName() })
    await openAdmin(page, `/admin/teams?search=${team.slug}`, "Teams")
    await row(page, team.slug).getByRole("button", { name: /^Edit/ }).click()
    const dialog = page.getByRole("dialog", { name: "Edit team" })
    await dialog.getByLabel("Location").fill("Valka")
    await page.route(`**/api/admin/teams/${team.id}`, (route) =>
      route.abort("internetdisconnected"),
    )
    await dialog.getByRole("button", { name: "Save changes" }).click()
    await expect(toasts(page).getByText(/^Failed to update team/)).toBeVisible()
    await expect(dialog.getByLabel("Location")).toHaveValue("Valka")
    await page.unroute(`**/api/admin/teams/${team.id}`)
    await dialog.getByRole("button", { name: "Save changes" }).dblclick()
    await expect(toasts(page).getByText("Team updated")).toHaveCount(1)
    await expect(row(page, team.slug)).toContainText("Valka")
  })
})

for (const width of [390, 1440]) {
  test(`the list is clean at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const { team } = await ownTeam(page, { name: newName() })
    await openAdmin(page, `/admin/teams?search=${team.slug}`, "Teams")
    await expect(row(page, team.slug)).toBeVisible()
    await expectClean(page, `teams at ${width}`)
  })
}
