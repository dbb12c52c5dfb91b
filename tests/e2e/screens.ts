/** What the account pages have on them, as a person finds it. */
import type { Locator, Page } from "@playwright/test"
import type { Credentials } from "./people.ts"
import { expect } from "./test.ts"

export const signUpForm = (page: Page) => ({
  email: page.getByLabel("Email", { exact: true }),
  password: page.getByLabel("Password", { exact: true }),
  again: page.getByLabel("Confirm password"),
  terms: page.getByLabel("I agree to the terms and conditions"),
  letters: page.getByLabel("Send me occasional news about events and teams"),
  submit: page.getByRole("button", { name: "Create account" }),
})

/** Fills the page for logging in, and sends it. */
export async function fillSignIn(
  page: Page,
  { email, password }: Credentials,
  remember = true,
): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByLabel("Remember me").setChecked(remember)
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click()
}

/** Who the header says is signed in. */
export const inHeader = (page: Page, email: string) =>
  page.getByRole("banner").locator("summary").getByText(email)

/** Opens the menu of who is signed in; gives the header that it is in. */
export async function openOwnMenu(page: Page): Promise<Locator> {
  const header = page.getByRole("banner")
  await header.locator("summary").filter({ hasText: "Your menu" }).click()
  return header
}

export async function logOut(page: Page): Promise<void> {
  const header = await openOwnMenu(page)
  await header.getByRole("button", { name: "Log out" }).click()
}

export const logInLink = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: "Log in" })

/** The messages that come and go. */
export const toasts = (page: Page) => page.getByRole("region", { name: "Messages" })

export const sessionCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "daina_session")

/** Comes back to the page, which then looks who is signed in. */
export const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))

/** The page has a heading of this name, and has moved the focus there. */
export async function expectView(page: Page, name: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1, name })
  await expect(heading).toBeVisible()
  await expect(heading).toBeFocused()
}
