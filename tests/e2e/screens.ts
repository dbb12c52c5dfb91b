import type { Locator, Page } from "@playwright/test"
import type { Credentials } from "./people.ts"
import { expect } from "./test.ts"

export const getSignUpForm = (page: Page) => ({
  email: page.getByLabel("Email", { exact: true }),
  password: page.getByLabel("Password", { exact: true }),
  confirmation: page.getByLabel("Confirm password"),
  terms: page.getByLabel("I agree to the terms and conditions"),
  newsletter: page.getByLabel("Send me occasional news about events and teams"),
  submit: page.getByRole("button", { name: "Create account" }),
})

export async function fillSignUp(page: Page, email: string) {
  const form = getSignUpForm(page)
  await form.email.fill(email)
  await form.password.fill("lightstick")
  await form.confirmation.fill("lightstick")
  await form.terms.check()
  return form
}

export async function fillSignIn(
  page: Page,
  { email, password }: Credentials,
  { remember = true } = {},
): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByLabel("Remember me").setChecked(remember)
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click()
}

/** Returns the button of the header that opens the signed-in member's menu. The menu contains the email address. */
export const getEmailInHeader = (page: Page, email: string) =>
  page.getByRole("banner").locator("details").filter({ hasText: email }).locator("summary")

export async function openOwnMenu(page: Page): Promise<Locator> {
  const header = page.getByRole("banner")
  await header.locator("summary").filter({ hasText: "Your menu" }).click()
  return header
}

export async function logOut(page: Page): Promise<void> {
  const header = await openOwnMenu(page)
  await header.getByRole("button", { name: "Log out" }).click()
}

export const getLogInLink = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: "Log in" })

export const getToasts = (page: Page) => page.getByRole("region", { name: "Messages" })

export const getToast = (page: Page, text: string | RegExp) =>
  getToasts(page).getByRole("listitem").filter({ hasText: text }).last()

export const getSessionCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "daina_session")

/** Simulates that the member switches back to the tab. The page then reloads the session. */
export const returnToTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))

/** Expects that a page has replaced its form with another view: the new view's heading has the focus. */
export async function expectView(page: Page, name: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1, name })
  await expect(heading).toBeVisible()
  await expect(heading).toBeFocused()
}
