import { DEMO_EMAILS, DEMO_PASSWORD } from "../accounts.ts"
import { signIn, signInNewMember } from "../people.ts"
import { fillSignIn, getEmailInHeader, getSessionCookie } from "../screens.ts"
import { expect, test } from "../test.ts"

const TOO_MANY_TRIES = /^Too many tries\. You can try again in (\d+ minutes?|1 hour)\.$/

const SECONDS_PER_DAY = 86_400

const MEMBER = { email: DEMO_EMAILS.member, password: DEMO_PASSWORD }

test("a log-in leads to the home page with a welcome toast, and the session lasts a month", async ({
  page,
}) => {
  await page.goto("/login")
  await fillSignIn(page, MEMBER)
  await expect(page).toHaveURL("/")
  await expect(page.getByText("Welcome back!")).toBeVisible()
  await expect(page.getByText("You have successfully signed in.")).toBeVisible()
  await expect(getEmailInHeader(page, DEMO_EMAILS.member)).toBeVisible()
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeHidden()
  const cookie = await getSessionCookie(page)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" })
  expect(cookie?.expires, "the session cookie lasts more than 29 days").toBeGreaterThan(
    Date.now() / 1000 + 29 * SECONDS_PER_DAY,
  )
})

test("without “Remember me”, the session ends with the browser", async ({ page }) => {
  await page.goto("/login")
  await fillSignIn(page, MEMBER, { remember: false })
  await expect(page).toHaveURL("/")
  expect(await getSessionCookie(page)).toMatchObject({ expires: -1 })
})

test("a log-in returns to the page that required a log-in, but not to another site", async ({
  page,
}) => {
  await page.goto("/login?next=/lv/news")
  await fillSignIn(page, MEMBER)
  await expect(page).toHaveURL("/lv/news")
  await page.context().clearCookies()
  await page.goto("/login?lang=en&next=//evil.example")
  await fillSignIn(page, MEMBER)
  await expect(page).toHaveURL("/")
  await page.goto("/register")
  await expect(page, "the sign-up page redirects a signed-in member").toHaveURL("/")
})

test("a login form that is sent before its script has loaded is submitted afterwards", {
  tag: "@slow",
}, async ({ page }) => {
  const scriptGate = Promise.withResolvers<void>()
  await page.route(/\/_astro\/.+\.js$/, async (route) => {
    await scriptGate.promise
    await route.continue()
  })
  await page.goto("/login", { waitUntil: "commit" })
  await page.getByLabel("Email", { exact: true }).fill(MEMBER.email)
  await page.getByLabel("Password", { exact: true }).fill(MEMBER.password)
  await page.keyboard.press("Enter")
  scriptGate.resolve()
  await expect(page).toHaveURL("/")
  await expect(getEmailInHeader(page, MEMBER.email)).toBeVisible()
})

test.describe("refusals", () => {
  test.use({ expectedErrors: /status of 4\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED|503/ })

  test("a wrong password is reported in the form, and the eleventh attempt is refused", async ({
    page,
  }) => {
    const member = await signInNewMember(page)
    await page.context().clearCookies()
    const wrongCredentials = { ...member, password: "wrong-one" }
    for (let tries = 0; tries < 9; tries += 1)
      expect(await signIn(page, wrongCredentials)).toBe(false)
    await page.goto("/login")
    await fillSignIn(page, wrongCredentials)
    await expect(page.getByText("Invalid login credentials")).toBeVisible()
    await fillSignIn(page, member)
    await expect(
      page.getByText(TOO_MANY_TRIES),
      "the right password is refused after ten wrong ones",
    ).toBeVisible()
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(member.email)
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(member.password)
    await expect(page).toHaveURL("/login")
  })
})
