/** About, how it works, questions, privacy and terms. */
import { expectClean } from "../clean.ts"
import { on } from "../pages.ts"
import { expect, test } from "../test.ts"

const PAGES = ["/about", "/how-it-works", "/faq", "/privacy", "/terms"]

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  const sections: Record<string, string[]> = {
    "/privacy": [
      ...["Data collection", "Data usage", "Data sharing", "Your rights", "Your responsibility"],
      ...["Contact", "Last updated"],
    ],
    "/terms": [
      ...["Acceptance", "The platform", "User accounts", "Content", "Your responsibility"],
      ...["Community", "Prohibited", "Intellectual property", "Termination"],
      ...["Limitation of liability", "Changes", "Contact", "Last updated"],
    ],
    "/faq": [
      "General",
      "Account",
      "Teams",
      "Events",
      "The future",
      "Technical",
      "Still wondering?",
    ],
    "/about": ["Our story", "Who is behind it", "Our mission"],
    "/how-it-works": ["Four steps", "What is in it for you", "House rules", "The music is on"],
  }

  for (const [path, expected] of Object.entries(sections)) {
    test(`${path} has its sections in their order`, async ({ page }) => {
      await page.goto(path)
      const headings = await page
        .getByRole("main")
        .getByRole("heading", { level: 2 })
        .allTextContents()
      expect(headings.filter((heading) => heading !== "In short")).toEqual(expected)
    })
  }

  test("both policies are dated, answer within 30 days and leave no blank open", async ({
    page,
  }) => {
    for (const path of ["/privacy", "/terms"]) {
      await page.goto(path)
      const main = page.getByRole("main")
      await expect(main.getByRole("region", { name: "Last updated" })).toContainText(
        "September 1, 2025",
      )
      expect(await main.textContent()).not.toMatch(/{{|<\/?\w+>/)
    }
    await page.goto("/privacy")
    await expect(page.getByRole("region", { name: "Your rights" })).toContainText("within 30 days")
    await expect(page.getByRole("region", { name: "Data sharing" })).toContainText("never sold")
  })

  test("one question is open at a time", async ({ page }) => {
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

  test("an address with a question opens it, in sight with its question", async ({ page }) => {
    await page.goto("/faq#delete-my-account")
    await expect(page.locator("#delete-my-account")).toBeInViewport()
    await expect(page.getByText("How do I delete my account?")).toBeInViewport()
    await expect(page.locator("details.question[open]")).toHaveCount(1)
  })

  test("the contents lead to every part of the terms", async ({ page }) => {
    await page.goto("/terms")
    const contents = page.getByRole("navigation", { name: "On this page" })
    await expect(contents.getByRole("link")).toHaveCount(13)
    await contents.getByRole("link", { name: "Termination" }).click()
    await expect(page.getByRole("heading", { name: "Termination" })).toBeInViewport()
  })

  test("how it works leads to signing up and to the calendar", async ({ page }) => {
    await page.goto("/how-it-works")
    const main = page.getByRole("main")
    const join = main.getByRole("link", { name: "Create an account" })
    await expect(join).toHaveCount(2)
    for (const link of await join.all()) await expect(link).toHaveAttribute("href", "/register")
    await expect(main.getByRole("link", { name: "See the calendar" })).toHaveAttribute(
      "href",
      "/calendar",
    )
    await expect(main.getByRole("list").first().getByRole("listitem")).toHaveCount(4)
  })

  test("about counts the teams that there are", async ({ page, request }) => {
    await page.goto("/about")
    const { teams } = await (await request.get("/api/teams")).json()
    expect(teams.length).toBeLessThan(15)
    const card = page.locator(".about-stats .card", { hasText: "Active teams" })
    await expect(card).toContainText(String(teams.length))
    await expect(page.locator(".about-stats .card")).toHaveCount(4)
  })
})

test("a link to another answer opens it, and closes the one that was open", async ({ page }) => {
  await page.goto("/faq#what-is-daina")
  await expect(page.locator("#what-is-daina")).toBeVisible()
  await page.goto("/faq#shop")
  await expect(page.locator("#shop")).toBeInViewport()
  await expect(page.locator("#what-is-daina")).toBeHidden()
})

test("a question opens by keyboard, and its answer has an address of its own", async ({ page }) => {
  await page.goto("/faq")
  await page.locator("summary", { hasText: "What does it cost?" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.locator("#what-does-it-cost")).toBeVisible()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/faq#what-does-it-cost")
})

test("search engines get every question with a plain answer", async ({ page }) => {
  await page.goto("/lv/faq")
  const texts = await page.locator("script[type='application/ld+json']").allTextContents()
  const faq = texts.map((text) => JSON.parse(text)).find((data) => data["@type"] === "FAQPage")
  expect(faq.inLanguage).toBe("lv")
  expect(faq.mainEntity).toHaveLength(await page.locator("details.question").count())
  for (const { name, url, acceptedAnswer } of faq.mainEntity) {
    expect(name.length).toBeGreaterThan(5)
    expect(acceptedAnswer.text).not.toMatch(/[<>]|{{/)
    const { pathname, hash } = new URL(url)
    expect(pathname).toBe("/lv/faq")
    await expect(page.locator(hash)).toBeAttached()
  }
})

test("somebody who is signed in is not asked to sign up", async ({ page }) => {
  const data = { email: "member@daina.test", password: "daina-demo" }
  expect((await page.request.post("/api/auth/sign-in", { data })).status()).toBe(200)
  await page.goto("/how-it-works")
  await expect(page.locator("html")).toHaveAttribute("data-session", "signed-in")
  await expect(page.getByRole("link", { name: "Create an account" })).toHaveCount(0)
  await expect(page.getByRole("link", { name: "See the calendar" })).toBeVisible()
})

test("on paper every answer is open, dark on white", async ({ page }) => {
  await page.goto("/faq")
  await page.emulateMedia({ media: "print" })
  await expect(page.locator("#shop p")).toBeVisible()
  await expect(page.getByRole("banner")).toBeHidden()
  const colour = await page.locator("#shop p").evaluate((text) => getComputedStyle(text).color)
  expect(colour).toBe("rgb(0, 0, 0)")
})

for (const path of PAGES) {
  test(`${path} is accessible on a phone and loads little`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    let scripts = 0
    page.on("response", async (answer) => {
      if (answer.request().resourceType() !== "script") return
      scripts += Number(answer.headers()["content-length"] ?? 0)
    })
    await page.goto(path)
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "here")
    if (path === "/faq") await page.getByText("What is Daina?").click()
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id))
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    await expectClean(page, path)
    expect(scripts).toBeGreaterThan(0)
    expect(scripts).toBeLessThanOrEqual(6000)
  })
}

test("the footer leads to all of them, in the page's language", async ({ page }) => {
  await page.goto("/et/shop")
  // Beside them the footer's form names one once more.
  const footer = page.getByRole("contentinfo").getByRole("navigation")
  for (const path of PAGES) {
    await expect(footer.locator(`a[href="${on("et", path)}"]`)).toHaveCount(1)
  }
})
