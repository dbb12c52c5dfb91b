import { DEMO_EMAILS, DEMO_PASSWORD } from "../accounts.ts"
import { signInNewMember } from "../people.ts"
import { getProfileForm, getVisibility, openProfile, saveForm } from "../profile-form.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"

test.use({ expectedErrors: /status of 401|ERR_INTERNET_DISCONNECTED/ })

test("a signed-out visitor logs in and returns to the profile", async ({ page }) => {
  await page.goto("/profile")
  await expect(page).toHaveURL("/login?next=%2Fprofile")
  await fillSignIn(page, { email: DEMO_EMAILS.member, password: DEMO_PASSWORD })
  await expect(page).toHaveURL("/profile")
  await expect(getProfileForm(page).name).toHaveValue("Aistė Rimkutė")
})

test("a new profile is empty, and its values survive a reload after saving", async ({ page }) => {
  await signInNewMember(page, {})
  const responseGate = Promise.withResolvers<void>()
  await page.route("**/api/profile", async (route) => {
    await responseGate.promise
    await route.continue()
  })
  await page.goto("/profile")
  await expect(page.getByText("Loading your profile…")).toBeVisible()
  const form = getProfileForm(page)
  await expect(form.save).toBeHidden()
  responseGate.resolve()
  await expect(form.name).toHaveValue("")
  await expect(form.save).toBeHidden()
  await expect(page.getByText("Nothing is saved yet")).toBeVisible()
  await expect(getVisibility(page, "Display name")).toHaveValue("everyone")
  await expect(getVisibility(page, "Bio")).toHaveValue("onlyYou")
  await expect(getVisibility(page, "Songs and albums you like")).toHaveValue("onlyYou")

  await form.bio.fill("Two left feet.\nStill dancing.")
  await form.save.click()
  await expect(page.getByText("Display name is required")).toBeVisible()
  await expect(form.name).toBeFocused()
  await form.name.fill("Līga Kalniņa")
  await expect(page.getByText("Display name is required")).toBeHidden()
  await form.userType.selectOption("Dance group")
  await form.gender.selectOption("Non-binary")
  await form.day.selectOption("31")
  await form.year.fill("1999")
  await form.month.selectOption("April")
  await expect(page.getByText("That month has no day 31. Choose another day.")).toBeVisible()
  await form.save.click()
  await expect(page.getByText("Choose the day too, or clear all three")).toBeVisible()
  await expect(form.day).toBeFocused()
  await form.day.selectOption("09")
  await form.month.selectOption("March")
  const unsaved = "display name, bio, fan or dance group, gender, and birth date"
  await expect(page.getByText(`Not saved yet: ${unsaved}`)).toBeVisible()
  await getVisibility(page, "Gender").selectOption("Everyone")
  await getVisibility(page, "Songs and albums you like").selectOption("Everyone")
  await saveForm(page)
  await expect(page.getByRole("heading", { name: "Your profile: Līga Kalniņa" })).toBeVisible()

  await page.reload()
  await expect(form.name).toHaveValue("Līga Kalniņa")
  await expect(form.bio).toHaveValue("Two left feet.\nStill dancing.")
  await expect(form.userType).toHaveValue("dance_group")
  await expect(form.gender).toHaveValue("non-binary")
  await expect(form.day).toHaveValue("09")
  await expect(form.month).toHaveValue("03")
  await expect(form.year).toHaveValue("1999")
  await expect(getVisibility(page, "Gender")).toHaveValue("everyone")
  await expect(getVisibility(page, "Bio")).toHaveValue("onlyYou")
  await expect(getVisibility(page, "Songs and albums you like")).toHaveValue("everyone")
})

test("leaving a changed profile requires a confirmation", async ({ page }) => {
  await signInNewMember(page)
  const { name } = await openProfile(page)
  const dialogs: string[] = []
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.type())
    void dialog.dismiss()
  })
  await name.fill("Līga")
  await page.getByRole("banner").getByRole("link", { name: "Shop" }).click()
  await expect.poll(() => dialogs).toEqual(["beforeunload"])
  await expect(name).toHaveValue("Līga")
  await saveForm(page)
  await page.getByRole("banner").getByRole("link", { name: "Shop" }).click()
  await expect(page).toHaveURL("/shop")
  expect(dialogs).toHaveLength(1)
})
