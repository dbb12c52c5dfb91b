import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { Events, type MutableToken, OAuth2Server } from "oauth2-mock-server"
import { z } from "zod"
import { HOST_PORT_COOKIE } from "../host.ts"
import {
  confirmIdentity,
  createEmail,
  expireProof,
  fetchSessionUser,
  signInNewMember,
} from "../people.ts"
import { openProfileTab } from "../profile-form.ts"
import { getEmailInHeader, getSessionCookie, getToasts } from "../screens.ts"
import { expect, test } from "../test.ts"

// The API responds with 403 to calls that require a recent log-in.
test.use({ expectedErrors: /status of 403/ })

const server = new OAuth2Server()

/** Claims about the Google account that logs in next. The fake Google server adds them to its ID token. */
let claims: Record<string, unknown> = {}

test.beforeAll(async ({ host }) => {
  await server.issuer.keys.generate("RS256")
  await server.start(host.googlePort, "127.0.0.1")
  server.issuer.url = `http://127.0.0.1:${host.googlePort}`
  server.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    Object.assign(payload, claims)
  })
})
test.afterAll(() => server.stop())

/** Makes the next log-in with Google use a new Google account. Returns the email address of the account. */
function useGoogleAccount(email: string): string {
  const sub = `sub-${randomBytes(5).toString("hex")}`
  claims = { sub, email, email_verified: true }
  return email
}

test.beforeEach(async ({ page, host }) => {
  // The fake Google server redirects to SITE_URL. The server there redirects to the port in this cookie.
  const port = new URL(host.origin).port
  await page.context().addCookies([{ name: HOST_PORT_COOKIE, value: port, url: host.origin }])
  useGoogleAccount(createEmail())
})

const getGoogleLink = (page: Page) => page.getByRole("link", { name: "Continue with Google" })

const SignInMethods = z.object({
  email_verified: z.boolean(),
  has_password: z.boolean(),
  has_google: z.boolean(),
})
const fetchSignInMethods = async (page: Page) =>
  SignInMethods.parse(await (await page.request.get("/api/account")).json())

test("a new visitor gets an account and returns to the home page, and another tab updates", async ({
  page,
  otherPages,
}) => {
  const email = useGoogleAccount(createEmail())
  const tab = await otherPages.openTab()
  await tab.goto("/shop")
  await page.goto("/register")
  await getGoogleLink(page).click()
  await expect(page).toHaveURL("/")
  await expect(getToasts(page).getByText("Registration successful!")).toBeVisible()
  await expect(getToasts(page).getByText("You have successfully signed in.")).toBeVisible()
  await expect(getEmailInHeader(page, email)).toBeVisible()
  await expect(getEmailInHeader(tab, email)).toBeVisible({ timeout: 5000 })
  expect(await fetchSignInMethods(page)).toEqual({
    email_verified: true,
    has_password: false,
    has_google: true,
  })
  expect(
    (await getSessionCookie(page))?.expires,
    "the session cookie survives the end of the browser",
  ).toBeGreaterThan(Date.now() / 1000)
})

test("a member confirms their identity, connects Google in the profile and disconnects Google", async ({
  page,
}) => {
  const member = await signInNewMember(page)
  await expireProof(member.id)
  await page.goto("/profile#security")
  const connect = page.getByRole("button", { name: "Connect Google" })
  await connect.click()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  await expect(getToasts(page).getByText("Google couldn't be connected")).toBeVisible()
  await connect.click()
  await confirmIdentity(page, member)
  await expect(getToasts(page).getByText("Google is connected")).toBeVisible()
  await expect(page).toHaveURL("/profile#security")
  expect(await fetchSignInMethods(page)).toMatchObject({ has_google: true })
  await page.getByRole("button", { name: "Disconnect Google" }).click()
  await expect(getToasts(page).getByText("Google is disconnected")).toBeVisible()
  await expect(connect).toBeVisible()
})

test("the deletion of an account without a password requires a recent log-in with Google", {
  tag: "@slow",
}, async ({ page }) => {
  await page.goto("/login?next=/profile")
  await getGoogleLink(page).click()
  await expect(page).toHaveURL("/profile")
  const { id } = (await fetchSessionUser(page)) ?? { id: "" }
  await expireProof(id)
  await openProfileTab(page, "My data")
  await page.getByRole("button", { name: "Delete my account…" }).click()
  const dialog = page.getByRole("dialog", { name: "Delete your account?" })
  await expect(dialog.getByLabel("Your password")).toHaveCount(0)
  const submit = dialog.getByRole("button", { name: "Delete my account" })
  const proof = page.getByRole("dialog", { name: "Confirm it's you" })
  await submit.click()
  await expect(proof.getByText("Log in with Google again")).toBeVisible()
  const memberClaims = claims
  useGoogleAccount(createEmail())
  await proof.getByRole("link", { name: "Log in with Google" }).click()
  await expect(
    getToasts(page).getByText("This isn't the Google account you use here."),
  ).toBeVisible()
  claims = memberClaims
  await submit.click()
  await proof.getByRole("link", { name: "Log in with Google" }).click()
  await expect(dialog, "the dialog opens again after the proof of identity").toBeVisible()
  await expect(page).toHaveURL("/profile?delete=#data")
  await submit.click()
  await expect(page.getByText("Your account will be deleted in seven days.")).toBeVisible()
  await expect(page).toHaveURL("/")
  expect(await fetchSessionUser(page)).toBeNull()
})
