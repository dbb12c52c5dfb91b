/** The page `/debug-role` for anonymous visitors and super admins. */
import type { Page } from "@playwright/test"
import { PEOPLE } from "../accounts.ts"
import { whoIs } from "../people.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"

/** Returns the value of a fact. */
const fact = (page: Page, name: string) =>
  page.getByRole("main").getByText(name, { exact: true }).locator("xpath=following-sibling::dd")

async function expectFacts(page: Page, facts: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(facts)) {
    await expect(fact(page, name), name).toHaveText(value)
  }
}

const summary = (page: Page) => page.getByRole("main").getByRole("status").first()

test("an anonymous visitor has no access and can log in; a super admin has access by a role row", {
  tag: "@slow",
}, async ({ page }) => {
  await page.goto("/debug-role")
  await expect(summary(page)).toContainText("You do not have admin access")
  await expect(summary(page)).toContainText("Current role: user, needs: super_admin")
  await expectFacts(page, {
    Session: "logged out",
    Email: "none",
    "User ID": "none",
    Role: "user",
    "Super admin": "no",
  })
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click()
  await expect(page).toHaveURL("/login?next=%2Fdebug-role")
  await fillSignIn(page, { email: PEOPLE.super, password: "daina-demo" })
  await expect(page).toHaveURL("/debug-role")
  await expect(summary(page)).toHaveText("You should have admin access!")
  const { id } = (await whoIs(page)) ?? { id: "" }
  await expectFacts(page, {
    Session: "logged in",
    Email: PEOPLE.super,
    "User ID": id,
    "Super admin": "yes",
  })
  await page.getByRole("button", { name: "Read my role row" }).click()
  await expect(page.getByText("There's a row:")).toBeVisible()
  await expect(page.getByText(`"user_id": "${id}"`)).toContainText('"role": "super_admin"')
})
