import type { Page } from "@playwright/test"
import { z } from "zod"
import { type Mail, waitForMail } from "../mails.ts"
import { createEmail, type Member, signInNewMember } from "../people.ts"
import { expectView, getLogInLink, returnToTab } from "../screens.ts"
import { expect, test } from "../test.ts"

const SUBJECT = "Confirm your email for Daina"

const Account = z.object({ email_verified: z.boolean() })

async function isConfirmed(page: Page): Promise<boolean> {
  const response = await page.request.get("/api/account")
  return Account.parse(await response.json()).email_verified
}

const getConfirmButton = (page: Page) => page.getByRole("button", { name: "Confirm my email" })

async function joinUnconfirmed(page: Page): Promise<{ member: Member; mail: Mail }> {
  const member = await signInNewMember(page, { isNewcomer: true })
  return { member, mail: await waitForMail(member.email, new RegExp(`^${SUBJECT}$`)) }
}

test("an emailed link confirms the address only after its button is pressed", async ({ page }) => {
  const { member, mail } = await joinUnconfirmed(page)
  await page.goto(mail.link)
  await expect(page, "the token is removed from the address bar").toHaveURL("/verify-email")
  await expect(page.getByRole("heading", { name: "Confirm your email" })).toBeVisible()
  expect(
    await isConfirmed(page),
    "opening the link does not confirm the address, because mail scanners open links",
  ).toBe(false)
  await getConfirmButton(page).click()
  await expectView(page, "Your email is confirmed")
  await expect(page.getByText(`${member.email} belongs to your account. Thank you!`)).toBeVisible()
  expect(await isConfirmed(page)).toBe(true)
  await page.getByRole("link", { name: "Go to the home page" }).click()
  await expect(page).toHaveURL("/")
})

test("an emailed link survives a reload and a change of language, and works on another device", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const { mail } = await joinUnconfirmed(page)
  const phone = await otherPages.openBrowser()
  await phone.goto(mail.link)
  await expect(phone).toHaveURL("/verify-email")
  await phone.reload()
  await expect(phone).toHaveURL("/verify-email")
  await expect(getConfirmButton(phone)).toBeVisible()
  await phone.getByRole("banner").locator("[data-languages] summary").click()
  await phone.getByRole("banner").getByRole("link", { name: "Eesti" }).click()
  await expect(phone).toHaveURL(/\/et\/verify-email/)
  await expect(phone, "a script removes the token from the URL").not.toHaveURL(/token/)
  await phone.getByRole("main").locator("form button[type=submit]").click()
  await expect(phone.locator("[data-view=done]")).toBeVisible()
  await expect(getLogInLink(phone), "a confirmation opens no session").toHaveCount(0)
  expect(await isConfirmed(page)).toBe(true)
})

test("the profile sends a new link by email and shows the confirmation of another tab", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  const member = await signInNewMember(page, { profile: {}, isNewcomer: true })
  const first = await waitForMail(member.email)
  await page.goto("/profile#security")
  const email = page.getByRole("region", { name: "Email", exact: true })
  await expect(email.getByText("Not confirmed")).toBeVisible()
  await email.getByRole("button", { name: "Email me a new link" }).click()
  await expect(email.getByText(`A new link is on its way to ${member.email}`)).toBeVisible()
  await expect
    .poll(async () => (await waitForMail(member.email)).link, { message: "the new link" })
    .not.toBe(first.link)
  const tab = await otherPages.openTab()
  await tab.goto((await waitForMail(member.email)).link)
  await getConfirmButton(tab).click()
  await expectView(tab, "Your email is confirmed")
  await returnToTab(page)
  await expect(email.getByText("Confirmed", { exact: true })).toBeVisible()
  await expect(email.getByRole("button", { name: "Email me a new link" })).toBeHidden()
})

test("a member changes the address in the profile and confirms it by email", async ({ page }) => {
  const member = await signInNewMember(page)
  const email = createEmail()
  await page.goto("/profile#security")
  const block = page.getByRole("region", { name: "Email", exact: true })
  await block.getByRole("button", { name: "Change" }).click()
  await block.getByLabel("New email").fill(email)
  await block.getByLabel("Your password").fill(member.password)
  await block.getByRole("button", { name: "Send me a link" }).click()
  await expect(block.getByText(`We emailed a link to ${email}.`)).toBeVisible()
  await page.goto((await waitForMail(email)).link)
  await getConfirmButton(page).click()
  await expectView(page, "Your email is confirmed")
  await expect(page.getByText(`${email} belongs to your account.`)).toBeVisible()
  await waitForMail(member.email, /^Your Daina email was changed$/)
})
