/** Log-ins and log-outs update other tabs at once. */
import { PASSWORD, PEOPLE, signInAs } from "../accounts.ts"
import { join } from "../people.ts"
import { comeBack, fillSignIn, inHeader, logInLink, logOut, sessionCookie } from "../screens.ts"
import { expect, test } from "../test.ts"

/** Much shorter than the 30 seconds between reads of the session. */
const SHORT_TIMEOUT = { timeout: 5000 }

test("a log-in updates other tabs at once and leads them away from login pages", {
  tag: "@slow",
}, async ({ page, others }) => {
  const [shop, form] = [await others.tab(), await others.tab()]
  await shop.goto("/shop")
  await form.goto("/register?next=/news")
  await page.goto("/login")
  await fillSignIn(page, { email: PEOPLE.member, password: PASSWORD })
  await expect(page).toHaveURL("/")
  await expect(inHeader(shop, PEOPLE.member)).toBeVisible(SHORT_TIMEOUT)
  await expect(form).toHaveURL("/news", SHORT_TIMEOUT)
})

test("a log-out shows a toast and updates other tabs at once @slow", async ({ page, others }) => {
  await signInAs(page, "member")
  const [shop, profile] = [await others.tab(), await others.tab()]
  await shop.goto("/shop")
  await profile.goto("/profile")
  await expect(profile.getByRole("button", { name: "Save profile" })).toBeVisible()
  await page.goto("/news")
  await expect(inHeader(shop, PEOPLE.member)).toBeVisible()
  await logOut(page)
  await expect(page.getByText("Signed out", { exact: true })).toBeVisible()
  await expect(page.getByText("You have been successfully signed out.")).toBeVisible()
  await expect(logInLink(page)).toBeVisible()
  await expect(logInLink(shop)).toBeVisible(SHORT_TIMEOUT)
  await expect(profile, "the page shows no personal data").toHaveURL(
    "/login?next=%2Fprofile",
    SHORT_TIMEOUT,
  )
  expect(await sessionCookie(page)).toBeUndefined()
})

test("a member who logs in next sees no data of the former one", { tag: "@slow" }, async ({
  page,
  others,
}) => {
  await join(page, { profile: { display_name: "Līga", bio: "For nobody else." } })
  await page.goto("/profile")
  await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("For nobody else.")
  const tab = await others.tab()
  await join(tab, { profile: { display_name: "Jonas" } })
  await tab.goto("/shop")
  await comeBack(page)
  await expect(page.getByRole("textbox", { name: "Display name" })).toHaveValue("Jonas")
  await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("")
})
