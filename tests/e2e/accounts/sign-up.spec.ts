import { expect, test } from "../test.ts"

const newEmail = () => `fan-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@daina.test`

const form = (page: import("@playwright/test").Page) => ({
  email: page.getByLabel("Email"),
  password: page.getByLabel("Password", { exact: true }),
  again: page.getByLabel("Password once more"),
  terms: page.getByLabel("I agree to the terms and conditions"),
  submit: page.getByRole("button", { name: "Create account" }),
})

test("signing up signs in, returns to the front page and says both lines", async ({ page }) => {
  const email = newEmail()
  await page.goto("/register")
  const { email: address, password, again, terms, submit } = form(page)
  await address.fill(email)
  await password.fill("lightstick")
  await again.fill("lightstick")
  await terms.check()
  await submit.click()
  await expect(page).toHaveURL("/")
  await expect(page.getByText("Registration successful!")).toBeVisible()
  await expect(page.getByText("Please check your email to verify your account.")).toBeVisible()
  await expect(page.getByRole("banner").getByText(email)).toBeVisible()
})

test.describe("what is wrong is said at its field, and nothing typed is lost", () => {
  test.use({ expectedErrors: /status of 4\d\d/ })

  test("an empty form, a short password, two that differ, no agreement", async ({ page }) => {
    await page.goto("/register")
    const { email, password, again, terms, submit } = form(page)
    await submit.click()
    await expect(email).toHaveAttribute("aria-invalid", "true")
    await expect(email).toBeFocused()

    await email.fill("mari@daina.test")
    await password.fill("12345")
    await again.fill("12345")
    await submit.click()
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible()
    await expect(page.getByText("You must agree to the terms and conditions")).toBeVisible()

    await password.fill("123456")
    await again.fill("654321")
    await terms.check()
    await submit.click()
    await expect(page.getByText("Passwords do not match")).toBeVisible()
    await expect(email).toHaveValue("mari@daina.test")
    await expect(page).toHaveURL("/register")
  })

  test("an address that has an account", async ({ page }) => {
    await page.goto("/register")
    const { email, password, again, terms, submit } = form(page)
    await email.fill("member@daina.test")
    await password.fill("123456")
    await again.fill("123456")
    await terms.check()
    await submit.click()
    await expect(
      page.getByText("There is an account with this email already").first(),
    ).toBeVisible()
    await expect(email).toHaveValue("member@daina.test")
  })

  test("in Latvian the page and its errors are Latvian", async ({ page }) => {
    await page.goto("/lv/register")
    await page.locator("form[novalidate] button[type=submit], main form button.btn").last().click()
    await expect(page.locator("[aria-invalid=true]").first()).toBeVisible()
    await expect(page.getByText("This field is required")).toHaveCount(0)
  })
})
