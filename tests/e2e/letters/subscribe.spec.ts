/** Asking for letters, and confirming it out of the mail. */
import type { Page } from "@playwright/test"
import { expectClean } from "../clean.ts"
import { mailTo } from "../mails.ts"
import { expect, test } from "../test.ts"
import { footerForm, type LettersForm, newReader, SENT, shopForm } from "./screens.ts"

async function ask({ email, submit, said }: LettersForm, address: string): Promise<void> {
  await email.fill(address)
  await submit.click()
  await expect(said).toContainText(SENT)
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 })

test("at the foot of any page: asked for, confirmed by a button in the mail's link", async ({
  page,
  request,
}) => {
  const reader = newReader()
  await page.goto("/news")
  await ask(footerForm(page), reader)
  await expect(footerForm(page).email, "what was typed stays").toHaveValue(reader)

  const mail = await mailTo(request, reader, /letters are yours/)
  expect(mail.text).toContain("Write to me about events, teams, news and music")
  await page.goto(mail.link)
  await expect(page, "the secret is out of the address bar").toHaveURL("/newsletter/confirm")
  await page.getByRole("button", { name: "Yes, write to me" }).click()
  await expect(heading(page, "You are on the list")).toBeFocused()
  await expect(page.getByText("The next letter from Daina is yours, too.")).toBeVisible()
  await expectClean(page, "confirmed")

  await page.goto("/")
  await page.goto(mail.link)
  await page.getByRole("button", { name: "Yes, write to me" }).click()
  await expect(heading(page, "You are on the list"), "pressed twice").toBeVisible()
})

test("in the shop, in Latvian: the mail and its page are, too", async ({ page, request }) => {
  const reader = newReader()
  await page.goto("/lv/shop")
  const form = page.locator("form[action='/api/shop-notify']")
  await form.locator("input[type=email]").fill(reader)
  await form.locator("button").click()
  await expect(form.getByRole("status")).not.toBeEmpty()
  const mail = await mailTo(request, reader)
  expect(new URL(mail.link).pathname).toBe("/lv/newsletter/confirm")
  await page.goto(mail.link)
  await page.getByRole("main").locator("form button").click()
  await expect(page.locator("[data-view=done]")).toBeVisible()
})

test("by keyboard alone, and the focus stays where it was", async ({ page }) => {
  await page.goto("/shop")
  const { email, submit, said } = shopForm(page)
  await email.focus()
  await page.keyboard.type(newReader())
  await page.keyboard.press("Tab")
  await expect(submit).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(said).toContainText(SENT)
  await expect(submit).toBeFocused()
})

test("a second click while it is on its way sends nothing more", async ({ page }) => {
  let calls = 0
  const pressed = Promise.withResolvers<void>()
  await page.route("/api/newsletter", async (route) => {
    calls += 1
    await pressed.promise
    await route.continue()
  })
  await page.goto("/news")
  const { email, submit, said } = footerForm(page)
  await email.fill(newReader())
  await submit.dblclick()
  await email.press("Enter")
  pressed.resolve()
  await expect(said).toContainText(SENT)
  expect(calls).toBe(1)
})

test("sent before the page's scripts are there, it is sent all the same, and no answer is opened", async ({
  page,
}) => {
  const late = Promise.withResolvers<void>()
  await page.route("**/_astro/PageScript*.js", async (route) => {
    await late.promise
    await route.continue()
  })
  await page.goto("/news", { waitUntil: "domcontentloaded" })
  const { email, submit, said } = footerForm(page)
  await email.fill(newReader())
  await submit.click()
  late.resolve()
  await expect(said).toContainText(SENT)
  await expect(page).toHaveURL("/news")
})

test.describe("what goes wrong is said in the form, and nothing typed is lost", () => {
  test.use({ expectedErrors: /status of 4(10|22|29)|ERR_INTERNET_DISCONNECTED/ })

  test("nothing typed, something that is no address, and one that only the server doubts", async ({
    page,
  }) => {
    await page.goto("/news")
    const { email, submit, said } = footerForm(page)
    await submit.click()
    await expect(said).toHaveText("Type your mail address first.")
    await expect(email).toBeFocused()
    for (const wrong of ["mari", "mari@daina", "mari@-"]) {
      await email.fill(wrong)
      await submit.click()
      await expect(said).toHaveText("Please enter a valid email address")
      await expect(email).toHaveValue(wrong)
      await expect(email).toHaveAttribute("aria-invalid", "true")
    }
    await expectClean(page, "refused")
  })

  test("without a connection; with it again, the same press works", async ({ page, context }) => {
    const reader = newReader()
    await page.goto("/shop")
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
    const { email, submit, said } = shopForm(page)
    await context.setOffline(true)
    await email.fill(reader)
    await submit.click()
    await expect(said).toContainText("Daina cannot be reached.")
    await expect(email).toHaveValue(reader)
    await context.setOffline(false)
    await submit.click()
    await expect(said).toContainText(SENT)
  })

  test("eleven times within an hour", async ({ page }) => {
    await page.goto("/news")
    for (let count = 0; count < 10; count += 1) {
      const data = { email: newReader(), language: "en" }
      expect((await page.request.post("/api/newsletter", { data })).status()).toBe(202)
    }
    const { email, submit, said } = footerForm(page)
    await email.fill(newReader())
    await submit.click()
    await expect(said).toHaveText("Too many tries. Please wait a while and try again.")
  })

  test("a link that lost a part, and none at all", async ({ page, request }) => {
    const reader = newReader()
    await page.goto("/news")
    await ask(footerForm(page), reader)
    const { link } = await mailTo(request, reader)
    await page.goto(link.slice(0, -5))
    await page.getByRole("button", { name: "Yes, write to me" }).click()
    await expect(heading(page, "This link no longer works")).toBeFocused()
    await page.goto("/")
    await page.goto("/newsletter/confirm")
    await expect(heading(page, "This link no longer works")).toBeVisible()
    await expect(page.getByRole("button", { name: "Yes, write to me" })).toBeHidden()
  })
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("there is no form that could not work", async ({ page }) => {
    await page.goto("/shop")
    await expect(page.getByLabel("Your mail address")).toHaveCount(2)
    for (const field of await page.getByLabel("Your mail address").all()) {
      await expect(field).toBeHidden()
    }
  })
})

test("nobody but a robot finds the field that is for robots", async ({ page }) => {
  await page.goto("/shop")
  await expect(page.getByRole("textbox")).toHaveCount(2)
})
