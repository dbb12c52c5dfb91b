import { PASSWORD, PEOPLE, signInAs } from "../accounts.ts"
import { fillSignIn, sessionCookie } from "../screens.ts"
import { expect, test } from "../test.ts"

const MEMBER = { email: PEOPLE.member, password: PASSWORD }

test("signing in leads to the front page with a welcome and the address in the header", async ({
  page,
}) => {
  await page.goto("/login")
  await fillSignIn(page, MEMBER)
  await expect(page).toHaveURL("/")
  await expect(page.getByText("Welcome back!")).toBeVisible()
  await expect(page.getByText("You have successfully signed in.")).toBeVisible()
  await expect(page.getByRole("banner").getByText(PEOPLE.member)).toBeVisible()
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeHidden()
  const cookie = await sessionCookie(page)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", expires: -1 })
})

test("remembered, the session outlives the browser by 30 days", async ({ page }) => {
  await page.goto("/login")
  await fillSignIn(page, MEMBER, true)
  await expect(page).toHaveURL("/")
  const days = (((await sessionCookie(page))?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)
})

test("in another language the way leads to that language's front page", async ({ page }) => {
  await page.goto("/et/login")
  await page.locator("main input[type=email]").fill(PEOPLE.member)
  await page.locator("input[autocomplete=current-password]").fill(PASSWORD)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/et")
})

test("a page that asked for it gets its visitor back, another site does not", async ({ page }) => {
  await page.goto("/login?next=/lv/news")
  await fillSignIn(page, MEMBER)
  await expect(page).toHaveURL("/lv/news")
  await page.context().clearCookies()
  for (const next of [
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
  ]) {
    await page.goto(`/login?lang=en&next=${encodeURIComponent(next)}`)
    await fillSignIn(page, MEMBER)
    await expect(page).toHaveURL("/")
    await page.context().clearCookies()
  }
})

for (const path of ["/login", "/register"]) {
  test(`who is signed in has no business at ${path}`, async ({ page }) => {
    await signInAs(page, "member")
    await page.goto(path)
    await expect(page).toHaveURL("/")
  })
}

test("a stranger's page asks nobody who is signed in", async ({ page }) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(new URL(request.url()).pathname))
  await page.goto("/shop", { waitUntil: "networkidle" })
  expect(calls).not.toContain("/api/auth/session")
})

test("the address in the header leads to the profile", async ({ page }) => {
  await signInAs(page, "member")
  await page.goto("/news")
  await page
    .getByRole("banner")
    .getByRole("link", { name: `Profile: ${MEMBER.email}` })
    .click()
  await expect(page).toHaveURL("/profile")
})

test("sent before the page's script is there, the form waits for it", async ({ page }) => {
  const script = Promise.withResolvers<void>()
  await page.route(/\/_astro\/.+\.js$/, async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto("/login", { waitUntil: "commit" })
  await page.getByLabel("Email").fill(MEMBER.email)
  await page.getByLabel("Password", { exact: true }).fill(MEMBER.password)
  await page.keyboard.press("Enter")
  script.resolve()
  await expect(page).toHaveURL("/")
  await expect(page.getByRole("banner").getByText(MEMBER.email)).toBeVisible()
})

test.describe("refusals", () => {
  test.use({ expectedErrors: /status of 4\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED|503/ })

  test("a wrong password is said inline and the address stays", async ({ page }) => {
    await page.goto("/login")
    await fillSignIn(page, { ...MEMBER, password: "wrong-one" })
    await expect(page.getByText("Invalid login credentials")).toBeVisible()
    await expect(page.getByLabel("Email")).toHaveValue(PEOPLE.member)
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("wrong-one")
    await expect(page).toHaveURL("/login")
  })

  test("a lost connection keeps the form, which works again afterwards", async ({
    page,
    context,
  }) => {
    await page.goto("/login")
    await page.waitForLoadState("networkidle")
    await page.route("**/api/auth/sign-in", (route) => route.abort("internetdisconnected"))
    await fillSignIn(page, MEMBER)
    await expect(page.getByText("Daina cannot be reached.")).toBeVisible()
    await expect(page.getByLabel("Email")).toHaveValue(PEOPLE.member)
    await page.unroute("**/api/auth/sign-in")
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click()
    await expect(page).toHaveURL("/")
    expect(context.pages()).toHaveLength(1)
  })

  test("a double click signs in once", async ({ page }) => {
    let calls = 0
    await page.route("**/api/auth/sign-in", async (route) => {
      calls += 1
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    await page.goto("/login")
    await page.getByLabel("Email").fill(PEOPLE.member)
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
    const submit = page.getByRole("main").locator("button[type=submit]")
    await submit.dblclick()
    await expect(submit).toBeDisabled()
    await expect(page).toHaveURL("/")
    expect(calls).toBe(1)
  })
})
