/** Confirming one's address by the mailed link. */
import type { APIRequestContext, Page } from "@playwright/test"
import { z } from "zod"
import { siteDatabase } from "../database.ts"
import { type Mail, mailTo } from "../mails.ts"
import { join, type Member } from "../people.ts"
import { comeBack, expectView, logInLink } from "../screens.ts"
import { expect, test } from "../test.ts"

const SUBJECT = "Confirm your email for Daina"

const Account = z.object({ email_verified: z.boolean() })

async function isConfirmed(page: Page): Promise<boolean> {
  const answer = await page.request.get("/api/account")
  return Account.parse(await answer.json()).email_verified
}

const confirm = (page: Page) => page.getByRole("button", { name: "Confirm my email" })

/** Somebody new, and the mail that they got. */
async function joinWithMail(
  page: Page,
  request: APIRequestContext,
): Promise<{ member: Member; mail: Mail }> {
  const member = await join(page, {})
  return { member, mail: await mailTo(request, member.email, new RegExp(`^${SUBJECT}$`)) }
}

test("the link in the mail confirms the address, by a button and not by opening it", async ({
  page,
  request,
}) => {
  const { member, mail } = await joinWithMail(page, request)
  expect(mail.html).toContain(mail.link)
  await page.goto(mail.link)
  await expect(page, "the secret is out of the address bar").toHaveURL("/verify-email")
  await expect(page.getByRole("heading", { name: "Confirm your email" })).toBeVisible()
  expect(await isConfirmed(page), "mail scanners open links too").toBe(false)
  await confirm(page).click()
  await expectView(page, "Your email is confirmed")
  await expect(page.getByText(`${member.email} belongs to your account. Thank you!`)).toBeVisible()
  expect(await isConfirmed(page)).toBe(true)
  await page.getByRole("link", { name: "To the front page" }).click()
  await expect(page).toHaveURL("/")
})

test("a reload, or another language, keeps the link; another device may be the one", async ({
  page,
  request,
  others,
}) => {
  const { mail } = await joinWithMail(page, request)
  const phone = await others.device()
  await phone.goto(mail.link)
  await expect(phone).toHaveURL("/verify-email")
  await phone.reload()
  await expect(phone).toHaveURL("/verify-email")
  await expect(confirm(phone)).toBeVisible()
  await phone.getByRole("banner").locator("summary").click()
  await phone.getByRole("banner").getByRole("link", { name: "Eesti" }).click()
  await expect(phone).toHaveURL(/\/et\/verify-email/)
  expect(phone.url()).not.toContain("token")
  await phone.getByRole("main").locator("form button[type=submit]").click()
  await expect(phone.locator("[data-view=done]")).toBeVisible()
  await expect(logInLink(phone), "confirming signs nobody in").toHaveCount(0)
  expect(await isConfirmed(page)).toBe(true)
})

test("the profile asks for it, mails a new link, and sees it confirmed in another tab", async ({
  page,
  request,
  others,
}) => {
  const member = await join(page)
  const first = await mailTo(request, member.email)
  await page.goto("/profile")
  const email = page.getByRole("region", { name: "Email" })
  await expect(email.getByText("Not confirmed")).toBeVisible()
  await email.getByRole("button", { name: "Mail me a new link" }).click()
  await expect(email.getByText(`A new link is on its way to ${member.email}`)).toBeVisible()
  await expect
    .poll(async () => (await mailTo(request, member.email)).link, { message: "another link" })
    .not.toBe(first.link)
  const tab = await others.tab()
  await tab.goto((await mailTo(request, member.email)).link)
  await confirm(tab).click()
  await expectView(tab, "Your email is confirmed")
  await comeBack(page)
  await expect(email.getByText("Confirmed", { exact: true })).toBeVisible()
  await expect(email.getByRole("button", { name: "Mail me a new link" })).toBeHidden()
})

test.describe("links that do not work", () => {
  test.use({ expectedErrors: /status of 4(04|10|22|29)/ })

  test("one that was used says so, and that the address is confirmed to its member", async ({
    page,
    request,
    others,
  }) => {
    const { mail } = await joinWithMail(page, request)
    await page.goto(mail.link)
    await confirm(page).click()
    await expectView(page, "Your email is confirmed")

    await page.goto("/")
    await page.goto(mail.link)
    await confirm(page).click()
    await expectView(page, "Your email is confirmed")

    const stranger = await others.device()
    await stranger.goto(mail.link)
    await confirm(stranger).click()
    await expectView(stranger, "This link no longer works")
    await stranger.getByRole("main").getByRole("link", { name: "Log in" }).click()
    await expect(stranger).toHaveURL("/login?next=%2Fprofile")
  })

  test("one that has expired: who is signed in gets a new one that works", async ({
    page,
    request,
  }) => {
    const db = await siteDatabase()
    const { member, mail } = await joinWithMail(page, request)
    await db.one`update mail_links set expires_at = now() where user_id = ${member.id}`
    await page.goto(mail.link)
    await confirm(page).click()
    await expectView(page, "This link no longer works")
    await page.getByRole("button", { name: "Send me a new link" }).click()
    await expect(page.getByText(`A new link is on its way to ${member.email}.`)).toBeVisible()
    await expect.poll(async () => (await mailTo(request, member.email)).link).not.toBe(mail.link)
    await page.goto((await mailTo(request, member.email)).link)
    await confirm(page).click()
    await expectView(page, "Your email is confirmed")
  })

  test("one that lost a part, and none at all", async ({ page, request }) => {
    const { mail } = await joinWithMail(page, request)
    await page.goto(mail.link.slice(0, -5))
    await confirm(page).click()
    await expectView(page, "This link no longer works")
    await page.goto("/")
    await page.goto("/verify-email")
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible()
    await expect(confirm(page)).toBeHidden()
  })

  test("six new links within an hour are too many", async ({ page }) => {
    const member = await join(page)
    for (let asked = 0; asked < 4; asked += 1) {
      await page.request.post("/api/auth/resend-verification", { data: {} })
    }
    await page.goto("/profile")
    const email = page.getByRole("region", { name: "Email" })
    const ask = email.getByRole("button", { name: "Mail me a new link" })
    await ask.click()
    await expect(email.getByText(`A new link is on its way to ${member.email}`)).toBeVisible()
    await page.reload()
    await ask.click()
    await expect(email.getByText("You have asked for several mails already.")).toBeVisible()
  })
})
