import { beforeEach, describe, expect, test } from "vitest"
import { openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { runDuringTransaction } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { getToken, startMailbox } from "../../support/mailbox.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import {
  getSignedInUser,
  isSignedIn,
  password,
  resetByMail,
  signIn,
  signUp,
  verifyEmail,
} from "../../support/people/sign-in.ts"
import { getLocation, startGoogle } from "../../support/servers/google.ts"

const { db, ownerUrl } = await openTestDatabase()
const mailbox = startMailbox()
const google = startGoogle()

let memberCount = 0
let email: string
beforeEach(() => {
  memberCount += 1
  email = `google-${memberCount}@daina.test`
  google.claims = { sub: `sub-${memberCount}`, email, email_verified: true }
})

/** Logs in with Google. Returns the path to which the callback redirects. */
const signInByGoogle = async (browser = openBrowser(), query = {}) =>
  getLocation(await google.signIn(browser, query))
const readGoogleSubjects = (address: string) => db.value<(string | null)[]>`
  select coalesce(array_agg(google_subject), '{}') from users where email = ${address}`
/** Path of the redirect if the member has not proven to own the email address of the account. */
const UNCONFIRMED = "/login?error=google_unconfirmed"

describe("the account that Google opens", () => {
  test("a new visitor gets a confirmed account without a password, in their language", async () => {
    const browser = openBrowser()
    expect(await signInByGoogle(browser, { language: "lv" })).toBe("/lv")
    const { json } = await browser.get("/api/account")
    expect(json).toMatchObject({
      email,
      email_verified: true,
      has_password: false,
      has_google: true,
      marketing_consent: false,
      language: "lv",
    })
    const devices = await browser.get("/api/account/sessions")
    expect(devices.json["sessions"]).toMatchObject([{ method: "google", is_current: true }])
    expect(await db.many`select from mails`).toEqual([])
  })

  test("an email address with an internationalized domain opens the account that has its ASCII form", async () => {
    const { id } = await makeUser(db, { email: "info@xn--okolaad-pqb.ee", ownsAddress: true })
    google.claims["email"] = "info@šokolaad.ee"
    const browser = openBrowser()
    expect(await signInByGoogle(browser)).toBe("/")
    expect(await getSignedInUser(browser)).toMatchObject({ id, email: "info@xn--okolaad-pqb.ee" })
  })

  test("a member gets the same account after their address at Google has changed", async () => {
    const [first, second] = [openBrowser(), openBrowser()]
    await signInByGoogle(first)
    google.claims["email"] = "moved@elsewhere.test"
    await signInByGoogle(second)
    expect(await getSignedInUser(second)).toEqual(await getSignedInUser(first))
    expect(await getSignedInUser(second)).toMatchObject({ email })
    expect(await readGoogleSubjects("moved@elsewhere.test")).toEqual([])
  })

  test("Google opens the account of a member who owns the address, and the password stays", async () => {
    const { id } = await makeUser(db, { email, password, ownsAddress: true })
    google.claims["email"] = email.toUpperCase()
    const browser = openBrowser()
    await signInByGoogle(browser)
    expect(await getSignedInUser(browser)).toEqual({ id, email })
    expect(await readGoogleSubjects(email)).toEqual([google.claims["sub"]])
    expect((await signIn(email)).status).toBe(200)
  })

  test("an account whose address was confirmed in another browser is refused", async () => {
    const { id } = await makeUser(db, { email, password: "planted-password", isConfirmed: true })
    const browser = openBrowser()
    const query = { language: "et", next: "/et/profile" }
    expect(await signInByGoogle(browser, query)).toBe(`/et${UNCONFIRMED}&next=%2Fet%2Fprofile`)
    expect(await getSignedInUser(browser)).toBeNull()
    expect(await readGoogleSubjects(email)).toEqual([null])
    await db.one`update users set email_owned_at = now() where id = ${id}`
    expect(await signInByGoogle(browser), "after a proof of owning the address").toBe("/")
    expect(await getSignedInUser(browser)).toMatchObject({ id })
  })

  test.each([false, "false"])(
    "an address that Google has not verified (%j) is refused",
    async (verifiedClaim) => {
      const { id } = await makeUser(db, { email, ownsAddress: true })
      google.claims["email_verified"] = verifiedClaim
      expect(await signInByGoogle()).toBe("/login?error=google_unverified")
      expect(await readGoogleSubjects(email)).toEqual([null])
      expect(await db.many`select from sessions where user_id = ${id}`).toEqual([])
    },
  )

  test("an account connected to one Google account refuses another one with the same address", async () => {
    await makeUser(db, { email, ownsAddress: true, googleSubject: "the-first" })
    expect(await signInByGoogle()).toBe("/login?error=google_mismatch")
    expect(await readGoogleSubjects(email)).toEqual(["the-first"])
  })

  test("concurrent first log-ins by one person create one account", async () => {
    const callbacks: [TestBrowser, URL][] = []
    for (const browser of [openBrowser(), openBrowser(), openBrowser()]) {
      callbacks.push([browser, await google.confirm(await google.startSignIn(browser))])
    }
    const responses = await Promise.all(
      callbacks.map((callback) => google.followCallback(...callback)),
    )
    expect(responses.map(getLocation)).toEqual(["/", "/", "/"])
    expect(await readGoogleSubjects(email)).toHaveLength(1)
  })

  test("a log-in succeeds while a concurrent log-in connects the account", async () => {
    const { id } = await makeUser(db, { email, ownsAddress: true })
    const connect = "update users set google_subject = $1 where id = $2"
    const path = await runDuringTransaction(ownerUrl, [connect, google.claims["sub"], id], () =>
      signInByGoogle(),
    )
    expect(path).toBe("/")
  })
})

