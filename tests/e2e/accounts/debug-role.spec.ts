import type { Page } from "@playwright/test"
import { DEMO_EMAILS, DEMO_PASSWORD } from "../accounts.ts"
import { fetchSessionUser } from "../people.ts"
import { fillSignIn } from "../screens.ts"
import { expect, test } from "../test.ts"

const getValueNextTo = (page: Page, label: string) =>
  page.getByRole("main").getByText(label, { exact: true }).locator("xpath=following-sibling::dd")

async function expectValues(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await expect(getValueNextTo(page, label), label).toHaveText(value)
  }
}

const getSummary = (page: Page) => page.getByRole("main").getByRole("status").first()

test("the page shows whether a visitor and a super admin have admin access", {
  tag: "@slow",
}, async ({ page }) => {
  await page.goto("/debug-role")
  await expect(getSummary(page)).toContainText("You do not have admin access")
  await expect(getSummary(page)).toContainText("Current role: user, needs: super_admin")
  await expectValues(page, {
    Session: "logged out",
    Email: "none",
    "User ID": "none",
    Role: "user",
    "Super admin": "no",
  })
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click()
  await expect(page).toHaveURL("/login?next=%2Fdebug-role")
  await fillSignIn(page, { email: DEMO_EMAILS.super, password: DEMO_PASSWORD })
  await expect(page).toHaveURL("/debug-role")
  await expect(getSummary(page)).toHaveText("You should have admin access!")
  const { id } = (await fetchSessionUser(page)) ?? { id: "" }
  await expectValues(page, {
    Session: "logged in",
    Email: DEMO_EMAILS.super,
    "User ID": id,
    "Super admin": "yes",
  })
  await page.getByRole("button", { name: "Read my role row" }).click()
  await expect(page.getByText("There's a row:")).toBeVisible()
  await expect(page.getByText(`"user_id": "${id}"`)).toContainText('"role": "super_admin"')
})
