import type { Page } from "@playwright/test"
import { waitForMail } from "../mails.ts"
import { fetchSessionUser, signIn, signInNewMember } from "../people.ts"
import {
  expectView,
  fillSignIn,
  getEmailInHeader,
  getLogInLink,
  getSessionCookie,
  logOut,
  returnToTab,
} from "../screens.ts"
import { expect, test } from "../test.ts"

const SUBJECT = /^A new password for Daina$/
const SECONDS_PER_DAY = 86_400
const NEW_PASSWORD = "encore-encore"

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password)
  await page.getByLabel("Confirm new password").fill(password)
  await page.getByRole("button", { name: "Save the password" }).click()
}

test("a password reset logs out all devices, and the old password stops working", async ({
  page,
  otherPages,
}) => {
  // With `isNewcomer`, the email address is not confirmed.
  const member = await signInNewMember(page, { profile: {}, isNewcomer: true })
  const phone = await otherPages.openBrowser()
  expect(await signIn(phone, member)).toBe(true)
  await phone.goto("/news")
  await expect(getEmailInHeader(phone, member.email)).toBeVisible()
  await page.goto("/")
  await logOut(page)
  await expect(getLogInLink(page)).toBeVisible()

  await page.goto("/login")
  await page.getByLabel("Email", { exact: true }).fill(member.email)
  await page.getByRole("link", { name: "Forgot your password?" }).click()
  await page.getByRole("button", { name: "Send me a link" }).click()
  await expectView(page, "Check your inbox")
  await expect(page.getByText(`If ${member.email} has an account`)).toBeVisible()

  const mail = await waitForMail(member.email, SUBJECT)
  expect(mail.text, "the email has no name before the address is confirmed").toMatch(/^Hi!\n/)
  await page.goto(mail.link)
  await expect(page, "the token is removed from the address bar").toHaveURL("/reset-password")
  await expect(page.locator("[autocomplete=username]")).toHaveValue(member.email)
  await page.reload()
  await choosePassword(page, NEW_PASSWORD)
  await expect(page).toHaveURL("/login")
  await expect(page.getByText("Password changed")).toBeVisible()
  await expect(
    page.getByText("All devices have been logged out; log in with the new one."),
  ).toBeVisible()
  await returnToTab(phone)
  await expect(getLogInLink(phone)).toBeVisible()
  expect(await fetchSessionUser(phone)).toBeNull()

  expect(await signIn(phone, member), "the old password is refused").toBe(false)
  await fillSignIn(page, { ...member, password: NEW_PASSWORD })
  await expect(page).toHaveURL("/")
  await expect(getEmailInHeader(page, member.email)).toBeVisible()
  expect(
    (await getSessionCookie(page))?.expires,
    "the session cookie lasts more than 29 days",
  ).toBeGreaterThan(Date.now() / 1000 + 29 * SECONDS_PER_DAY)
  await waitForMail(member.email, /^Your Daina password was changed$/)
})