/** An attacker may sign up with another person's email address before that person logs in with Google. */
describe("the ownership of an account's email address", () => {
  async function signUpWithPassword() {
    const browser = openBrowser()
    const { json } = await signUp({ email, password, terms: true }, browser)
    return {
      id: String(Object(json["user"]).id),
      browser,
      token: getToken(mailbox.getLastMailTo(email)),
    }
  }
  const readProofs = (id: string) => db.one`
    select email_verified_at is not null as verified, email_owned_at is not null as owned
    from users where id = ${id}`
  const PROVEN = { verified: true, owned: true }

  test("Google opens the account after its emailed link was opened in the logged-in browser", async () => {
    const { id, browser, token } = await signUpWithPassword()
    expect(await signInByGoogle()).toBe(UNCONFIRMED)
    expect((await verifyEmail(token, browser)).status).toBe(200)
    expect(await readProofs(id)).toEqual(PROVEN)
    expect(await signInByGoogle()).toBe("/")
  })

  test.each<[opener: string, openOtherBrowser: (id: string) => Promise<TestBrowser>]>([
    ["an anonymous visitor", async () => openBrowser()],
    ["another member", async () => (await makeMember(db, { ownsAddress: true })).browser],
    [
      "the member, whose session has expired",
      async (id) => {
        const browser = await openSignedInBrowser(db, id)
        await db.one`update sessions set expires_at = now() where user_id = ${id}`
        return browser
      },
    ],
  ])(
    "Google does not open the account when the link was opened by %s",
    async (_opener, openOtherBrowser) => {
      const { id, token } = await signUpWithPassword()
      expect((await verifyEmail(token, await openOtherBrowser(id))).status).toBe(200)
      expect(await readProofs(id)).toEqual({ verified: true, owned: false })
      expect(await signInByGoogle()).toBe(UNCONFIRMED)
    },
  )

  test("Google opens the account after a password reset, which ends an attacker's session", async () => {
    const { id, browser: thief } = await signUpWithPassword()
    expect((await resetByMail(mailbox, email, "only-mine")).status).toBe(204)
    expect(await isSignedIn(thief)).toBe(false)
    expect(await readProofs(id)).toEqual(PROVEN)
    const browser = openBrowser()
    expect(await signInByGoogle(browser)).toBe("/")
    expect(await getSignedInUser(browser)).toEqual({ id, email })
  })

  test("a member whose account was created by a log-in with Google owns its email address", async () => {
    const browser = openBrowser()
    await signInByGoogle(browser)
    expect(await readProofs(Object(await getSignedInUser(browser)).id)).toEqual(PROVEN)
  })
})
