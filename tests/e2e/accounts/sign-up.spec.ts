import { z } from "zod"
import { newEmail } from "../people.ts"
import { inHeader, logInLink, signUpForm, toasts } from "../screens.ts"
import { expect, test } from "../test.ts"

const Consents = z.object({
  account: z.object({
    terms_agreed_at: z.iso.datetime({ offset: true }),
    marketing_consent_at: z.iso.datetime({ offset: true }).nullable(),
  }),
})

test("signing up signs in, returns to the front page and says both lines", async ({ page }) => {
  const email = newEmail()
  await page.goto("/news")
  await page.goto("/register")
  const form = signUpForm(page)
  await form.email.fill(email)
  await form.password.fill("lightstick")
  await form.again.fill("lightstick")
  await form.terms.check()
  await form.submit.click()
  await expect(page).toHaveURL("/")
  await expect(page.getByText("Registration successful!")).toBeVisible()
  await expect(page.getByText("Please check your email to verify your account.")).toBeVisible()
  await expect(inHeader(page, email)).toBeVisible()
  await page.goBack()
  await expect(page, "the form is done with").toHaveURL("/news")
})

for (const isWelcome of [true, false]) {
  test(`letters are ${isWelcome ? "wanted from now on" : "not wanted unless asked for"}`, async ({
    page,
  }) => {
    await page.goto("/register")
    const form = signUpForm(page)
    await form.email.fill(newEmail())
    await form.password.fill("lightstick")
    await form.again.fill("lightstick")
    await form.terms.check()
    await expect(form.letters).not.toBeChecked()
    await form.letters.setChecked(isWelcome)
    await form.submit.click()
    await expect(page).toHaveURL("/")
    const answer = await page.request.get("/api/account/export")
    const { account } = Consents.parse(await answer.json())
    expect(Date.now() - Date.parse(account.terms_agreed_at)).toBeLessThan(60_000)
    if (isWelcome) expect(account.marketing_consent_at).toBe(account.terms_agreed_at)
    else expect(account.marketing_consent_at).toBeNull()
  })
}

test("the terms open elsewhere, agree to nothing, and leave what was typed", async ({
  page,
  context,
}) => {
  await page.goto("/register")
  const form = signUpForm(page)
  await form.email.fill("mari@daina.test")
  await form.password.fill("lightstick")
  for (const [name, address] of [
    ["terms and conditions", "/terms"],
    ["privacy policy", "/privacy"],
  ] as const) {
    const opening = context.waitForEvent("page")
    await page.getByRole("link", { name }).first().click()
    await expect(await opening).toHaveURL(address)
  }
  await expect(page).toHaveURL("/register")
  await expect(form.terms).not.toBeChecked()
  await expect(form.email).toHaveValue("mari@daina.test")
  await expect(form.password).toHaveValue("lightstick")
})

test("who should log in instead takes the address along, and back again", async ({ page }) => {
  await page.goto("/register?next=/news")
  await signUpForm(page).email.fill("mari@daina.test")
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click()
  await expect(page, "no address in the address").toHaveURL("/login?next=%2Fnews")
  await expect(page.getByLabel("Email")).toHaveValue("mari@daina.test")
  await page.getByRole("link", { name: "Forgot your password?" }).click()
  await expect(page.getByLabel("Email")).toHaveValue("mari@daina.test")
})

test("a password can be looked at while it is typed", async ({ page }) => {
  await page.goto("/register")
  const { password } = signUpForm(page)
  await password.fill("lightstick")
  await page.getByRole("button", { name: "Show password" }).first().click()
  await expect(password).toHaveAttribute("type", "text")
  await page.getByRole("button", { name: "Hide password" }).click()
  await expect(password).toHaveAttribute("type", "password")
  await expect(password).toHaveValue("lightstick")
})

test.describe("what is wrong is said at its field, and nothing typed is lost", () => {
  test.use({ expectedErrors: /status of [45]\d\d/ })

  test("an empty form, a short password, two that differ, no agreement", async ({ page }) => {
    await page.goto("/register")
    const { email, password, again, terms, letters, submit } = signUpForm(page)
    await letters.check()
    await submit.click()
    await expect(
      page.getByText("You must provide either an email or phone number and a password."),
    ).toBeVisible()
    await expect(email).toHaveAttribute("aria-invalid", "true")
    await expect(email).toBeFocused()

    await email.fill("mari@daina")
    await password.fill("12345")
    await again.fill("12345")
    await submit.click()
    await expect(page.getByText("Please enter a valid email address")).toBeVisible()
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible()
    await expect(page.getByText("You must agree to the terms and conditions")).toBeVisible()

    await email.fill("mari@daina.test")
    await password.fill("123456")
    await again.fill("654321")
    await terms.check()
    await expect(page.getByText("You must agree to the terms and conditions")).toBeHidden()
    await submit.click()
    await expect(page.getByText("Passwords do not match")).toBeVisible()
    await expect(again).toBeFocused()
    await expect(email).toHaveValue("mari@daina.test")
    await expect(password).toHaveValue("123456")
    await expect(again).toHaveValue("654321")
    await expect(letters).toBeChecked()
    await expect(page).toHaveURL("/register")
  })

  test("an address that has an account", async ({ page }) => {
    await page.goto("/register")
    const { email, password, again, terms, submit } = signUpForm(page)
    await email.fill("member@daina.test")
    await password.fill("123456")
    await again.fill("123456")
    await terms.check()
    await submit.click()
    await expect(page.getByText("There is an account with this email already")).toBeVisible()
    await expect(email).toHaveValue("member@daina.test")
    await expect(email).toBeFocused()
    await expect(password).toHaveValue("123456")
    await expect(logInLink(page)).toBeVisible()
    await expect(toasts(page), "no success is claimed").toBeHidden()
  })

  test("a mistake of the server's", async ({ page }) => {
    await page.route("**/api/auth/sign-up", (route) =>
      route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Oops</h1>" }),
    )
    await page.goto("/register")
    const { email, password, again, terms, submit } = signUpForm(page)
    await email.fill("mari@daina.test")
    await password.fill("123456")
    await again.fill("123456")
    await terms.check()
    await submit.click()
    await expect(page.getByText("An unexpected error occurred")).toBeVisible()
    await expect(email).toHaveValue("mari@daina.test")
    await expect(submit).toBeEnabled()
  })
})
