import type { Page } from "@playwright/test"
import { connectToDatabase } from "../database.ts"
import { expireProof, fetchSessionUser, signInNewMember } from "../people.ts"
import { openProfile, openProfileTab } from "../profile-form.ts"
import { getToasts } from "../screens.ts"
import { test as base, expect } from "../test.ts"

// Browsers allow passkeys for host names, not for IP addresses.
const test = base.extend({
  baseURL: ({ host }, use) => use(host.origin.replace("127.0.0.1", "localhost")),
})

// The API responds with 403 to calls that require a recent log-in or a second factor.
test.use({ expectedErrors: /status of 403/ })

/** Adds a virtual authenticator, which creates and uses passkeys without a person. */
async function addAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send("WebAuthn.enable")
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Signs in a new member and copies the session cookies from the IP address to `localhost`. */
async function signInOnLocalhost(page: Page, url = "") {
  const member = await signInNewMember(page)
  for (const { name, value, httpOnly } of await page.context().cookies()) {
    await page.context().addCookies([{ name, value, httpOnly, sameSite: "Lax", url }])
  }
  return member
}

const getPasskeys = (page: Page) =>
  page.getByRole("list", { name: "Passkeys" }).getByRole("listitem")

const clickAddPasskey = (page: Page) => page.getByRole("button", { name: "Add a passkey" }).click()

test("a member adds and renames a passkey, and uses it to log in and to confirm their identity", async ({
  page,
  baseURL,
}) => {
  const { id } = await signInOnLocalhost(page, baseURL)
  await addAuthenticator(page)
  await openProfile(page)
  await openProfileTab(page, "Security")
  await clickAddPasskey(page)
  await expect(getToasts(page).getByText("The passkey is added")).toBeVisible()
  await expect(getPasskeys(page)).toContainText(["Chrome on Linux"])
  await page.getByRole("button", { name: "Rename Chrome on Linux" }).click()
  await page.getByLabel("Name of the passkey").fill("Blue phone")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(getPasskeys(page)).toContainText(["Blue phone"])

  // Enables autofill of passkeys only at `/login?autofill`. At `/login`, autofill would log the member in before the
  // test clicks the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () =>
      location.search === "?autofill"
  })
  await page.context().clearCookies()
  await page.goto("/login?autofill")
  const homeResponse = page.waitForResponse("**/api/home")
  await page.getByLabel("Email", { exact: true }).focus()
  await expect(page).toHaveURL(/\/$/)
  await homeResponse
  expect(await fetchSessionUser(page), "passkey autofill logs the member in").toMatchObject({ id })

  await page.context().clearCookies()
  await page.goto("/login?next=/profile%23security")
  await page.getByRole("button", { name: "Log in with a passkey" }).click()
  await expect(page).toHaveURL("/profile#security")
  expect(await fetchSessionUser(page), "the button logs the member in").toMatchObject({ id })
  await expect(getPasskeys(page)).toContainText(["Last used just now"])

  await expireProof(id)
  await page.getByRole("button", { name: "Remove Blue phone" }).click()
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" })
  await dialog.getByRole("button", { name: "Use a passkey" }).click()
  await expect(getToasts(page).getByText("The passkey is removed")).toBeVisible()
  await expect(getPasskeys(page)).toHaveCount(0)
})

test("a super admin sees the deadline for a second factor, and must add a passkey after it", async ({
  page,
  baseURL,
}) => {
  const { id } = await signInOnLocalhost(page, baseURL)
  const db = await connectToDatabase()
  await db.one`insert into user_roles (user_id, role) values (${id}, 'super_admin')`
  await page.goto("/admin")
  await expect(page.getByText("7 days left to add a passkey")).toBeVisible()

  await db.one`update users set factor_due_at = now() where id = ${id}`
  await page.reload()
  await expect(page.getByRole("heading", { name: "Two-step login required" })).toBeVisible()
  await addAuthenticator(page)
  await page.getByRole("link", { name: "Set it up" }).click()
  await clickAddPasskey(page)
  await expect(getPasskeys(page)).toHaveCount(1)
  await page.goto("/admin")
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible()
  // Later tests on this site expect that the demo's super admin is the only one.
  await db.one`delete from user_roles where user_id = ${id}`
})
