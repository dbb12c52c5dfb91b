/** The profile: filled, saved, opened again. */
import { PASSWORD, PEOPLE, signInAs } from "../accounts.ts"
import { join, whoIs } from "../people.ts"
import { openProfile, profileForm, saveForm } from "../profile-form.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"

// Who has no profile yet is told so by a 404, which the browser logs.
test.use({ expectedErrors: /404 .*\/api\/profile\)$/ })

test("a visitor who is signed out goes to sign in, and comes back", async ({ page }) => {
  await page.goto("/profile")
  await expect(page).toHaveURL("/login?next=%2Fprofile")
  await fillSignIn(page, { email: PEOPLE.member, password: PASSWORD })
  await expect(page).toHaveURL("/profile")
  await expect(profileForm(page).name).toHaveValue("Aistė Rimkutė")
})

test("a first visit waits, starts empty, is filled, saved, and there again", async ({ page }) => {
  await join(page, {})
  const answer = Promise.withResolvers<void>()
  await page.route("**/api/profile", async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto("/profile")
  await expect(page.getByText("Loading your profile…")).toBeVisible()
  const form = profileForm(page)
  await expect(form.save).toBeHidden()
  answer.resolve()
  await expect(form.name).toHaveValue("")
  await expect(page.getByText("Nothing is saved yet")).toBeVisible()
  await expect(form.shows("Show my display name")).toBeChecked()
  await expect(form.shows("Show my bio")).not.toBeChecked()
  await expect(form.shows("Show the songs and albums I like")).not.toBeChecked()

  await form.bio.fill("Two left feet.\nStill dancing.")
  await form.save.click()
  await expect(page.getByText("Display name is required")).toBeVisible()
  await expect(form.name).toBeFocused()
  await form.name.fill("Līga Kalniņa")
  await expect(page.getByText("Display name is required")).toBeHidden()
  await form.userType.selectOption("A dance group")
  await form.gender.selectOption("Non-binary")
  await form.day.selectOption("09")
  await form.month.selectOption("March")
  await form.year.selectOption("1999")
  await form.shows("Show my gender").check()
  await form.shows("Show the songs and albums I like").check()
  await expect(page.getByText("You have unsaved changes")).toBeVisible()
  await saveForm(page)
  await expect(page.getByText("Your changes are saved.")).toBeVisible()
  await expect(page.getByText("Everything is saved")).toBeVisible()

  await page.reload()
  await expect(form.name).toHaveValue("Līga Kalniņa")
  await expect(form.bio).toHaveValue("Two left feet.\nStill dancing.")
  await expect(form.userType).toHaveValue("dance_group")
  await expect(form.gender).toHaveValue("non-binary")
  await expect(form.day).toHaveValue("09")
  await expect(form.month).toHaveValue("03")
  await expect(form.year).toHaveValue("1999")
  await expect(form.shows("Show my gender")).toBeChecked()
  await expect(form.shows("Show my bio")).not.toBeChecked()
  await expect(form.shows("Show the songs and albums I like")).toBeChecked()

  await form.bio.fill("")
  await form.gender.selectOption("Not chosen")
  await saveForm(page)
  await page.reload()
  await expect(form.bio).toHaveValue("")
  await expect(form.gender).toHaveValue("")
})

test("the day list fits the month, and says so when a chosen day is not in it", async ({
  page,
}) => {
  await join(page)
  const { day, month, year } = await openProfile(page)
  const lastDay = () => day.locator("option").last().textContent()
  expect(await lastDay()).toBe("31")
  await day.selectOption("31")
  await month.selectOption("April")
  expect(await lastDay()).toBe("30")
  await expect(day).toHaveValue("")
  await expect(page.getByText("That month has no day 31, so choose the day anew.")).toBeVisible()
  await month.selectOption("February")
  expect(await lastDay(), "while the year is open").toBe("29")
  await day.selectOption("29")
  await year.selectOption("2003")
  expect(await lastDay()).toBe("28")
  await expect(day).toHaveValue("")
  await year.selectOption("2004")
  expect(await lastDay()).toBe("29")
  await year.selectOption("1900")
  expect(await lastDay(), "1900 was no leap year").toBe("28")
  await expect(year.locator("option").nth(1)).toHaveText(String(new Date().getFullYear()))
  await expect(year.locator("option").last()).toHaveText("1900")
  await expect(month.locator("option")).toHaveCount(13)
})

test("a birth date is saved as a whole only, which is said before", async ({ page }) => {
  await join(page, { profile: { date_of_birth: "1999-03-09" } })
  const { day, month, year } = await openProfile(page)
  await month.selectOption("–")
  const note = page.getByRole("group", { name: "Birth date" }).getByRole("status")
  await expect(note).toHaveText("Choose all three: part of a date is not saved.")
  await saveForm(page)
  await page.reload()
  for (const part of [day, month, year]) await expect(part).toHaveValue("")
})

test("a date to come is refused at its field", async ({ page }) => {
  const today = new Date()
  // In the middle of the year: on its last day all of it is past.
  await page.clock.setFixedTime(new Date(today.getFullYear(), 5, 15))
  await join(page)
  const { day, month, year, save } = await openProfile(page)
  await year.selectOption(String(today.getFullYear()))
  await month.selectOption("December")
  await day.selectOption("31")
  await save.click()
  await expect(page.getByRole("group", { name: "Birth date" }).getByRole("alert")).toHaveText(
    "There is no such day",
  )
  await expect(day).toBeFocused()
})

test("what is too long, or cannot be seen, is refused at its field", async ({ page }) => {
  await join(page)
  const { name, bio, save } = await openProfile(page)
  await name.fill("x".repeat(81))
  await bio.fill("x".repeat(502))
  await save.click()
  await expect(page.getByText("1 character too many")).toBeVisible()
  await expect(page.getByText("2 characters too many")).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill("Mari\u202eksaK")
  await bio.fill("x".repeat(500))
  await save.click()
  await expect(page.getByText("This holds characters that cannot be seen")).toBeVisible()
  await name.fill("  Mari   Kask ")
  await saveForm(page)
  await expect(name).toHaveValue("Mari Kask")
})

test("the button is off while it saves, and a second click saves nothing twice", async ({
  page,
}) => {
  await join(page)
  let saves = 0
  const answer = Promise.withResolvers<void>()
  await page.route("**/api/profile", async (route) => {
    if (route.request().method() === "PATCH") {
      saves += 1
      await answer.promise
    }
    await route.continue()
  })
  const { name, save } = await openProfile(page)
  await name.fill("Liis Mets")
  await save.dblclick()
  await expect(save).toBeDisabled()
  await expect(save).toHaveText("Saving…")
  await name.fill("Liis Mets II")
  answer.resolve()
  await expect(page.getByText("Profile updated")).toBeVisible()
  await expect(save).toBeEnabled()
  await expect(name, "typed since").toHaveValue("Liis Mets II")
  await expect(page.getByText("You have unsaved changes")).toBeVisible()
  expect(saves).toBe(1)
})

test("the favorite song has its card, empty until there is one", async ({ page, others }) => {
  await join(page)
  await openProfile(page)
  await expect(page.getByText("No favorite song selected yet")).toBeVisible()
  await expect(page.getByRole("link", { name: "Discover Music" })).toHaveAttribute("href", "/music")
  const owner = await others.device()
  await signInAs(owner, "owner")
  await openProfile(owner)
  await expect(owner.getByRole("heading", { name: "Favorite Song" })).toBeVisible()
  await expect(owner.getByText("Your favorite", { exact: true })).toBeVisible()
  await expect(owner.getByRole("heading", { name: "Supernova" })).toBeVisible()
  await expect(owner.getByText("aespa")).toBeVisible()
})

test("leaving with something unsaved asks first, leaving without does not", async ({ page }) => {
  await join(page)
  const { name } = await openProfile(page)
  const asked: string[] = []
  page.on("dialog", (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await name.fill("Līga")
  await page.getByRole("banner").getByRole("link", { name: "Shop" }).click()
  await expect.poll(() => asked).toEqual(["beforeunload"])
  await expect(name).toHaveValue("Līga")
  await saveForm(page)
  await page.getByRole("banner").getByRole("link", { name: "Shop" }).click()
  await expect(page).toHaveURL("/shop")
  expect(asked).toHaveLength(1)
})

test("logging out with something unsaved asks first", async ({ page }) => {
  await join(page)
  const { name } = await openProfile(page)
  await name.fill("Līga")
  const logOut = page.getByRole("banner").getByRole("button", { name: "Log out" })
  await logOut.click()
  const dialog = page.getByRole("dialog", { name: "Log out without saving?" })
  await dialog.getByRole("button", { name: "Stay here" }).click()
  await expect(dialog).toHaveCount(0)
  await expect(name).toHaveValue("Līga")
  await logOut.click()
  await dialog.getByRole("button", { name: "Log out" }).click()
  await expect(page).toHaveURL("/login?next=%2Fprofile")
  expect(await whoIs(page)).toBeNull()
})
