import { expect, test } from "../test.ts"
import { createNamedMember, getRow, openAdmin } from "./screens.ts"

test("wrong passwords are listed with member and count, and can be filtered by kind and member", async ({
  page,
}) => {
  const { id, name, email } = await createNamedMember(page)
  await openAdmin(page, "/admin/users", "Users")
  for (const password of ["wrong-one", "wrong-two"]) {
    const response = await page.request.post("/api/auth/sign-in", { data: { email, password } })
    expect(response.status()).toBe(401)
  }
  await page.goto("/admin/security")
  await expect(getRow(page, "Wrong password").filter({ hasText: name })).toContainText("2 times")
  const rows = page.getByRole("list", { name: "Security events" }).getByRole("listitem")
  await page.getByLabel("Kind").selectOption({ label: "Wrong password" })
  await expect(page).toHaveURL("/admin/security?kind=sign_in_failed")
  await expect(rows.filter({ hasText: "Logged in" })).toHaveCount(0)
  await rows
    .filter({ hasText: name })
    .getByRole("button", { name: "All events of this account" })
    .press("Enter")
  await expect(page).toHaveURL((url) => url.searchParams.get("member") === id)
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.getByRole("button", { name: `Only about ${name}` }).click()
  await expect(page).toHaveURL("/admin/security?kind=sign_in_failed")
})
