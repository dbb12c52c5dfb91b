import { DEMO_EMAILS, DEMO_PASSWORD } from "../accounts.ts"
import { signIn } from "../people.ts"
import { expect, test } from "../test.ts"

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("only one question of the FAQ is open at a time", async ({ page }) => {
    await page.goto("/faq")
    const firstAnswer = page.locator("#what-is-daina")
    const secondAnswer = page.locator("#find-a-team")
    await expect(firstAnswer).toBeHidden()
    await page.getByText("What is Daina?").click()
    await expect(firstAnswer).toBeVisible()
    await page.getByText("How do I find a team?").click()
    await expect(secondAnswer).toBeVisible()
    await expect(firstAnswer).toBeHidden()
  })

  test("a URL with a question's hash opens the question and scrolls to it", {
    tag: "@slow",
  }, async ({ page }) => {
    await page.goto("/faq#delete-my-account")
    await expect(page.locator("#delete-my-account")).toBeInViewport()
    await expect(page.getByText("How do I delete my account?")).toBeInViewport()
    await expect(page.locator("details.question[open]")).toHaveCount(1)
  })
})

test("the how-it-works page does not ask a signed-in member to sign up", async ({ page }) => {
  const credentials = { email: DEMO_EMAILS.member, password: DEMO_PASSWORD }
  expect(await signIn(page, credentials)).toBe(true)
  await page.goto("/how-it-works")
  await expect(page.locator("html")).toHaveAttribute("data-session", "signed-in")
  await expect(page.getByRole("link", { name: "Create an account" })).toHaveCount(0)
  await expect(page.getByRole("link", { name: "See the calendar" })).toBeVisible()
})

test("a printed article is black on white, without header and footer, and shows URLs of links", {
  tag: "@slow",
}, async ({ page }) => {
  await page.goto("/news/nine-costumes-one-bus")
  await page.emulateMedia({ media: "print" })
  const article = page.getByRole("main")
  await expect(article).toHaveCSS("color", "rgb(0, 0, 0)")
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)")
  for (const part of [".skip", "body > header", "body > footer", "[data-bottom-bar]"]) {
    await expect(page.locator(part)).toBeHidden()
  }
  const textAfterLink = await article
    .locator(".prose a[href^='https:']")
    .first()
    .evaluate((link) => getComputedStyle(link, "::after").content)
  expect(textAfterLink).toContain("https:")
})

test("the answers of the FAQ are open in print, and black", { tag: "@slow" }, async ({ page }) => {
  await page.goto("/faq")
  await page.emulateMedia({ media: "print" })
  await expect(page.locator("#shop p")).toBeVisible()
  await expect(page.getByRole("banner")).toBeHidden()
  const color = await page.locator("#shop p").evaluate((text) => getComputedStyle(text).color)
  expect(color).toBe("rgb(0, 0, 0)")
})
