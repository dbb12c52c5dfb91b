import AxeBuilder from "@axe-core/playwright"
import { signInAs } from "../accounts.ts"
import { expect, test } from "../test.ts"

const DENIED = "You don't have permission to access the admin panel."

test("a stranger is told so, and led to sign in and back", async ({ page }) => {
  await page.goto("/admin/news")
  await expect(page).toHaveURL(/\/login\?next=/, { timeout: 10_000 })
  await page.getByLabel("Email").fill("super@daina.test")
  await page.getByLabel("Password", { exact: true }).fill("daina-demo")
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click()
  await expect(page).toHaveURL("/admin/news")
  await expect(page.getByText("Super Admin Panel")).toBeVisible()
})

test("a member sees 'Access Denied' for two seconds, then the front page", async ({ page }) => {
  await signInAs(page, "member")
  await page.goto("/lt/admin/news?lang=lt")
  await page.goto("/admin/news?lang=en")
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible()
  await expect(page.getByText(DENIED)).toBeVisible()
  await expect(page).toHaveURL("/", { timeout: 6000 })
})

test.describe("when permissions cannot be checked", () => {
  test.use({ expectedErrors: /status of 503/ })

  test("the card says 'Access Error' and why, and nothing of the area is shown", async ({
    page,
  }) => {
    await signInAs(page, "super")
    await page.route("**/api/auth/session", (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        body: JSON.stringify({
          status: 503,
          code: "database_unavailable",
          title: "x",
          type: "about:blank",
          detail: "x",
        }),
      }),
    )
    await page.goto("/admin/news")
    await expect(page.getByRole("heading", { name: "Access Error" })).toBeVisible()
    await expect(page.getByText("Database error checking permissions")).toBeVisible()
    await expect(page.getByRole("button", { name: "New article" })).toHaveCount(0)
  })
})

test("the sidebar folds with Ctrl+B and stays folded for seven days", async ({ page, context }) => {
  await signInAs(page, "super")
  await page.goto("/admin/news")
  await expect(page.getByRole("button", { name: "New article" })).toBeVisible()
  const sidebar = page.getByRole("navigation", { name: "Admin" }).first()
  const width = async () => (await sidebar.boundingBox())?.width ?? 0
  const open = await width()
  await page.keyboard.press("Control+b")
  await expect.poll(width).toBeLessThan(open / 2)
  const cookie = (await context.cookies()).find(({ name }) => /sidebar/.test(name))
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
  await page.reload()
  await expect.poll(width).toBeLessThan(open / 2)
})

for (const theme of ["dark", "light"] as const) {
  for (const prefix of ["", "/lv", "/et", "/lt", "/ru"]) {
    test(`${prefix}/admin/news and its editor are clean by axe in the ${theme} theme`, async ({
      page,
    }) => {
      await page.addInitScript((name) => localStorage.setItem("theme", name), theme)
      await signInAs(page, "super")
      await page.goto(`${prefix}/admin/news`)
      await page.locator("main li").first().waitFor()
      expect(
        (await new AxeBuilder({ page }).analyze()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
        ),
      ).toEqual([])
      await page.locator("main button.btn:visible").first().click()
      await page.getByRole("dialog").locator("textarea").first().waitFor()
      expect(
        (await new AxeBuilder({ page }).analyze()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
        ),
      ).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    })
  }
}
