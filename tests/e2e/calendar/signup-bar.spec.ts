/** Tests the bar at the bottom of an event's page that links to the sign-up on phones (`data-signup-bar`). */
import { signInNewMember } from "../people.ts"
import { expect, test } from "../test.ts"

const PATH = "/events/telliskivi-chorus-run"

test.use({ viewport: { width: 390, height: 844 } })

test("the bar links visitors to the sign-up, and is hidden beside and below the sign-up", async ({
  page,
}) => {
  await page.goto(PATH)
  const bar = page.locator("[data-signup-bar]")
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(bar).toContainText(/\d+ going/)
  await expect(bar).toContainText(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d+:\d\d\s[AP]M/u)
  const nav = page.locator("[data-bottom-bar]")
  const [barBox, navBox] = [await bar.boundingBox(), await nav.boundingBox()]
  expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual(navBox?.y ?? 0)
  await bar.getByRole("link", { name: "Sign up" }).click()
  await expect(page.locator("#signup").getByRole("link", { name: "Log in" })).toBeInViewport()
  await expect(bar).toBeHidden()
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar).toBeVisible()
})

test("the bar opens the sign-up form, and after the sign-up the entry code", async ({ page }) => {
  await signInNewMember(page)
  await page.goto(PATH)
  const bar = page.locator("[data-signup-bar]")
  const signup = page.locator("#signup")
  // Waits until the sign-up has loaded. Before that, a press on the bar only scrolls to the sign-up.
  await expect(signup.getByRole("button", { name: "Sign up" })).toBeVisible()
  await bar.getByRole("link", { name: "Sign up" }).click()
  await expect(signup.getByLabel("A note to the organizers")).toBeVisible()
  await signup.getByRole("button", { name: "Sign up" }).click()
  await expect(signup.getByText("You're going")).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar.getByText("You're going")).toBeVisible()
  await bar.getByRole("link", { name: "Entry code" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
})

test.describe("when the names of the attendees cannot be loaded", () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test("the number of attendees below the title is still updated", { tag: "@slow" }, async ({
    page,
  }) => {
    await signInNewMember(page)
    await page.route(/\/Attendees\.[^/]+\.js$/, (route) => route.abort())
    await page.goto(PATH)
    const signup = page.locator("#signup")
    await signup.getByRole("button", { name: "Sign up" }).click()
    await expect(signup.getByLabel("A note to the organizers")).toBeVisible()
    const readCount = async () =>
      Number.parseInt((await page.locator("[data-going]").textContent()) ?? "", 10)
    const count = await readCount()
    await signup.getByRole("button", { name: "Sign up" }).click()
    // Other tests may sign up for this event at the same time.
    await expect.poll(readCount).toBeGreaterThan(count)
    await expect(signup.getByText("Who's going")).toHaveCount(0)
  })
})

test("the sign-up is below the description on phones, and beside it on wide screens", async ({
  page,
}) => {
  await page.goto(PATH)
  const measurePosition = async (selector: string) => {
    const { x = 0, y = 0 } = (await page.locator(selector).boundingBox()) ?? {}
    return { x, y }
  }
  expect((await measurePosition("#about-event")).y).toBeLessThan(
    (await measurePosition("#signup")).y,
  )
  expect((await measurePosition("#comments")).y).toBeLessThan(
    (await measurePosition("#related-events")).y,
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  const [about, signup, comments] = [
    await measurePosition("#about-event"),
    await measurePosition("#signup"),
    await measurePosition("#comments"),
  ]
  expect(signup.x).toBeGreaterThan(about.x)
  expect(comments.x).toBe(about.x)
  expect(comments.y).toBeGreaterThan(about.y)
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("the bar is a link to the sign-up", async ({ page }) => {
    await page.goto(PATH)
    const bar = page.locator("[data-signup-bar]")
    await expect(bar.getByRole("link")).toHaveAttribute("href", "#signup")
    await expect(bar).toBeInViewport()
  })
})
