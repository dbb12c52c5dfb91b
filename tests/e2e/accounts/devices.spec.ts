import type { Page } from "@playwright/test"
import { signIn, signInNewMember } from "../people.ts"
import { openProfile, openProfileTab } from "../profile-form.ts"
import { fillSignIn, getEmailInHeader, getLogInLink, getToasts, returnToTab } from "../screens.ts"
import { expect, test } from "../test.ts"

test.use({ expectedErrors: /status of (401|422|429)/ })

const getDevices = (page: Page) => page.getByRole("list", { name: "Devices" }).getByRole("listitem")

const getPasswordForm = (page: Page) => ({
  current: page.getByLabel("Current password"),
  replacement: page.getByLabel("New password", { exact: true }),
  confirmation: page.getByLabel("Confirm new password"),
  submit: page.getByRole("button", { name: "Change password" }),
})

test("a password change requires the current password and logs out all other devices @slow", async ({
  page,
  otherPages,
}) => {
  const member = await signInNewMember(page)
  const phone = await otherPages.openBrowser()
  await signIn(phone, member)
  await phone.goto("/news")
  await openProfile(page)
  await openProfileTab(page, "Security")
  const { current, replacement, confirmation, submit } = getPasswordForm(page)
  await current.fill("not-this-one")
  await replacement.fill("encore-encore")
  await confirmation.fill("encore-encore")
  await submit.click()
  await expect(page.getByText("This isn't your password")).toBeVisible()
  await expect(current).toBeFocused()
  await expect(replacement, "the form keeps the new password").toHaveValue("encore-encore")
  await current.fill(member.password)
  await expect(page.getByText("This isn't your password")).toBeHidden()
  await page.keyboard.press("Enter")
  await expect(getToasts(page).getByText("Your password is changed")).toBeVisible()
  await expect(current).toHaveValue("")
  await expect(getDevices(page)).toHaveCount(1)
  await returnToTab(phone)
  await expect(getLogInLink(phone)).toBeVisible()
  await page.reload()
  await expect(getEmailInHeader(page, member.email)).toBeVisible()
  await phone.goto("/login")
  await fillSignIn(phone, member)
  await expect(phone.getByText("Invalid login credentials")).toBeVisible()
  await fillSignIn(phone, { ...member, password: "encore-encore" })
  await expect(getEmailInHeader(phone, member.email)).toBeVisible()
})
