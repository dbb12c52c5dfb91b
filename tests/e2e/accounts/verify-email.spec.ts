import type { Page } from "@playwright/test"
import { z } from "zod"
import { type Mail, waitForMail } from "../mails.ts"
import { createEmail, type Member, signInNewMember } from "../people.ts"
import { expectView } from "../screens.ts"
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

test("an emailed link confirms the email address only when the button on the link's page is pressed", async ({
  page,
}) => {
  const { member, mail } = await joinUnconfirmed(page)
  await page.goto(mail.link)
  await expect(page, "the token is removed from the address bar").toHaveURL("/verify-email")
  await expect(page.getByRole("heading", { name: "Confirm your email" })).toBeVisible()
  expect(
    await isConfirmed(page),
    "opening the link does not confirm the email address, because mail scanners open links",
  ).toBe(false)
  await getConfirmButton(page).click()
  await expectView(page, "Your email is confirmed")
  await expect(page.getByText(`${member.email} belongs to your account. Thank you!`)).toBeVisible()
  expect(await isConfirmed(page)).toBe(true)
  await page.getByRole("link", { name: "Go to the home page" }).click()
  await expect(page).toHaveURL("/")
})

test("a member changes the email address in the profile and confirms the new address by email", async ({
  page,
}) => {
  const member = await signInNewMember(page)
  const newEmail = createEmail()
  await page.goto("/profile#security")
  const emailSection = page.getByRole("region", { name: "Email", exact: true })
  await emailSection.getByRole("button", { name: "Change" }).click()
  await emailSection.getByLabel("New email").fill(newEmail)
  await emailSection.getByLabel("Your password").fill(member.password)
  await emailSection.getByRole("button", { name: "Send me a link" }).click()
  await expect(emailSection.getByText(`We emailed a link to ${newEmail}.`)).toBeVisible()
  await page.goto((await waitForMail(newEmail)).link)
  await getConfirmButton(page).click()
  await expectView(page, "Your email is confirmed")
  await expect(page.getByText(`${newEmail} belongs to your account.`)).toBeVisible()
  await waitForMail(member.email, /^Your Daina email was changed$/)
})
