/** A forgotten password, and the new one by the mailed link. */
import type { Page } from "@playwright/test"
import { siteDatabase } from "../database.ts"
import { mailTo } from "../mails.ts"
import { type Credentials, join, newEmail, signIn, whoIs } from "../people.ts"
import { comeBack, expectView, fillSignIn, inHeader, logInLink, sessionCookie } from "../screens.ts"
import { expect, test } from "../test.ts"
import { textsOf } from "./texts.ts"

const SUBJECT = /^A new password for Daina$/
const NEW_PASSWORD = "encore-encore"

const newPassword = (page: Page) => ({
  first: page.getByLabel("New password", { exact: true }),
  again: page.getByLabel("New password once more"),
  save: page.getByRole("button", { name: "Save the password" }),
})

async function choosePassword(page: Page, password: string): Promise<void> {
  const { first, again, save } = newPassword(page)
  await first.fill(password)
  await again.fill(password)
  await save.click()
}

/** Asks for the link on the page for it. */
async function ask(page: Page, email: string): Promise<void> {
  await page.goto("/forgot-password")
  await page.getByLabel("Email").fill(email)
  await page.getByRole("button", { name: "Send me a link" }).click()
  await expectView(page, "Look into your inbox")
}

/** Asks for the link, without a screen. */
const askQuietly = (page: Page, { email }: Credentials) =>
  page.request.post("/api/auth/forgot-password", { data: { email } })

test("signed out, forgot, mail, new password: all devices are signed out, and only it opens", async ({
  page,
  request,
  others,
}) => {
  const member = await join(page)
  const phone = await others.device()
  expect(await signIn(phone, member)).toBe(true)
  await phone.goto("/news")
  await expect(inHeader(phone, member.email)).toBeVisible()
  await page.goto("/")
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(logInLink(page)).toBeVisible()

  await page.goto("/login")
  await page.getByLabel("Email").fill(member.email)
  await page.getByRole("link", { name: "Forgot your password?" }).click()
  await page.getByRole("button", { name: "Send me a link" }).click()
  await expectView(page, "Look into your inbox")
  await expect(page.getByText(`If ${member.email} has an account`)).toBeVisible()

  const mail = await mailTo(request, member.email, SUBJECT)
  expect(mail.text, "by name only once the address is confirmed").toMatch(/^Hi!\n/)
  await page.goto(mail.link)
  await expect(page, "the secret is out of the address bar").toHaveURL("/reset-password")
  await page.reload()
  await choosePassword(page, NEW_PASSWORD)
  await expect(page).toHaveURL("/login")
  await expect(page.getByText("Password changed")).toBeVisible()
  await expect(
    page.getByText("All devices have been signed out; sign in with the new one."),
  ).toBeVisible()
  await comeBack(phone)
  await expect(logInLink(phone)).toBeVisible()
  expect(await whoIs(phone)).toBeNull()

  expect(await signIn(phone, member), "the old password").toBe(false)
  await fillSignIn(page, { ...member, password: NEW_PASSWORD }, true)
  await expect(page).toHaveURL("/")
  await expect(inHeader(page, member.email)).toBeVisible()
  expect((await sessionCookie(page))?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400)
  await mailTo(request, member.email, /^Your Daina password was changed$/)
})

test("the mail is in the member's language, wherever it was asked for", async ({
  page,
  request,
}) => {
  const member = await join(page, { language: "ru" })
  await page.context().clearCookies()
  await ask(page, member.email)
  const { subject, link } = await mailTo(request, member.email, /пароль/)
  expect(subject).toBe(textsOf("ru")("mails:reset_password.subject", { site: "Daina" }))
  expect(new URL(link).pathname).toBe("/ru/reset-password")
})

test("an address that nobody has gets the same answer, and no mail", async ({ page, request }) => {
  const nobody = newEmail()
  await ask(page, nobody)
  await expect(page.getByText(`If ${nobody} has an account`)).toBeVisible()
  const member = await join(page)
  await askQuietly(page, member)
  await mailTo(request, member.email, SUBJECT)
  const outbox = await request.get("/dev/outbox.json")
  expect(await outbox.text(), "later mails have arrived").not.toContain(nobody)
})

test("asking again keeps what was typed", async ({ page }) => {
  await ask(page, "mari@daina.tset")
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByLabel("Email")).toHaveValue("mari@daina.tset")
  await expect(page.getByLabel("Email")).toBeFocused()
  await page.getByLabel("Email").fill("mari@daina.test")
  await page.keyboard.press("Enter")
  await expectView(page, "Look into your inbox")
  await expect(page.getByText("If mari@daina.test has an account")).toBeVisible()
})

test.describe("refusals", () => {
  test.use({ expectedErrors: /status of 4(01|04|10|29)/ })

  test("what is wrong with the new password is said at its field, and the link still works", async ({
    page,
    request,
  }) => {
    const member = await join(page, {})
    await askQuietly(page, member)
    await page.goto((await mailTo(request, member.email, SUBJECT)).link)
    const { first, again, save } = newPassword(page)
    await save.click()
    await expect(page.getByText("This field is required").first()).toBeVisible()
    await first.fill("12345")
    await again.fill("12346")
    await save.click()
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible()
    await expect(page.getByText("Passwords do not match")).toBeVisible()
    await choosePassword(page, NEW_PASSWORD)
    await expect(page).toHaveURL("/login")
  })

  test("a link works once, and the latest alone is not spoilt by an older one", async ({
    page,
    request,
    others,
  }) => {
    const member = await join(page, {})
    await askQuietly(page, member)
    const { link } = await mailTo(request, member.email, SUBJECT)
    await page.goto(link)
    await choosePassword(page, NEW_PASSWORD)
    await expect(page).toHaveURL("/login")

    const thief = await others.device()
    await thief.goto(link)
    await choosePassword(thief, "stolen-password")
    await expectView(thief, "This link no longer works")
    expect(await signIn(thief, { ...member, password: "stolen-password" })).toBe(false)
    expect(await signIn(page, { ...member, password: NEW_PASSWORD })).toBe(true)
    await thief.getByRole("link", { name: "Send me a new link" }).click()
    await expect(thief).toHaveURL("/forgot-password")
  })

  test("a link that has expired, or is cut off, changes nothing", async ({ page, request }) => {
    const db = await siteDatabase()
    const member = await join(page, {})
    await askQuietly(page, member)
    const { link } = await mailTo(request, member.email, SUBJECT)
    await page.goto(link.slice(0, -1))
    await choosePassword(page, NEW_PASSWORD)
    await expectView(page, "This link no longer works")
    await db.one`update mail_links set expires_at = now() where user_id = ${member.id}`
    await page.goto("/")
    await page.goto(link)
    await choosePassword(page, NEW_PASSWORD)
    await expectView(page, "This link no longer works")
    expect(await signIn(page, member), "the old password").toBe(true)
  })

  test("the sixth mail within an hour is refused, and what was typed stays", async ({ page }) => {
    for (let asked = 0; asked < 5; asked += 1)
      await askQuietly(page, { email: newEmail(), password: "" })
    await page.goto("/forgot-password")
    await page.getByLabel("Email").fill("mari@daina.test")
    await page.getByRole("button", { name: "Send me a link" }).click()
    await expect(
      page.getByText(/^Too many tries\. You can try again in (\d+ minutes?|1 hour)\.$/),
    ).toBeVisible()
    await expect(page.getByLabel("Email")).toHaveValue("mari@daina.test")
  })
})
