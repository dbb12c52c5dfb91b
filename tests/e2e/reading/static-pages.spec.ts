/** The static pages. */

import { expect, test } from "../test.ts"

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("only one question is open at a time", async ({ page }) => {
    await page.goto("/faq")
    const first = page.locator("#what-is-daina")
    const second = page.locator("#find-a-team")
    await expect(first).toBeHidden()
    await page.getByText("What is Daina?").click()
    await expect(first).toBeVisible()
    await page.getByText("How do I find a team?").click()
    await expect(second).toBeVisible()
    await expect(first).toBeHidden()
  })

  test("the hash of a question opens it and scrolls to it", { tag: "@all" }, async ({ page }) => {
    await page.goto("/faq#delete-my-account")
    await expect(page.locator("#delete-my-account")).toBeInViewport()
    await expect(page.getByText("How do I delete my account?")).toBeInViewport()
    await expect(page.locator("details.question[open]")).toHaveCount(1)
  })
})

test("a question opens with the keyboard, and its answer has a link to itself", {
  tag: "@all",
}, async ({ page }) => {
  await page.goto("/faq")
  await page.locator("summary", { hasText: "What does it cost?" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.locator("#what-does-it-cost")).toBeVisible()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/faq#what-does-it-cost")
})

test("a signed-in member is not asked to sign up", async ({ page }) => {
  const data = { email: "member@daina.test", password: "daina-demo" }
  expect((await page.request.post("/api/auth/sign-in", { data })).status()).toBe(200)
  await page.goto("/how-it-works")
  await expect(page.locator("html")).toHaveAttribute("data-session", "signed-in")
  await expect(page.getByRole("link", { name: "Create an account" })).toHaveCount(0)
  await expect(page.getByRole("link", { name: "See the calendar" })).toBeVisible()
})

test("a printed article is dark on white, without header and footer, and shows the addresses of links", {
  tag: "@all",
}, async ({ page }) => {
  await page.goto("/news/nine-costumes-one-bus")
  await page.emulateMedia({ media: "print" })
  const story = page.getByRole("main")
  await expect(story).toHaveCSS("color", "rgb(0, 0, 0)")
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)")
  for (const part of [".skip", "body > header", "body > footer", "[data-bottom-bar]"]) {
    await expect(page.locator(part)).toBeHidden()
  }
  const printed = await story
    .locator(".prose a[href^='https:']")
    .first()
    .evaluate((link) => getComputedStyle(link, "::after").content)
  expect(printed).toContain("https:")
})

test("all answers of the FAQ are open in print, dark on white", { tag: "@all" }, async ({
  page,
}) => {
  await page.goto("/faq")
  await page.emulateMedia({ media: "print" })
  await expect(page.locator("#shop p")).toBeVisible()
  await expect(page.getByRole("banner")).toBeHidden()
  const color = await page.locator("#shop p").evaluate((text) => getComputedStyle(text).color)
  expect(color).toBe("rgb(0, 0, 0)")
})
