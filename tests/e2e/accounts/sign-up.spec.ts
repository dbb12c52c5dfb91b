import { expectAccessible } from "../accessible.ts"
import { createEmail, signInNewMember } from "../people.ts"
import {
  fillSignUp,
  getEmailInHeader,
  getLogInLink,
  getSignUpForm,
  getToasts,
  logOut,
} from "../screens.ts"
import { expect, test } from "../test.ts"

test.use({ expectedErrors: /ERR_FAILED/ })

test("a new member chooses a name, a country and groups, and changes the groups in the profile", async ({
  page,
}) => {
  const email = createEmail()
  await page.goto("/news")
  await page.goto("/register")
  await (await fillSignUp(page, email)).submit.click()
  await expect(page).toHaveURL("/")
  await expect(page.getByText("Registration successful!")).toBeVisible()
  await expect(page.getByText("Please check your email to verify your account.")).toBeVisible()
  await expect(getEmailInHeader(page, email)).toBeVisible()
  await page.goBack()
  await expect(page, "the sent form is not in the history").toHaveURL("/news")
  await page.goForward()
  await page.getByRole("link", { name: "Let's begin" }).click()

  const save = page.getByRole("button", { name: "Save and continue" })
  await page.getByLabel("Display name").fill("Mari")
  await save.click()
  await expect(page.getByRole("heading", { level: 1, name: "Where are you" })).toBeFocused()
  await page.getByLabel("Country").selectOption("Latvia")
  const groups = page.getByRole("combobox", { name: "Favorite groups" })
  // This is the start of the Korean spelling of aespa.
  await groups.fill("에스")
  await expect(page.getByRole("option", { name: "aespa" })).toBeVisible()
  await expectAccessible(page, "the suggestions of groups")
  await expect(groups).toHaveAttribute("aria-activedescendant", /.+/)
  await groups.press("Enter")
  await expect(page.getByRole("button", { name: "Remove aespa" })).toBeVisible()
  await groups.fill("stra")
  await expect(groups).toHaveAttribute("aria-activedescendant", /.+/)
  await groups.press("ArrowDown")
  await groups.press("Enter")
  await page.getByRole("button", { name: "Remove Stray Kids" }).click()
  await groups.fill("aTeez")
  await page.getByRole("option", { name: "ATEEZ" }).click()
  await expect(groups).toBeFocused()
  await page.getByRole("button", { name: "Remove ATEEZ" }).click()
  await expect(page.getByRole("button", { name: "Remove aespa" })).toBeFocused()
  await groups.press("Backspace")
  await expect(page.getByRole("button", { name: "Remove aespa" })).toBeHidden()
  const suggestions = page.getByRole("list", { name: "Suggested groups" })
  await groups.fill("Xdin")
  await suggestions.getByRole("button", { name: "aespa" }).click()
  await expect(groups, "one of at most five groups is chosen").toHaveAccessibleName(/1 of 5$/)
  await expect(suggestions.getByRole("button").first()).toBeFocused()
  await expect(groups, "a chosen suggestion keeps the typed text").toHaveValue("Xdin")
  await groups.fill("stray")
  await groups.press("Escape")
  await expect(
    page.getByRole("listbox", { name: "Suggested groups" }),
    "Escape closes the list",
  ).toBeHidden()
  // The member has chosen aespa before, so these are six groups.
  await groups.fill("a, b, straykids, c, d")
  await groups.press("Enter")
  await expect(page.getByRole("button", { name: "Remove Stray Kids" })).toBeVisible()
  await expect(groups, "a sixth group stays in the field").toHaveValue("d")
  await save.click()
  await expect(page.getByText("You've already chosen five groups").first()).toBeVisible()
  await expect(groups).toBeFocused()
  for (const name of ["a", "b", "c"])
    await page.getByRole("button", { name: `Remove ${name}`, exact: true }).click()
  await groups.fill("Xdinary Heroes")
  await save.click()
  await expect(page.getByRole("heading", { level: 1, name: "You're in!" })).toBeFocused()
  await expect(page.getByRole("link", { name: "Rīgas Zvaigznes", exact: true })).toBeVisible()
  await expect(page.getByRole("link", { name: "Kell Kolm", exact: true })).toBeHidden()
  await expectAccessible(page, "the last step of the welcome page")
  await page.goBack()
  await expect(page.getByRole("button", { name: "Remove Xdinary Heroes" })).toBeVisible()
  await save.click()
  await expect(page.getByRole("heading", { level: 1, name: "You're in!" })).toBeFocused()
  await page.goBack()
  await page.getByLabel("Country").selectOption("Estonia")
  await save.click()
  await expect(page.getByRole("link", { name: "Kell Kolm", exact: true })).toBeVisible()
  await page.goBack()
  await page.getByLabel("Country").selectOption("Latvia")
  await save.click()
  await expect(page.getByRole("heading", { level: 1, name: "You're in!" })).toBeFocused()
  await page.reload()
  await page.getByRole("link", { name: "Go to the home page" }).click()
  await expect(page).toHaveURL("/")
  const country = page.getByRole("main").getByRole("link", { name: "K-pop in Latvia" })
  await expect(country).toHaveAttribute("href", "/latvia")

  await page.goto("/profile")
  const favorites = page.getByRole("region", { name: "Country and groups" })
  await expect(favorites.getByLabel("Country")).toHaveValue("lv")
  await favorites.getByRole("button", { name: "Remove Xdinary Heroes" }).click()
  await page.route("**/api/account", (route) => route.abort())
  await favorites.getByRole("combobox", { name: "Favorite groups" }).fill("ive")
  await expect(page.getByText("Not saved yet: favorite groups")).toBeVisible()
  await page.getByRole("button", { name: "Save profile" }).click()
  await expect(getToasts(page).getByText("This couldn't be saved")).toBeVisible()
  await expect(favorites.getByRole("button", { name: "Remove IVE" })).toBeVisible()
  await page.unroute("**/api/account")
  await page.getByRole("textbox", { name: "Bio" }).fill("In the last row.")
  await page.getByRole("textbox", { name: "Bio" }).press("Control+s")
  await expect(getToasts(page).getByText("Profile updated")).toBeVisible()
  await expect(page.getByRole("button", { name: "Save profile" })).toBeHidden()
  await page.goto("/music/ive")
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible()
})

