import { newEmail } from "../people.ts"
import { inHeader, logInLink, signUpForm, toasts } from "../screens.ts"
import { expect, test } from "../test.ts"

test("signing up signs in, returns to the front page and says both lines", async ({ page }) => {
  const email = newEmail()
  await page.goto("/news")
  await page.goto("/register")
  const form = signUpForm(page)
  await form.email.fill(email)
  await form.password.fill("lightstick")
  await form.terms.check()
  await form.submit.click()
  await expect(page).toHaveURL("/")
  await expect(page.getByText("Registration successful!")).toBeVisible()
  await expect(page.getByText("Please check your email to verify your account.")).toBeVisible()
  await expect(inHeader(page, email)).toBeVisible()
  await page.goBack()
  await expect(page, "the form is done with").toHaveURL("/news")
})

test.describe("what is wrong is said at its field, and nothing typed is lost", () => {
  test.use({ expectedErrors: /status of [45]\d\d/ })

  test("an empty form, then one with mistakes, then one of an account that is there", async ({
    page,
  }) => {
    await page.goto("/register")
    const { email, password, terms, letters, submit } = signUpForm(page)
    await letters.check()
    await submit.click()
    await expect(page.getByText("Enter your email and password.")).toBeVisible()
    await expect(email).toHaveAttribute("aria-invalid", "true")
    for (const link of await page
      .getByRole("main")
      .getByRole("link", { name: /terms|privacy/ })
      .all()) {
      await expect(link, "nothing typed is lost by reading").toHaveAttribute("target", "_blank")
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
    await terms.check()
    await expect(page.getByText("You must agree to the terms and conditions")).toBeHidden()
    await submit.click()
    await expect(page.getByText("There is an account with this email already")).toBeVisible()
    await expect(email).toHaveValue("member@daina.test")
    await expect(email).toBeFocused()
    await expect(password).toHaveValue("tantsi")
    await expect(letters).toBeChecked()
    await expect(page).toHaveURL("/register")
    await expect(toasts(page), "no success is claimed").toBeHidden()
    await expect(logInLink(page)).toBeVisible()
    await page.getByRole("main").getByRole("link", { name: "Log in instead" }).click()
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("member@daina.test")
  })
})
