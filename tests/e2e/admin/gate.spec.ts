/** Who is let into which screen: nobody but super admins, each in their own way. */
import { signInAs } from "../accounts.ts"
import { siteDatabase } from "../database.ts"
import { signIn } from "../people.ts"
import { expect, test } from "../test.ts"
import { newMember } from "./screens.ts"

const SCREENS = [
  ...["", "/users", "/teams", "/posts", "/events", "/ideas", "/suggestions"],
  ...["/reports", "/settings", "/audit"],
]

for (const screen of SCREENS) {
  const path = `/admin${screen}`

  test(`${path} leads a stranger to sign in, and shows nothing`, async ({ page }) => {
    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`/login\\?next=${encodeURIComponent(path)}`), {
      timeout: 10_000,
    })
    expect(asked.filter((address) => address.startsWith("/api/admin"))).toEqual([])
  })

  test.describe(() => {
    test.use({ expectedErrors: /status of 503/ })

    test(`${path} says 'Access Error' when the database cannot say who is here`, async ({
      page,
    }) => {
      await signInAs(page, "super")
      await page.route("**/api/auth/session", (route) =>
        route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          body: JSON.stringify({ status: 503, code: "database_unavailable" }),
        }),
      )
      await page.goto(path)
      await expect(page.getByRole("heading", { name: "Access Error" })).toBeVisible()
      await expect(page.getByText("Database error checking permissions")).toBeVisible()
      await page.unroute("**/api/auth/session")
      await page.getByRole("button", { name: "Try again" }).click()
      await expect(page.getByText("Super Admin Panel")).toBeVisible()
    })
  })
}

for (const role of ["user", "admin"] as const) {
  test(`${role} is shown 'Access Denied', then the front page`, async ({ page }) => {
    const member = await newMember(page)
    const db = await siteDatabase()
    if (role === "admin") {
      await db.one`insert into user_roles (user_id, role) values (${member.id}, 'admin')`
    }
    expect(await signIn(page, member)).toBe(true)
    for (const screen of SCREENS) {
      await page.goto(`/admin${screen}`)
      await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible()
      await expect(page).toHaveURL("/", { timeout: 6_000 })
    }
  })
}

test("the sidebar leads to each screen, and says where one is", async ({ page }) => {
  await signInAs(page, "super")
  await page.goto("/admin")
  const nav = page.getByRole("navigation", { name: "Admin" }).first()
  await expect(nav.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page")
  for (const [link, path] of [
    ["Users", "/admin/users"],
    ["Teams", "/admin/teams"],
    ["Posts", "/admin/posts"],
    ["News", "/admin/news"],
    ["Events", "/admin/events"],
    ["Ideas", "/admin/ideas"],
    ["Suggestions", "/admin/suggestions"],
    ["Settings", "/admin/settings"],
    ["Audit log", "/admin/audit"],
  ] as const) {
    await expect(nav.getByRole("link", { name: link, exact: true })).toHaveAttribute("href", path)
  }
})
