/** What one tab does, the others know at once; what another device does, as soon as they look. */
import { PASSWORD, PEOPLE, signInAs } from "../accounts.ts"
import { join, saveProfile, signIn } from "../people.ts"
import { comeBack, fillSignIn, inHeader, logInLink, sessionCookie } from "../screens.ts"
import { expect, test } from "../test.ts"

/** "At once": long before the next look at the session, which comes every 30 seconds. */
const AT_ONCE = { timeout: 5000 }

test("signing in is seen in other tabs at once, and takes the others off the form", async ({
  page,
  others,
}) => {
  const [shop, form] = [await others.tab(), await others.tab()]
  await shop.goto("/shop")
  await form.goto("/register?next=/news")
  await page.goto("/login")
  await fillSignIn(page, { email: PEOPLE.member, password: PASSWORD })
  await expect(page).toHaveURL("/")
  await expect(inHeader(shop, PEOPLE.member)).toBeVisible(AT_ONCE)
  await expect(form).toHaveURL("/news", AT_ONCE)
})

test("signing out says so here, and other tabs follow at once", async ({ page, others }) => {
  await signInAs(page, "member")
  const [shop, profile] = [await others.tab(), await others.tab()]
  await shop.goto("/shop")
  await profile.goto("/profile")
  await expect(profile.getByRole("button", { name: "Save profile" })).toBeVisible()
  await page.goto("/news")
  await expect(inHeader(shop, PEOPLE.member)).toBeVisible()
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(page.getByText("Signed out", { exact: true })).toBeVisible()
  await expect(page.getByText("You have been successfully signed out.")).toBeVisible()
  await expect(logInLink(page)).toBeVisible()
  await expect(logInLink(shop)).toBeVisible(AT_ONCE)
  await expect(profile, "nothing personal stays on the screen").toHaveURL(
    "/login?next=%2Fprofile",
    AT_ONCE,
  )
  expect(await sessionCookie(page)).toBeUndefined()
})

test("a deleted account is gone from all tabs at once", async ({ page, others }) => {
  const member = await join(page)
  const shop = await others.tab()
  await shop.goto("/shop")
  await expect(inHeader(shop, member.email)).toBeVisible()
  await page.goto("/profile")
  await page.getByRole("button", { name: "Delete my account…" }).click()
  await page.getByLabel("Your password").fill(member.password)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/")
  await expect(logInLink(shop)).toBeVisible(AT_ONCE)
})

test("a session that ends on another device is over here, when the page is looked at", async ({
  page,
  others,
}) => {
  const member = await join(page)
  await page.goto("/news")
  await expect(inHeader(page, member.email)).toBeVisible()
  const phone = await others.device()
  await signIn(phone, member)
  await phone.request.delete("/api/account/sessions")
  await comeBack(page)
  await expect(logInLink(page)).toBeVisible(AT_ONCE)
  expect(await sessionCookie(page)).toBeUndefined()
})

test("somebody else who signs in sees nothing of who was here before", async ({ page, others }) => {
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

test("two tabs that change different fields lose nothing of each other", async ({
  page,
  others,
}) => {
  await join(page, { profile: { display_name: "Līga", bio: "As it was." } })
  await page.goto("/profile")
  const name = page.getByRole("textbox", { name: "Display name" })
  await expect(name).toHaveValue("Līga")
  await saveProfile(await others.tab(), { display_name: "Līga", bio: "From the other tab." })
  await name.fill("Līga K")
  await page.getByRole("button", { name: "Save profile" }).click()
  await expect(page.getByText("Profile updated")).toBeVisible()
  await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("From the other tab.")
  await page.reload()
  await expect(name).toHaveValue("Līga K")
  await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("From the other tab.")
})
