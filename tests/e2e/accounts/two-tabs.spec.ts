import { DEMO_EMAILS, signInAs } from "../accounts.ts"
import { signInNewMember } from "../people.ts"
import {
  getEmailInHeader,
  getLogInLink,
  getSessionCookie,
  logOut,
  returnToTab,
} from "../screens.ts"
import { expect, test } from "../test.ts"

/** Tabs reload the session every 30 seconds. Within this shorter time, only a message of the other tab updates a tab. */
const SHORT_TIMEOUT = { timeout: 5000 }

test("a log-out shows a toast and updates other tabs at once @slow", async ({
  page,
  otherPages,
}) => {
  await signInAs(page, "member")
  const [shop, profile] = [await otherPages.openTab(), await otherPages.openTab()]
  await shop.goto("/shop")
  await profile.goto("/profile")
  await expect(profile.getByRole("textbox", { name: "Display name" })).toBeVisible()
  await page.goto("/news")
  await expect(getEmailInHeader(shop, DEMO_EMAILS.member)).toBeVisible()
  await logOut(page)
  await expect(page.getByText("Signed out", { exact: true })).toBeVisible()
  await expect(page.getByText("You have been successfully signed out.")).toBeVisible()
  await expect(getLogInLink(page)).toBeVisible()
  await expect(getLogInLink(shop)).toBeVisible(SHORT_TIMEOUT)
  await expect(profile, "the profile page is replaced by the login page").toHaveURL(
    "/login?next=%2Fprofile",
    SHORT_TIMEOUT,
  )
  expect(await getSessionCookie(page)).toBeUndefined()
})

test("a member who logs in sees no data of the previous member", { tag: "@slow" }, async ({
  page,
  otherPages,
}) => {
  await signInNewMember(page, { profile: { display_name: "Līga", bio: "For nobody else." } })
  await page.goto("/profile")
  await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("For nobody else.")
  const tab = await otherPages.openTab()
  await signInNewMember(tab, { profile: { display_name: "Jonas" } })
  await tab.goto("/shop")
  await returnToTab(page)
  await expect(page.getByRole("textbox", { name: "Display name" })).toHaveValue("Jonas")
  await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("")
})
