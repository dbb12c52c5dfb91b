/** Tests that no log-in to a demo account, whose password is published, is possible on a public site. */
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "../../../db/demo/accounts.ts"
import { loadDemo } from "../../../db/demo/load.ts"
import { recordPublishedPasswords, setRandomPasswords } from "../../../db/demo/passwords.ts"
import { hashPassword } from "../../../netlify/lib/sign-in/password.ts"
import { ORIGIN, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { openSignedInBrowser } from "../../support/people/members.ts"
import { signIn as callSignIn, resetByMail } from "../../support/people/sign-in.ts"
import { getLocation, startGoogle } from "../../support/servers/google.ts"

const { db, ownerUrl } = await openTestDatabase()
const mailbox = startMailbox()
const google = startGoogle()
const LOCAL_SITE_URL = "http://127.0.0.1:4321"
const SUPER_ADMIN_EMAIL = "super@daina.test"

await loadDemo(ownerUrl)
await db.one`create table loaded_users as select id, password_hash, demo_password from users`
beforeEach(async () => {
  process.env.SITE_URL = ORIGIN
  await db.one`delete from users where id not in (select id from loaded_users)`
  await db.one`delete from sessions`
  await db.one`
    update users u set password_hash = l.password_hash, demo_password = l.demo_password,
      google_subject = null
    from loaded_users l where u.id = l.id`
})
afterEach(() => {
  process.env.SITE_URL = ORIGIN
})

async function signIn(email: string, password: string) {
  const browser = openBrowser()
  const headers = { origin: process.env.SITE_URL ?? "" }
  const { status, json } = await callSignIn(email, password, browser, { headers })
  return { status, code: json["code"], cookies: browser.cookies.size }
}

const REFUSED = { status: 403, code: "demo_account", cookies: 0 }
const SIGNED_IN = { status: 200, code: undefined, cookies: 3 }

const readSuperAdminId = async () =>
  (await db.one<{ id: string }>`select id from users where email = ${SUPER_ADMIN_EMAIL}`)?.id ?? ""

const isSignedIn = async (browser: TestBrowser) =>
  (await browser.get("/api/account")).status === 200

describe("on a public site", () => {
  test("the published password is refused, and a wrong password gets the usual refusal", async () => {
    for (const { email } of DEMO_ACCOUNTS) {
      expect(await signIn(email, DEMO_PASSWORD)).toEqual(REFUSED)
    }
    expect((await signIn(SUPER_ADMIN_EMAIL, "wrong-one")).code).toBe("invalid_credentials")
    expect(await db.many`select id from sessions`).toEqual([])
  })

  test("an existing session of a demo account is invalid", async () => {
    const browser = await openSignedInBrowser(db, await readSuperAdminId())
    expect(await isSignedIn(browser)).toBe(false)
    process.env.SITE_URL = LOCAL_SITE_URL
    expect(await isSignedIn(browser)).toBe(true)
  })

  test("a log-in with Google opens no demo account", async () => {
    await db.one`update users set google_subject = 'sub-1' where email = ${SUPER_ADMIN_EMAIL}`
    google.claims = { sub: "sub-1", email: SUPER_ADMIN_EMAIL, email_verified: true }
    const browser = openBrowser()
    expect(getLocation(await google.signIn(browser))).toBe("/login?error=google_failed")
    expect(browser.cookies.size).toBe(0)
  })

  test("a password reset opens no demo account", async () => {
    await resetByMail(mailbox, SUPER_ADMIN_EMAIL, "taken-over")
    expect(await signIn(SUPER_ADMIN_EMAIL, "taken-over")).toEqual(REFUSED)
  })

  test("only members of the demo content are marked as demo accounts", async () => {
    const ordinaryMember = await makeUser(db, { email: "mari@example.ee", password: "tere-mari" })
    const emailsWithoutDemoPassword =
      await db.many`select email::text from users where demo_password is null`
    expect(emailsWithoutDemoPassword).toEqual([{ email: ordinaryMember.email }])
    expect(await signIn(ordinaryMember.email, "tere-mari")).toEqual(SIGNED_IN)
  })

  test("after setRandomPasswords(), demo accounts can log in only with their new passwords", async () => {
    const openSession = await openSignedInBrowser(db, await readSuperAdminId())
    const newAccounts = await setRandomPasswords(ownerUrl, await recordPublishedPasswords(ownerUrl))
    expect(newAccounts.map(({ email }) => email)).toEqual(DEMO_ACCOUNTS.map(({ email }) => email))
    expect(new Set(newAccounts.map(({ password }) => password)).size).toBe(newAccounts.length)
    for (const { email, password } of newAccounts) {
      expect(password.length).toBeGreaterThanOrEqual(24)
      expect(await signIn(email, password)).toEqual(SIGNED_IN)
      expect((await signIn(email, DEMO_PASSWORD)).code).toBe("invalid_credentials")
    }
    expect(await isSignedIn(openSession), "an earlier session has ended").toBe(false)
    expect(await recordPublishedPasswords(ownerUrl)).toEqual([])
  })
})

test("an account counts as a demo account only while it has the published password", async () => {
  const setPassword = async (password: string) =>
    db.one`update users set password_hash = ${await hashPassword(password)} where email = ${SUPER_ADMIN_EMAIL}`
  await setPassword("my-own-one")
  expect(await recordPublishedPasswords(ownerUrl)).toHaveLength(DEMO_ACCOUNTS.length - 1)
  expect(await signIn(SUPER_ADMIN_EMAIL, "my-own-one")).toEqual(SIGNED_IN)
  await setPassword(DEMO_PASSWORD)
  expect(await recordPublishedPasswords(ownerUrl)).toHaveLength(DEMO_ACCOUNTS.length)
  expect(await signIn(SUPER_ADMIN_EMAIL, DEMO_PASSWORD)).toEqual(REFUSED)
})

test("on a local site the published password works", async () => {
  for (const siteUrl of ["http://localhost:4321", LOCAL_SITE_URL, "http://[::1]:4321"]) {
    process.env.SITE_URL = siteUrl
    expect(await signIn(SUPER_ADMIN_EMAIL, DEMO_PASSWORD), siteUrl).toEqual(SIGNED_IN)
  }
})

test("a site without SITE_URL counts as public, with or without Netlify's variable URL", async () => {
  delete process.env.SITE_URL
  process.env.URL = "https://daina.example"
  expect((await signIn(SUPER_ADMIN_EMAIL, DEMO_PASSWORD)).code).toBe("demo_account")
  delete process.env.URL
  expect((await signIn(SUPER_ADMIN_EMAIL, DEMO_PASSWORD)).code).toBe("demo_account")
})
