/** Too many tries: said in the form, and nothing typed is lost. */
import { type Credentials, join, newEmail, signIn } from "../people.ts"
import { fillSignIn, inHeader, logInLink, signUpForm } from "../screens.ts"
import { expect, test } from "../test.ts"

const TOO_MANY = /^Too many tries\. You can try again in (\d+ minutes?|1 hour)\.$/

test.use({ expectedErrors: /status of 4(01|29)/ })

test("ten wrong passwords lock that account there, neither another one nor itself elsewhere", async ({
  page,
  playwright,
  baseURL,
}) => {
  const member = await join(page)
  await page.context().clearCookies()
  const wrong: Credentials = { ...member, password: "wrong-one" }
  for (let tries = 0; tries < 9; tries += 1) expect(await signIn(page, wrong)).toBe(false)
  await page.goto("/login")
  await fillSignIn(page, wrong)
  await expect(page.getByText("Invalid login credentials")).toBeVisible()
  await fillSignIn(page, member)
  await expect(page.getByText(TOO_MANY), "the right one comes too late").toBeVisible()
  await expect(page.getByLabel("Email")).toHaveValue(member.email)
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(member.password)
  await expect(logInLink(page)).toBeVisible()

  const elsewhere = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { "x-forwarded-for": "203.0.113.11" },
  })
  const { email, password } = member
  const answer = await elsewhere.post("/api/auth/sign-in", { data: { email, password } })
  expect(answer.status()).toBe(200)
  await elsewhere.dispose()

  const other = { email: "member@daina.test", password: "daina-demo" }
  await fillSignIn(page, other)
  await expect(inHeader(page, other.email)).toBeVisible()
})

test("the sixth sign-up from one address within an hour", async ({ page }) => {
  for (let joined = 0; joined < 5; joined += 1) await join(page, {})
  await page.context().clearCookies()
  await page.goto("/register")
  const { email, password, again, terms, letters, submit } = signUpForm(page)
  const address = newEmail()
  await email.fill(address)
  await password.fill("lightstick")
  await again.fill("lightstick")
  await terms.check()
  await letters.check()
  await submit.click()
  await expect(page.getByText(TOO_MANY)).toBeVisible()
  await expect(page).toHaveURL("/register")
  await expect(email).toHaveValue(address)
  await expect(password).toHaveValue("lightstick")
  await expect(again).toHaveValue("lightstick")
  await expect(terms).toBeChecked()
  await expect(letters).toBeChecked()
  await expect(submit).toBeEnabled()
})
