import { DEMO_EMAILS, DEMO_PASSWORD, signInAs } from "../accounts.ts"
import { signIn } from "../people.ts"
import { getEmailInHeader, openOwnMenu } from "../screens.ts"
import { expect, test } from "../test.ts"
import { createNamedMember, openAdmin } from "./screens.ts"

const SCREEN_PATHS = ["", "/users"]

test("the admin area redirects a visitor to the login, without 'Access Denied' or admin requests", async ({
  page,
}) => {
  const requestedPaths: string[] = []
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname))
  // Records whether the page shows "Access Denied" before the redirect to the login page.
  await page.addInitScript(() => {
    const recordDenial = () =>
      document.querySelector("[data-gate=denied]:not([hidden])") &&
      sessionStorage.setItem("denied", "1")
    new MutationObserver(recordDenial).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
    })
  })
  for (const screen of SCREEN_PATHS) {
    await page.goto(`/admin${screen}`)
    await expect(page).toHaveURL(
      new RegExp(`/login\\?next=${encodeURIComponent(`/admin${screen}`)}`),
    )
  }
  expect(requestedPaths.filter((path) => path.startsWith("/api/admin"))).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem("denied"))).toBeNull()
})

test.describe("while the database is down", () => {
  test.use({ expectedErrors: /status of 503/ })

  test("the page shows 'Access Error', and a button that tries again", async ({ page }) => {
    await signInAs(page, "super")
    await page.route("**/api/auth/session", (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        body: JSON.stringify({ status: 503, code: "database_unavailable" }),
      }),
    )
    await page.goto("/admin/users")
    await expect(page.getByRole("heading", { name: "Access Error" })).toBeVisible()
    await expect(page.getByText("Database error checking permissions")).toBeVisible()
    await page.unroute("**/api/auth/session")
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByText("Super Admin Panel")).toBeVisible()
  })
})

test("the notification bell of an admin screen has an accessible name", async ({ page }) => {
  await signInAs(page, "super")
  await page.goto("/admin/users")
  await expect(page.getByRole("link", { name: /^Notifications/ })).toBeVisible()
})

test("a member sees 'Access Denied' and is redirected to the home page", async ({ page }) => {
  expect(await signIn(page, await createNamedMember(page))).toBe(true)
  await page.clock.install()
  for (const screen of SCREEN_PATHS) {
    await page.goto(`/admin${screen}`)
    await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible()
    // The page redirects after two seconds.
    await page.clock.runFor(2_000)
    await expect(page).toHaveURL("/")
  }
})

test("the sidebar folds with Ctrl+B and stays folded after a reload", { tag: "@slow" }, async ({
  page,
}) => {
  await signInAs(page, "super")
  await page.goto("/admin/news")
  await expect(page.getByRole("button", { name: "New article" })).toBeVisible()
  const sidebar = page.getByRole("navigation", { name: "Admin" }).first()
  const measureWidth = async () => (await sidebar.boundingBox())?.width ?? 0
  const openWidth = await measureWidth()
  await page.keyboard.press("Control+b")
  await expect.poll(measureWidth).toBeLessThan(openWidth / 2)
  await page.reload()
  await expect.poll(measureWidth).toBeLessThan(openWidth / 2)
})

test("only super admins have a link to the admin area in the header", async ({
  page,
  otherPages,
}) => {
  await openAdmin(page, "/admin/users", "Users")
  await page.goto("/news")
  await (await openOwnMenu(page)).getByRole("link", { name: "Admin" }).click()
  await expect(page).toHaveURL("/admin")
  const nav = page.getByRole("navigation", { name: "Admin" }).first()
  await expect(nav.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page")
  const memberPage = await otherPages.openBrowser()
  await signIn(memberPage, { email: DEMO_EMAILS.member, password: DEMO_PASSWORD })
  await memberPage.goto("/news")
  await expect(getEmailInHeader(memberPage, DEMO_EMAILS.member)).toBeVisible()
  await expect((await openOwnMenu(memberPage)).getByRole("link", { name: "Admin" })).toHaveCount(0)
})
