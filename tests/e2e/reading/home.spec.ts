/** The home page on phones and for members, and the page of a country. */

import { signInAs } from "../accounts.ts"
import { expect, test } from "../test.ts"

const PHONE = { width: 390, height: 844 }

test.describe("on a phone", () => {
  test.use({ viewport: PHONE })

  test("the home page shows three events with places and sign-up links, and the others on request", async ({
    page,
  }) => {
    await page.goto("/")
    const events = page.getByRole("list", { name: "Featured events" }).getByRole("listitem")
    const visibleEvents = events.filter({ visible: true })
    await expect(visibleEvents).toHaveCount(3)
    await expect(visibleEvents.first().getByText("150 places")).toBeVisible()
    await expect(visibleEvents.getByRole("link", { name: /^Sign up for / }).first()).toBeVisible()
    expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThanOrEqual(5500)
    await page.getByRole("button", { name: "5 more" }).click()
    await expect(visibleEvents).toHaveCount(8)
    await expect(visibleEvents.nth(3).getByRole("link").first()).toBeFocused()
  })

  test("the bottom bar and the countries link to their pages", async ({ page }) => {
    await page.goto("/lv")
    const bar = page.getByRole("navigation", { name: "Galvenās sadaļas" })
    await expect(bar.getByRole("link", { name: "Sākums" })).toHaveAttribute("aria-current", "page")
    await expect(bar.getByRole("link", { name: "Ienākt" })).toBeVisible()
    await page.getByRole("link", { name: "Lietuva" }).click()
    await expect(page).toHaveURL("/lv/lithuania")
    await expect(page.getByRole("heading", { level: 1, name: "K-pop Lietuvā" })).toBeVisible()
    await expect(page.getByRole("link", { name: "Žaibas", exact: true })).toBeVisible()
    await expect(page.getByRole("link", { name: "Rīgas Zvaigznes" })).toHaveCount(0)
    await bar.getByRole("link", { name: "Komandas" }).click()
    await expect(page).toHaveURL("/lv/teams")
  })
})

test("the save button is above the bottom bar on phones", async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signInAs(page, "owner")
  for (const [path, name] of [
    ["/profile", "Save profile"],
    ["/teams/rigas-zvaigznes/manage", "Save"],
  ] as const) {
    await page.goto(path)
    const save = page.getByRole("button", { name, exact: true })
    const bar = page.getByRole("navigation", { name: "Main places" })
    await expect(save).toBeVisible()
    const [button, bottomBar] = [await save.boundingBox(), await bar.boundingBox()]
    expect((button?.y ?? 0) + (button?.height ?? 0), path).toBeLessThanOrEqual(bottomBar?.y ?? 0)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
})

test.describe("for a member", () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test("the home page starts with the next events, also after a failed request", async ({
    page,
  }) => {
    await signInAs(page, "owner")
    await page.goto("/")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Next for you")
    const next = page.getByRole("region", { name: "Next for you" })
    await expect(next.getByRole("listitem").first()).toContainText("Rīgas Zvaigznes")
    await page.route("**/api/home", (route) => route.abort())
    await page.reload()
    await expect(next).toContainText("Couldn't load what's next for you.")
    await page.unroute("**/api/home")
    await next.getByRole("button", { name: "Try again" }).click()
    await expect(next.getByRole("listitem").first()).toContainText("Rīgas Zvaigznes")
  })
})
