/** What goes wrong with the profile: said by its toast, and what was typed stays. */
import type { Page, Route } from "@playwright/test"
import { siteDatabase } from "../database.ts"
import { join, newEmail, saveProfile, signIn, whoIs } from "../people.ts"
import { openProfile, profileForm, saveForm } from "../profile-form.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"

test.use({ expectedErrors: /status of (4(01|29)|50\d)|ERR_(INTERNET_DISCONNECTED|FAILED)/ })

/** Another server's page, not one of our answers. */
const brokenProxy = (route: Route) =>
  route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" })

const noConnection = (route: Route) => route.abort("internetdisconnected")

/** Our own answer when the database is away. */
const noDatabase = (route: Route) =>
  route.fulfill({
    status: 503,
    contentType: "application/problem+json",
    body: JSON.stringify({
      type: "about:blank",
      title: "Service unavailable",
      status: 503,
      detail: "",
      code: "database_unavailable",
      request_id: "test",
    }),
  })

/** Lets saving the profile fail, but not loading it. */
const onSaving = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route("**/api/profile", (route) =>
    route.request().method() === "PATCH" ? answer(route) : route.continue(),
  )

for (const [what, answer, why] of [
  ["no connection", noConnection, "Daina cannot be reached."],
  ["no database", noDatabase, "Our database cannot be reached just now."],
] as const) {
  test(`with ${what} the profile says that it failed to load, and loads at the next try`, async ({
    page,
  }) => {
    await join(page)
    await page.route("**/api/profile", answer)
    await page.goto("/profile")
    await expect(page.getByRole("heading", { name: "Failed to load profile" })).toBeVisible()
    await expect(
      page.getByRole("listitem").filter({ hasText: "Failed to load profile" }),
    ).toContainText(why)
    await expect(profileForm(page).save, "nothing to overwrite it with").toHaveCount(0)
    await page.unroute("**/api/profile")
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(profileForm(page).name).toHaveValue("Mari Kask")
  })
}

for (const [what, answer, toast] of [
  ["the database is away", noDatabase, /^Failed to update profile: Our database cannot be reached/],
  ["the connection is lost", noConnection, /^Update failed: Daina cannot be reached\./],
  ["nobody knows why", brokenProxy, /^Update failed: Unknown error$/],
] as const) {
  test(`when ${what} saving says so, and works afterwards`, async ({ page }) => {
    await join(page)
    const { name, bio, save } = await openProfile(page)
    await onSaving(page, answer)
    await name.fill("Liis")
    await bio.fill("Typed before it failed.")
    await save.click()
    await expect(page.getByText(toast)).toBeVisible()
    await expect(save).toBeEnabled()
    await expect(save).toBeFocused()
    await expect(bio).toHaveValue("Typed before it failed.")
    await expect(page.getByText("You have unsaved changes")).toBeVisible()
    await page.unroute("**/api/profile")
    await saveForm(page)
    await page.reload()
    await expect(name).toHaveValue("Liis")
    await expect(bio).toHaveValue("Typed before it failed.")
  })
}

test("sixty saves within a minute are enough", async ({ page }) => {
  await join(page)
  await Promise.all(
    Array.from({ length: 59 }, (_, index) => saveProfile(page, { bio: `${index}` })),
  )
  const { bio, save } = await openProfile(page)
  await bio.fill("Once more.")
  await save.click()
  await expect(page.getByText(/^Failed to update profile: Too many tries\./)).toBeVisible()
  await expect(bio).toHaveValue("Once more.")
})

test("a session that ended meanwhile loses nothing typed: sign in again elsewhere, and save", async ({
  page,
  context,
  others,
}) => {
  const member = await join(page)
  const { bio, save } = await openProfile(page)
  await bio.fill("A long story.")
  const phone = await others.device()
  await signIn(phone, member)
  await phone.request.delete("/api/account/sessions")
  await save.click()
  await expect(page.getByText("Failed to update profile: Please sign in first.")).toBeVisible()
  const notice = page.getByRole("alert").filter({ hasText: "You are signed out" })
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL("/profile")
  const opening = context.waitForEvent("page")
  await notice.getByRole("link", { name: "Log in again" }).click()
  const tab = await opening
  await fillSignIn(tab, member)
  await expect(tab).toHaveURL("/profile")
  await expect(notice).toBeHidden()
  await expect(bio).toHaveValue("A long story.")
  await saveForm(page)
  await page.reload()
  await expect(bio).toHaveValue("A long story.")
})

test("a member whose account is gone is led away", async ({ page }) => {
  const db = await siteDatabase()
  const { id } = await join(page)
  await db.one`delete from users where id = ${id}`
  await page.goto("/profile")
  await expect(page).toHaveURL("/login?next=%2Fprofile")
  expect(await whoIs(page)).toBeNull()
  await fillSignIn(page, { email: newEmail(), password: "lightstick" })
  await expect(page.getByText("Invalid login credentials")).toBeVisible()
})