test("a sign-up returns to the page that required it", { tag: "@slow" }, async ({ page }) => {
  await page.goto("/register?next=/teams/rigas-zvaigznes")
  await (await fillSignUp(page, createEmail())).submit.click()
  await expect(page).toHaveURL("/teams/rigas-zvaigznes")
})

test("the welcome page keeps the chosen country when it cannot be saved", { tag: "@slow" }, async ({
  page,
}) => {
  await signInNewMember(page)
  await page.goto("/welcome#groups")
  await page.getByLabel("Country").selectOption("Estonia")
  await page.route("**/api/account", (route) => route.abort())
  const save = page.getByRole("button", { name: "Save and continue" })
  await save.click()
  await expect(getToasts(page).getByText("This couldn't be saved")).toBeVisible()
  await expect(page.getByLabel("Country")).toHaveValue("ee")
  await page.unroute("**/api/account")
  await save.click()
  await expect(page).toHaveURL("/welcome#near")
})

test("choices on the welcome page are cleared on log-out", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  await signInNewMember(page)
  await page.goto("/welcome#groups")
  const country = page.getByLabel("Country")
  await country.selectOption("Estonia")
  const tab = await otherPages.openTab()
  await tab.goto("/about")
  await logOut(tab)
  await expect(page).toHaveURL("/login?next=%2Fwelcome%23groups")
  await page.goto("/about")
  await signInNewMember(page)
  await page.goto("/welcome#groups")
  await expect(country).toHaveValue("")
})

test("the welcome page requires a log-in", async ({ page }) => {
  await page.goto("/welcome")
  await expect(page).toHaveURL("/login?next=%2Fwelcome")
})

test.describe("refusals of the sign-up form", () => {
  test.use({ expectedErrors: /status of [45]\d\d/ })

  test("missing or invalid values, and an email in use, show errors and keep the typed text", async ({
    page,
  }) => {
    await page.goto("/register")
    const { email, password, confirmation, terms, newsletter, submit } = getSignUpForm(page)
    await newsletter.check()
    await submit.click()
    await expect(page.getByText("Enter your email and password.")).toBeVisible()
    await expect(email).toHaveAttribute("aria-invalid", "true")
    for (const link of await page
      .getByRole("main")
      .getByRole("link", { name: /terms|privacy/ })
      .all()) {
      await expect(link, "the link opens a new tab").toHaveAttribute("target", "_blank")
    }
    await expect(email).toBeFocused()

    await email.fill("mari@daina")
    await password.fill("12345")
    await submit.click()
    await expect(page.getByText("Please enter a valid email address")).toBeVisible()
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible()
    await expect(page.getByText("You must agree to the terms and conditions")).toBeVisible()

    await email.fill("member@daina.test")
    await password.fill("tantsi")
    await confirmation.fill("tantse")
    // The error message about the passwords appears and moves the checkbox, which must not cancel the click.
    await terms.check()
    const mismatch = page.getByText("Passwords do not match")
    await expect(mismatch, "the mismatch is shown before the form is sent").toBeVisible()
    await password.fill("tantse")
    await password.blur()
    await expect(mismatch).toBeHidden()
    await password.fill("tantsi")
    await submit.click()
    await expect(mismatch).toBeVisible()
    await expect(confirmation).toBeFocused()
    await confirmation.fill("tantsi")
    await expect(page.getByText("You must agree to the terms and conditions")).toBeHidden()
    await submit.click()
    await expect(page.getByText("An account with this email already exists")).toBeVisible()
    await expect(email).toHaveValue("member@daina.test")
    await expect(email).toBeFocused()
    await expect(password).toHaveValue("tantsi")
    await expect(newsletter).toBeChecked()
    await expect(page).toHaveURL("/register")
    await expect(getToasts(page), "no success toast").toBeHidden()
    await expect(getLogInLink(page)).toBeVisible()
    await page.getByRole("main").getByRole("link", { name: "Log in instead" }).click()
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("member@daina.test")
  })
})
