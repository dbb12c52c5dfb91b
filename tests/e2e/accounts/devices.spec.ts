/** Where a member is signed in, and with what: devices, password, letters. */
import type { Page } from "@playwright/test"
import { z } from "zod"
import { mailTo } from "../mails.ts"
import { join, signIn, whoIs } from "../people.ts"
import { openProfile } from "../profile-form.ts"
import { comeBack, fillSignIn, inHeader, logInLink, toasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { textsOf } from "./texts.ts"

const devices = (page: Page) => page.getByRole("list", { name: "Devices" }).getByRole("listitem")

const passwords = (page: Page) => ({
  current: page.getByLabel("Current password"),
  first: page.getByLabel("New password", { exact: true }),
  again: page.getByLabel("New password once more"),
  change: page.getByRole("button", { name: "Change password" }),
})

test("the devices are listed, this one first, and one can be ended", async ({ page, others }) => {
  const member = await join(page)
  const phone = await others.device()
  await signIn(phone, member)
  await phone.goto("/news")
  await openProfile(page)
  await expect(devices(page)).toHaveCount(2)
  const [here, there] = [devices(page).first(), devices(page).last()]
  await expect(here).toContainText("Chrome on Linux")
  await expect(here).toContainText("This device")
  await expect(here).toContainText("Last used just now")
  await expect(here).toContainText("Signed in with a password on")
  await expect(there).not.toContainText("This device")
  await there.getByRole("button", { name: "End Chrome on Linux" }).click()
  await expect(toasts(page).getByText("The session has ended")).toBeVisible()
  await expect(devices(page)).toHaveCount(1)
  await expect(page.getByRole("list", { name: "Devices" }), "not lost").toBeFocused()
  await comeBack(phone)
  await expect(logInLink(phone)).toBeVisible()
  expect(await whoIs(page)).toMatchObject({ id: member.id })
})

test("all others are ended at once, and this device by logging out", async ({ page, others }) => {
  const member = await join(page)
  const elsewhere = [await others.device(), await others.device()]
  for (const device of elsewhere) await signIn(device, member)
  await openProfile(page)
  await expect(devices(page)).toHaveCount(3)
  await page.getByRole("button", { name: "End all other sessions" }).click()
  await expect(toasts(page).getByText("You are signed in on this device alone.")).toBeVisible()
  await expect(devices(page)).toHaveCount(1)
  await expect(page.getByRole("button", { name: "End all other sessions" })).toHaveCount(0)
  for (const device of elsewhere) expect(await whoIs(device)).toBeNull()
  await devices(page).getByRole("button", { name: "Log out" }).click()
  await expect(page).toHaveURL("/login?next=%2Fprofile")
  expect(await whoIs(page)).toBeNull()
})

test.describe("the password", () => {
  test.use({ expectedErrors: /status of (401|422|429)/ })

  test("is changed by who knows it: the others are signed out, this device is not", async ({
    page,
    others,
  }) => {
    const member = await join(page)
    const phone = await others.device()
    await signIn(phone, member)
    await phone.goto("/news")
    await openProfile(page)
    const { current, first, again, change } = passwords(page)
    await current.fill("not-this-one")
    await first.fill("encore-encore")
    await again.fill("encore-encore")
    await change.click()
    await expect(page.getByText("This is not your password")).toBeVisible()
    await expect(current).toBeFocused()
    await expect(first, "nothing typed is lost").toHaveValue("encore-encore")
    await current.fill(member.password)
    await expect(page.getByText("This is not your password")).toBeHidden()
    await page.keyboard.press("Enter")
    await expect(toasts(page).getByText("Your password is changed")).toBeVisible()
    await expect(current).toHaveValue("")
    await expect(devices(page)).toHaveCount(1)
    await comeBack(phone)
    await expect(logInLink(phone)).toBeVisible()
    await page.reload()
    await expect(inHeader(page, member.email)).toBeVisible()
    await phone.goto("/login")
    await fillSignIn(phone, member)
    await expect(phone.getByText("Invalid login credentials")).toBeVisible()
    await fillSignIn(phone, { ...member, password: "encore-encore" })
    await expect(inHeader(phone, member.email)).toBeVisible()
  })

  test("is checked before it is sent", async ({ page }) => {
    await join(page)
    await openProfile(page)
    const { current, first, again, change } = passwords(page)
    await change.click()
    await expect(page.getByText("This field is required")).toHaveCount(2)
    await expect(current).toBeFocused()
    await current.fill("lightstick")
    await first.fill("12345")
    await again.fill("12346")
    await change.click()
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible()
    await expect(page.getByText("Passwords do not match")).toBeVisible()
    await page.getByLabel("Show passwords").check()
    for (const field of [current, first, again]) await expect(field).toHaveAttribute("type", "text")
  })

  test("cannot be guessed here either: the eleventh try says so", async ({ page }) => {
    const member = await join(page)
    const wrong = { current_password: "not-this-one", new_password: "encore-encore" }
    for (let tries = 0; tries < 10; tries += 1) {
      await page.request.put("/api/account/password", { data: wrong })
    }
    await openProfile(page)
    const { current, first, again, change } = passwords(page)
    await current.fill(member.password)
    await first.fill("encore-encore")
    await again.fill("encore-encore")
    await change.click()
    const part = page.getByRole("region", { name: "Password", exact: true })
    await expect(part.getByText("Too many tries.")).toBeVisible()
    await expect(first).toHaveValue("encore-encore")
  })
})

const Settings = z.object({ marketing_consent: z.boolean(), language: z.string() })
const settingsOf = async (page: Page) =>
  Settings.parse(await (await page.request.get("/api/account")).json())

test.describe("letters", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test("are asked for, called off, and come in the chosen language", async ({ page, request }) => {
    const member = await join(page)
    await openProfile(page)
    const letters = page.getByLabel("News of events and teams")
    await letters.check()
    await expect.poll(() => settingsOf(page)).toMatchObject({ marketing_consent: true })
    await letters.uncheck()
    await expect.poll(() => settingsOf(page)).toMatchObject({ marketing_consent: false })
    await page.getByLabel("Language of your mails").selectOption("Eesti")
    await expect(toasts(page).getByText("Saved").last()).toBeVisible()
    await expect.poll(() => settingsOf(page)).toMatchObject({ language: "et" })
    await page.reload()
    await expect(page.getByLabel("Language of your mails")).toHaveValue("et")
    await page.request.post("/api/auth/resend-verification", { data: {} })
    const subject = textsOf("et")("mails:verify_email.subject", { site: "Daina" })
    expect(subject).not.toBe(textsOf("en")("mails:verify_email.subject", { site: "Daina" }))
    await expect
      .poll(async () => (await mailTo(request, member.email)).subject, { message: "in Estonian" })
      .toBe(subject)
  })

  test("a change that could not be saved is taken back, and says so", async ({ page }) => {
    await join(page)
    await openProfile(page)
    const letters = page.getByLabel("News of events and teams")
    await expect(letters).not.toBeChecked()
    await page.route("**/api/account", (route) => route.abort("internetdisconnected"))
    await letters.click()
    await expect(toasts(page).getByText("This could not be saved")).toBeVisible()
    await expect(letters).not.toBeChecked()
  })
})

test.describe("when the account does not load", () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test("it says so, the profile stays usable, and the next try brings it", async ({ page }) => {
    await join(page)
    await page.route(/\/api\/account/, (route) => route.abort("failed"))
    const { name } = await openProfile(page)
    await expect(name).toHaveValue("Mari Kask")
    const failed = page.getByRole("alert").filter({ hasText: "Your account could not be loaded" })
    await expect(failed.first()).toBeVisible()
    await page.unroute(/\/api\/account/)
    await failed.first().getByRole("button", { name: "Try again" }).click()
    await expect(devices(page)).toHaveCount(1)
    await expect(failed).toHaveCount(0)
  })
})
