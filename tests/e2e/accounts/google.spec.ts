/** Signing in with Google, in whose place an OpenID server of our own answers. */
import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import {
  Events,
  type MutableRedirectUri,
  type MutableToken,
  OAuth2Server,
} from "oauth2-mock-server"
import { z } from "zod"
import { siteDatabase } from "../database.ts"
import { mailTo } from "../mails.ts"
import { join, newEmail, signIn, whoIs } from "../people.ts"
import { expectView, fillSignIn, inHeader, logInLink, sessionCookie, toasts } from "../screens.ts"
import { expect, test } from "../test.ts"
import { textsOf } from "./texts.ts"

// One server at an address that the site was started with: its tests take turns.
test.describe.configure({ mode: "default" })
// Who has no profile yet is told so by a 404, which the browser logs; 403 asks for a fresh sign-in.
test.use({ expectedErrors: /status of 40[34]/ })

const PORT = Number(process.env.E2E_GOOGLE_PORT)
const server = new OAuth2Server()

/** What the next token says of the person. */
let claims: Record<string, unknown> = {}
/** What becomes of the way back. */
let spoil: (back: URL) => void = () => {}

test.beforeAll(async () => {
  await server.issuer.keys.generate("RS256")
  await server.start(PORT, "127.0.0.1")
  server.issuer.url = `http://127.0.0.1:${PORT}`
  server.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    Object.assign(payload, claims)
  })
  server.service.on(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri) => spoil(url))
})
test.afterAll(() => server.stop())

/** Who is signed in at Google. */
function atGoogle(email: string, email_verified = true): string {
  claims = { sub: `sub-${randomBytes(5).toString("hex")}`, email, email_verified }
  return email
}

test.beforeEach(() => {
  atGoogle(newEmail())
  spoil = () => {}
})

const button = (page: Page) => page.getByRole("link", { name: "Continue with Google" })

const Ways = z.object({
  email_verified: z.boolean(),
  has_password: z.boolean(),
  has_google: z.boolean(),
})
const waysIn = async (page: Page) =>
  Ways.parse(await (await page.request.get("/api/account")).json())

test("somebody new gets an account, is back at the front page, and another tab knows", async ({
  page,
  others,
}) => {
  const email = atGoogle(newEmail())
  const tab = await others.tab()
  await tab.goto("/shop")
  await page.goto("/register")
  await button(page).click()
  await expect(page).toHaveURL("/")
  await expect(toasts(page).getByText("Registration successful!")).toBeVisible()
  await expect(toasts(page).getByText("You have successfully signed in.")).toBeVisible()
  await expect(inHeader(page, email)).toBeVisible()
  await expect(inHeader(tab, email)).toBeVisible({ timeout: 5000 })
  expect(await waysIn(page)).toEqual({
    email_verified: true,
    has_password: false,
    has_google: true,
  })
  expect((await sessionCookie(page))?.expires, "not asked to remember").toBe(-1)
  await page.reload()
  await expect(inHeader(page, email)).toBeVisible()
  await expect(toasts(page), "said once").toBeHidden()
})

test("the page that asked for signing in gets its visitor back, for 30 days if asked to", async ({
  page,
}) => {
  await page.goto("/profile")
  await expect(page).toHaveURL("/login?next=%2Fprofile")
  await page.getByLabel("Remember me").check()
  await button(page).click()
  await expect(page).toHaveURL("/profile")
  await expect(page.getByRole("button", { name: "Save profile" })).toBeVisible()
  expect((await sessionCookie(page))?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400)
})

test("a confirmed address leads to its account, which keeps its password", async ({
  page,
  request,
  others,
}) => {
  const member = await join(page)
  await page.goto((await mailTo(request, member.email)).link)
  await page.getByRole("button", { name: "Confirm my email" }).click()
  await expectView(page, "Your email is confirmed")
  atGoogle(member.email.toUpperCase())
  const phone = await others.device()
  await phone.goto("/et/login")
  await phone.locator("[data-google]").click()
  await expect(phone).toHaveURL("/et")
  const welcome = textsOf("et")("common:toasts.welcomeBack.title")
  await expect(phone.getByText(welcome)).toBeVisible()
  expect(await whoIs(phone)).toEqual({ id: member.id, email: member.email })
  expect(await waysIn(phone)).toEqual({
    email_verified: true,
    has_password: true,
    has_google: true,
  })
  expect(await signIn(page, member)).toBe(true)
})

