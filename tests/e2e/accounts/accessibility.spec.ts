import { expectAccessible } from "../accessible.ts"
import { signInAs } from "../accounts.ts"
import { fetchSessionUser, signInNewMember } from "../people.ts"
import { getVisibility, openProfile, openProfileTab } from "../profile-form.ts"
import { getSignUpForm } from "../screens.ts"
import { expect, test } from "../test.ts"

// The tests send invalid forms and make the profile fail to load.
test.use({
  expectedErrors: /status of (4\d\d|503)/,
})

const PHONE = { width: 390, height: 844 }

test.slow()
test.beforeEach(({ page }) => page.setViewportSize(PHONE))

test("the account forms are accessible with errors and after sending @slow", async ({ page }) => {
  await page.goto("/register")
  await getSignUpForm(page).submit.click()
  await expect(page.getByText("Enter your email and password.")).toBeVisible()
  await expectAccessible(page, "the sign-up form with errors")

  await page.goto("/login?error=google_unconfirmed")
  await expect(page.getByText("An account with this email already exists")).toBeVisible()
  await expectAccessible(page, "the login page after Google has refused a log-in")

  await page.goto("/forgot-password")
  await page.getByLabel("Email", { exact: true }).fill("mari@daina.test")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible()
  await expectAccessible(page, "the forgotten-password page after sending")

  const token = "x".repeat(43)
  await page.goto(`/reset-password#token=${token}`)
  await page.getByRole("button", { name: "Save the password" }).click()
  await expect(page.getByText("This field is required").first()).toBeVisible()
  await expectAccessible(page, "the password reset form with errors")
  await page.goto(`/verify-email#token=${token}`)
  await expect(page.getByRole("button", { name: "Confirm my email" })).toBeVisible()
  await expectAccessible(page, "the page of a confirmation link")
})

test("the profile is accessible with errors, with a toast and with the deletion dialog @slow", async ({
  page,
}) => {
  await signInAs(page, "owner")
  const { name, save } = await openProfile(page)
  await expectAccessible(page, "the filled profile")
  await openProfileTab(page, "Security")
  await expect(page.getByRole("list", { name: "Devices" })).toBeVisible()
  await expectAccessible(page, "the security tab of the profile")
  await openProfileTab(page, "Emails")
  await expect(page.getByLabel("Language of your emails")).toBeVisible()
  await expectAccessible(page, "the emails tab of the profile")
  await openProfileTab(page, "Profile")
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page, "the filled profile on a wide screen")
  await page.setViewportSize(PHONE)
  await page.getByRole("heading", { name: "Who sees what" }).click()
  await expect(getVisibility(page, "Picture")).toBeVisible()
  await expectAccessible(page, "the profile with the open row of visibility")
  await getVisibility(page, "Gender").selectOption("Only you")
  await name.fill("")
  await save.click()
  await expectAccessible(page, "the profile without a name")
  await openProfileTab(page, "Security")
  await page.getByRole("button", { name: "Change password" }).click()
  await expectAccessible(page, "the password form with errors")
  await openProfileTab(page, "My data")
  await page.getByRole("button", { name: "Download my data" }).click()
  await expect(page.getByText("Your data is downloaded")).toBeVisible()
  await expectAccessible(page, "the data tab with a toast")
  await page.getByRole("button", { name: "Delete my account…" }).click()
  await page.getByRole("button", { name: "Delete my account", exact: true }).click()
  await expect(page.getByRole("dialog").getByText("This field is required")).toBeVisible()
  await expectAccessible(page, "the deletion dialog with an error")
})

test("a member's home page and the page /me are accessible @slow", async ({ page }) => {
  await signInAs(page, "owner")
  await page.goto("/")
  await expect(page.getByRole("region", { name: /^(This week|Coming up)/ })).toBeVisible()
  await expectAccessible(page, "a member's home page")
  await page.goto("/me")
  await expect(page.getByRole("heading", { name: "Markuss Vītols" })).toBeVisible()
  await expect(page.getByRole("region", { name: "Following" })).toBeVisible()
  await expectAccessible(page, "a member's own page")
})

test("the profile is accessible while loading, after a failure and before the first save", {
  tag: "@slow",
}, async ({ page }) => {
  await signInNewMember(page, {})
  const responseGate = Promise.withResolvers<void>()
  await page.route("**/api/profile", async (route) => {
    await responseGate.promise
    await route.fulfill({ status: 503 })
  })
  await page.goto("/profile")
  await expect(page.getByText("Loading your profile…")).toBeVisible()
  await expectAccessible(page, "the profile while it loads")
  responseGate.resolve()
  await expect(page.getByRole("heading", { name: "Failed to load profile" })).toBeVisible()
  await expectAccessible(page, "the profile that failed to load")
  await page.unroute("**/api/profile")
  await openProfile(page)
  await expectAccessible(page, "the profile before the first save")
})

test("a public profile is accessible for its owner, anonymous visitors and other members", {
  tag: "@slow",
}, async ({ page, otherPages }) => {
  await signInAs(page, "owner")
  const { id } = (await fetchSessionUser(page)) ?? { id: "" }
  const visitor = await otherPages.openBrowser()
  await visitor.setViewportSize(PHONE)
  for (const [viewer, name] of [
    [page, "the member"],
    [visitor, "an anonymous visitor"],
  ] as const) {
    await viewer.goto(`/members/${id}`)
    await expect(viewer.getByRole("heading", { name: "Markuss Vītols" })).toBeVisible()
    await expectAccessible(viewer, `the public profile for ${name}`)
  }
  await signInAs(visitor, "member")
  await visitor.reload()
  await expect(visitor.getByText(/^Joined /)).toBeVisible()
  await expectAccessible(visitor, "the public profile for another member")
})
