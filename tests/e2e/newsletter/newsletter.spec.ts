import { randomUUID } from "node:crypto"
import type { Locator, Page } from "@playwright/test"
import {
  listSubscriptions,
  makeIssueEmail,
  makeSubscriber,
} from "../../support/people/newsletter.ts"
import { expectAccessible } from "../accessible.ts"
import { connectToDatabase } from "../database.ts"
import { waitForMail } from "../mails.ts"
import { signInNewMember } from "../people.ts"
import { getToast } from "../screens.ts"
import { expect, test } from "../test.ts"

const getFormIn = (area: Locator, buttonName: string) => ({
  email: area.getByLabel("Your email address"),
  submit: area.getByRole("button", { name: buttonName }),
  status: area.getByRole("status"),
})

const getFooterForm = (page: Page) =>
  getFormIn(page.getByRole("region", { name: "Emails from Daina" }), "Subscribe")

const getHeading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 })
const createReaderEmail = () => `reader-${randomUUID()}@daina.test`
const LINK_SENT = "Almost there! We've emailed you a link"

test("a visitor subscribes with the footer form and confirms with the emailed link", async ({
  page,
}) => {
  const reader = createReaderEmail()
  await page.goto("/news")
  const { email, submit, status } = getFooterForm(page)
  await email.fill(reader)
  await submit.click()
  await expect(status).toContainText(LINK_SENT)
  await expect(email, "the typed address stays").toHaveValue(reader)

  const mail = await waitForMail(reader, /^Confirm your subscription/)
  expect(mail.text).toContain("Email me about events, teams, news and music")
  await page.goto(mail.link)
  await expect(page, "the token is removed from the URL").toHaveURL("/newsletter/confirm")
  await page.getByRole("button", { name: "Yes, subscribe me" }).click()
  await expect(getHeading(page, "You're on the list")).toBeFocused()
  await expect(page.getByText("You'll get the next email from Daina.")).toBeVisible()
  await expectAccessible(page, "the page after confirming a subscription")

  await page.goto("/")
  await page.goto(mail.link)
  await page.getByRole("button", { name: "Yes, subscribe me" }).click()
  await expect(
    getHeading(page, "You're on the list"),
    "the link also works a second time",
  ).toBeVisible()
})

test.describe("failures", () => {
  test.use({ expectedErrors: /status of 4(10|22|29)|ERR_INTERNET_DISCONNECTED/ })

  test("the form shows an error and keeps a refused address", async ({ page }) => {
    await page.goto("/news")
    const { email, submit, status } = getFooterForm(page)
    await submit.click()
    await expect(status).toHaveText("Type your email address first.")
    await expect(email).toBeFocused()
    for (const invalidEmail of ["mari", "mari@daina", "mari@-"]) {
      await email.fill(invalidEmail)
      await submit.click()
      await expect(status).toHaveText("Please enter a valid email address")
      await expect(email).toHaveValue(invalidEmail)
      await expect(email).toHaveAttribute("aria-invalid", "true")
    }
    await expectAccessible(page, "the footer form with an error")
    await page.route("**/api/newsletter", (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "1560" }, json: {} }),
    )
    await email.fill(createReaderEmail())
    await submit.click()
    await expect(status).toHaveText("Too many tries. You can try again in 26 minutes.")
  })

  test("the unsubscribe page shows a message offline, and its button works when online again", async ({
    page,
  }) => {
    const db = await connectToDatabase()
    const reader = createReaderEmail()
    await makeSubscriber(db, reader)
    await page.goto(`/newsletter/unsubscribe#token=${await makeIssueEmail(db, reader)}`)
    const unsubscribe = page.getByRole("button", { name: "Yes, unsubscribe me" })
    await page.context().setOffline(true)
    await unsubscribe.click()
    await expect(page.getByRole("main").getByText("You're offline.")).toBeVisible()
    await page.context().setOffline(false)
    await unsubscribe.click()
    await expect(getHeading(page, "You're unsubscribed")).toBeVisible()
  })
})

test("the unsubscribe link needs a button press, and works a second time", async ({ page }) => {
  const db = await connectToDatabase()
  const reader = createReaderEmail()
  await makeSubscriber(db, reader)
  const link = `/newsletter/unsubscribe#token=${await makeIssueEmail(db, reader)}`
  const unsubscribe = page.getByRole("button", { name: "Yes, unsubscribe me" })
  await page.goto(link)
  await expect(page).toHaveURL("/newsletter/unsubscribe")
  await expect(unsubscribe).toBeVisible()
  await expectAccessible(page, "the unsubscribe page before the button is pressed")
  expect(await listSubscriptions(db, reader)).toHaveLength(1)
  await unsubscribe.click()
  await expect(getHeading(page, "You're unsubscribed")).toBeFocused()
  await expect(
    page.getByText("This address won't get any more newsletters from Daina"),
  ).toBeVisible()
  expect(await listSubscriptions(db, reader)).toEqual([])

  await page.goto("/")
  await page.goto(link)
  await unsubscribe.click()
  await expect(getHeading(page, "You're unsubscribed")).toBeVisible()
})

test("a member subscribes with one tap, if the email address is confirmed", async ({ page }) => {
  const { id } = await signInNewMember(page)
  const db = await connectToDatabase()
  const hasConsent = () =>
    db.value<boolean>`select marketing_consent_at is not null from users where id = ${id}`
  await page.goto("/news")
  const footer = page.getByRole("region", { name: "Emails from Daina" })
  await expect(footer.getByLabel("Your email address")).toBeHidden()
  expect(await hasConsent()).toBe(false)
  await footer.getByRole("link", { name: "Subscribe" }).click()
  await expect(getToast(page, "You're subscribed")).toBeVisible()
  expect(await hasConsent()).toBe(true)
  await db.one`update users set email_verified_at = null where id = ${id}`
  await footer.getByRole("link", { name: "Subscribe" }).click()
  await expect(getToast(page, "Confirm your email address first")).toBeVisible()
})