test.describe("a refusal is said inline, the address is clean, and the way goes on", () => {
  async function expectRefusal(page: Page, text: string | RegExp) {
    await page.goto("/login?next=/shop")
    await button(page).click()
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible()
    await expect(page).toHaveURL("/login?next=%2Fshop")
    await expect(logInLink(page)).toBeVisible()
    expect(await whoIs(page)).toBeNull()
    await page.reload()
    await expect(page.getByText(text), "said once").toHaveCount(0)
  }

  test("an address that Google has not verified", async ({ page }) => {
    const member = await join(page)
    await page.context().clearCookies()
    atGoogle(member.email, false)
    await expectRefusal(page, /^Google has not verified this email address\./)
    await fillSignIn(page, member)
    await expect(page).toHaveURL("/shop")
  })

  test("an address whose account never confirmed it, until the password is reset", async ({
    page,
    request,
  }) => {
    const member = await join(page)
    await page.context().clearCookies()
    atGoogle(member.email)
    await expectRefusal(page, /^This email has an account already/)
    await page.request.post("/api/auth/forgot-password", { data: { email: member.email } })
    await page.goto((await mailTo(request, member.email, /new password/)).link)
    await page.getByLabel("New password", { exact: true }).fill("encore-encore")
    await page.getByLabel("New password once more").fill("encore-encore")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL("/login")
    await button(page).click()
    await expect(page).toHaveURL("/")
    expect(await whoIs(page)).toMatchObject({ id: member.id })
  })

  test("another Google account than the one of the member", async ({ page }) => {
    const email = atGoogle(newEmail())
    await page.goto("/login")
    await button(page).click()
    await expect(inHeader(page, email)).toBeVisible()
    await page.context().clearCookies()
    atGoogle(email)
    await expectRefusal(page, "This is another Google account than the one you use here.")
  })

  const spoilt: [what: string, how: (back: URL) => void][] = [
    ["another state than ours", (back) => back.searchParams.set("state", "x".repeat(43))],
    ["a code that Google never gave", (back) => back.searchParams.set("code", "made-up")],
    [
      "a change of mind at Google",
      (back) => {
        back.searchParams.delete("code")
        back.searchParams.set("error", "access_denied")
      },
    ],
  ]
  for (const [what, how] of spoilt) {
    test(what, async ({ page }) => {
      spoil = how
      await expectRefusal(page, /^Failed to sign in with Google$/)
      spoil = () => {}
      await button(page).click()
      await expect(page).toHaveURL("/shop")
    })
  }
})

test.describe("without a password", () => {
  test("one can be set by a mailed link, and opens the account too", async ({ page, request }) => {
    const email = atGoogle(newEmail())
    await page.goto("/login?next=/profile")
    await button(page).click()
    const part = page.getByRole("region", { name: "Password" })
    await part.getByRole("button", { name: "Mail me a link to set one" }).click()
    await expect(part.getByText(`The link is on its way to ${email}`)).toBeVisible()
    await page.goto((await mailTo(request, email, /new password/)).link)
    await page.getByLabel("New password", { exact: true }).fill("encore-encore")
    await page.getByLabel("New password once more").fill("encore-encore")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL("/login")
    await fillSignIn(page, { email, password: "encore-encore" })
    await expect(inHeader(page, email)).toBeVisible()
    expect(await waysIn(page)).toMatchObject({ has_password: true, has_google: true })
  })

  test("the account is deleted after a fresh sign-in, which is asked for when it is not", async ({
    page,
  }) => {
    const db = await siteDatabase()
    await page.goto("/login?next=/profile")
    await button(page).click()
    await expect(page).toHaveURL("/profile")
    const { id } = (await whoIs(page)) ?? { id: "" }
    await db.one`
      update sessions set created_at = created_at - interval '11 minutes' where user_id = ${id}`
    await page.getByRole("button", { name: "Delete my account…" }).click()
    const dialog = page.getByRole("dialog", { name: "Delete your account?" })
    await expect(dialog.getByLabel("Your password")).toHaveCount(0)
    await dialog.getByRole("button", { name: "Delete for good" }).click()
    await expect(dialog.getByText("Sign in with Google again")).toBeVisible()
    const own = claims
    atGoogle(newEmail())
    await dialog.getByRole("link", { name: "Sign in with Google" }).click()
    await expect(
      page.getByText("This is another Google account than the one you use here."),
    ).toBeVisible()
    claims = own
    await dialog.getByRole("button", { name: "Delete for good" }).click()
    await dialog.getByRole("link", { name: "Sign in with Google" }).click()
    await expect(dialog, "back where it was").toBeVisible()
    await expect(page).toHaveURL("/profile")
    await dialog.getByRole("button", { name: "Delete for good" }).click()
    await expect(page.getByText("Your account is deleted.")).toBeVisible()
    await expect(page).toHaveURL("/")
    expect(await whoIs(page)).toBeNull()
  })
})
