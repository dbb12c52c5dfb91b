import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import {
  type BrowserResponse,
  ORIGIN,
  openBrowser,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { openSignedInBrowser } from "../../support/people/members.ts"
import {
  deleteAccount,
  getSignedInUser,
  isSignedIn,
  signOut,
} from "../../support/people/sign-in.ts"
import {
  getLocation,
  getLogInCookie,
  listLogInCookies,
  startGoogle,
} from "../../support/servers/google.ts"

const { db } = await openTestDatabase()
const google = startGoogle()

beforeEach(() => {
  google.claims = { sub: "sub-1", email: "mari@daina.test", email_verified: true }
})

/** Starts a log-in and confirms it at Google. Returns the URL of the callback. */
const confirmAtGoogle = async (browser: TestBrowser, query = {}) =>
  google.confirm(await google.startSignIn(browser, query))

/** Expects a redirect with an error, and this number of log-ins with Google that can still continue. */
async function expectFailure(browser: TestBrowser, response: BrowserResponse, remaining = 0) {
  expect([response.status, getLocation(response)]).toEqual([302, "/login?error=google_failed"])
  expect(await isSignedIn(browser)).toBe(false)
  expect(listLogInCookies(browser)).toHaveLength(remaining)
}

describe("a callback that does not belong to the log-in", () => {
  const changeEnd = (state: string | null) => `${state?.slice(0, -4)}AAAA`
  // A callback with an unknown state may be an attack by another site, so it does not end the log-in that was started.
  test.each<[name: string, remaining: number, breakCallback: (query: URLSearchParams) => void]>([
    ["another state", 1, (query) => query.set("state", "x".repeat(43))],
    [
      "a state with the same beginning",
      0,
      (query) => query.set("state", changeEnd(query.get("state"))),
    ],
    [
      "a state that cannot be a cookie's name",
      1,
      (query) => query.set("state", "a=b; Path=/\r\nx: y"),
    ],
    ["no state", 1, (query) => query.delete("state")],
    ["no code", 0, (query) => query.delete("code")],
    ["a code that was made up", 0, (query) => query.set("code", "made-up")],
  ])("a callback with %s is refused", async (_name, remaining, breakCallback) => {
    const browser = openBrowser()
    const callback = await confirmAtGoogle(browser)
    breakCallback(callback.searchParams)
    await expectFailure(browser, await google.followCallback(browser, callback), remaining)
    expect(await db.many`select from users`).toEqual([])
  })

  test("a callback in a browser that has not started a log-in is refused", async () => {
    const victim = openBrowser()
    await expectFailure(
      victim,
      await google.followCallback(victim, await confirmAtGoogle(openBrowser())),
    )
  })

  test("a callback with the code of another person's log-in is refused", async () => {
    const thief = openBrowser()
    const victimCallback = await confirmAtGoogle(openBrowser())
    const thiefCallback = await confirmAtGoogle(thief)
    thiefCallback.searchParams.set("code", victimCallback.searchParams.get("code") ?? "")
    await expectFailure(thief, await google.followCallback(thief, thiefCallback))
  })

  test("a callback that was already used is refused, even with the cookie of the log-in", async () => {
    const browser = openBrowser()
    const signInStart = await google.startSignIn(browser)
    const { name, value } = getLogInCookie(browser)
    const callback = await google.confirm(signInStart)
    expect(getLocation(await google.followCallback(browser, callback))).toBe("/")
    const otherBrowser = openBrowser()
    otherBrowser.cookies.set(name, value)
    await expectFailure(otherBrowser, await google.followCallback(otherBrowser, callback))
  })

  test("a callback with the state of one tab and the code of another tab is refused", async () => {
    const browser = openBrowser()
    const [first, second] = [await confirmAtGoogle(browser), await confirmAtGoogle(browser)]
    first.searchParams.set("code", second.searchParams.get("code") ?? "")
    await expectFailure(browser, await google.followCallback(browser, first), 1)
    // Google has revoked the code, because it was used with a wrong verifier.
    await expectFailure(browser, await google.followCallback(browser, second))
  })

  test.each(["", "{", "null", "%ff", '{"state":"a"}'])(
    "a callback with the cookie %j is refused",
    async (value) => {
      const browser = openBrowser()
      const callback = await confirmAtGoogle(browser)
      browser.cookies.set(getLogInCookie(browser).name, encodeURIComponent(value))
      await expectFailure(browser, await google.followCallback(browser, callback))
    },
  )
})

describe("an ID token with wrong or missing claims", () => {
  const now = Math.floor(Date.now() / 1000)
  test.each<[claims: Record<string, unknown>]>([
    [{ nonce: "another" }],
    [{ nonce: undefined }],
    [{ aud: "another-client" }],
    [{ aud: ["daina-test", "another-client"] }],
    // The issuer in these tests is the fake server.
    [{ iss: "https://accounts.google.com" }],
    [{ exp: now - 1 }],
    [{ exp: undefined }],
    [{ sub: "" }],
    [{ sub: "x".repeat(256) }],
    [{ email: undefined }],
    [{ email: "a@b.ee\r\nBcc: c@d.ee" }],
    [{ email_verified: undefined }],
    [{ email_verified: 1 }],
  ])("an ID token with %j is refused", async (claims) => {
    Object.assign(google.claims, claims)
    const browser = openBrowser()
    await expectFailure(browser, await google.signIn(browser))
    expect(await db.many`select from users where google_subject <> 'sub-1'`).toEqual([])
  })

  test.each([400, 503])(
    "a log-in fails when Google responds with %i instead of a token",
    async (status) => {
      google.status = status
      const browser = openBrowser()
      await expectFailure(browser, await google.signIn(browser))
      google.status = 200
      expect(getLocation(await google.signIn(browser)), "the next log-in works").toBe("/")
    },
  )

  test("a log-in fails when Google cannot be reached", async () => {
    const browser = openBrowser()
    const callback = await confirmAtGoogle(browser)
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv("GOOGLE_ISSUER", "http://127.0.0.1:9")
    await expectFailure(browser, await google.followCallback(browser, callback))
  })
})

describe("confirming the identity with Google", () => {
  const PROOF = { proof: "1", next: "/lv/profile?delete", language: "lv" }
  const MISMATCH = "/lv/profile?delete=&error=google_mismatch"
  async function makeGoogleMember(options: { remember?: boolean } = {}) {
    const sub = crypto.randomUUID()
    const user = await makeUser(db, { googleSubject: sub, ownsAddress: true })
    const browser = await openSignedInBrowser(db, user.id, { method: "google", ...options })
    await db.one`
      update sessions set authenticated_at = now() - interval '1 day' where user_id = ${user.id}`
    return { ...user, browser, claims: { sub, email: user.email, email_verified: true } }
  }
  const readGoogleSubjects = (email: string) =>
    db.many`select google_subject as subject from users where email = ${email}`
  const deleteAndGetStatus = async (browser: TestBrowser) =>
    (await deleteAccount(browser, {})).status

  test("after a confirmation with the member's Google account, the browser has a new session", async () => {
    const { id, browser, claims } = await makeGoogleMember({ remember: true })
    expect(await deleteAndGetStatus(browser)).toBe(403)
    const before = browser.cookies.get("daina_session")
    google.claims = { ...claims, email: "moved@elsewhere.test", email_verified: false }
    const response = await google.signIn(browser, PROOF)
    expect(getLocation(response)).toBe(PROOF.next)
    expect(browser.cookies.get("daina_session")).not.toBe(before)
    expect(response.headers.getSetCookie().join()).toMatch(/daina_session=[^,]+Max-Age=2592000/)
    expect(browser.cookies.has("daina_google_done"), "no welcome toast follows").toBe(false)
    expect(await getSignedInUser(browser)).toMatchObject({ id })
    expect(await deleteAndGetStatus(browser)).toBe(204)
  })

  test("another Google account does not confirm the identity, opens no session and is not connected", async () => {
    const { id, email, browser, claims } = await makeGoogleMember()
    const otherMember = await makeGoogleMember()
    google.claims = { sub: "a-stranger", email: "stranger@daina.test", email_verified: true }
    for (const wrong of [google.claims, otherMember.claims, { ...claims, sub: "same-address" }]) {
      google.claims = wrong
      expect(getLocation(await google.signIn(browser, PROOF))).toBe(MISMATCH)
      expect(await getSignedInUser(browser)).toMatchObject({ id })
      expect(listLogInCookies(browser)).toEqual([])
    }
    expect(await deleteAndGetStatus(browser)).toBe(403)
    expect(await readGoogleSubjects(email)).toEqual([{ subject: claims.sub }])
    expect(await readGoogleSubjects("stranger@daina.test")).toEqual([])
  })

  test("a member who has not connected Google cannot confirm the identity with Google", async () => {
    const { id, email } = await makeUser(db, { ownsAddress: true })
    google.claims["email"] = email
    const browser = await openSignedInBrowser(db, id)
    expect(getLocation(await google.signIn(browser, PROOF))).toBe(MISMATCH)
    expect(await readGoogleSubjects(email)).toEqual([{ subject: null }])
    expect(await deleteAndGetStatus(browser)).toBe(403)
  })

  test.each<[name: string, changeBrowser: (browser: TestBrowser) => Promise<unknown>]>([
    ["logged out", signOut],
    [
      "replaced by another member in the browser",
      async (browser) => {
        const other = await makeGoogleMember()
        browser.cookies.set("daina_session", other.browser.cookies.get("daina_session") ?? "")
      },
    ],
  ])(
    "the confirmation fails when the member is %s before the callback",
    async (_name, changeBrowser) => {
      const { browser, claims } = await makeGoogleMember()
      google.claims = claims
      const callback = await google.confirm(await google.startSignIn(browser, PROOF))
      await changeBrowser(browser)
      const before = await getSignedInUser(browser)
      expect(getLocation(await google.followCallback(browser, callback))).toBe(MISMATCH)
      expect(await getSignedInUser(browser)).toEqual(before)
    },
  )

  test("a canceled confirmation redirects to the page that required a proof of identity", async () => {
    const { id, browser } = await makeGoogleMember()
    const callback = await google.confirm(await google.startSignIn(browser, PROOF))
    callback.searchParams.delete("code")
    callback.searchParams.set("error", "access_denied")
    const target = getLocation(await google.followCallback(browser, callback))
    expect(target).toBe("/lv/profile?delete=&error=google_failed")
    expect(await getSignedInUser(browser)).toMatchObject({ id })
  })

  test("for an anonymous visitor, confirming the identity with Google is a normal log-in", async () => {
    const browser = openBrowser()
    expect(getLocation(await google.signIn(browser, PROOF))).toBe(PROOF.next)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "/x/..//evil.example"])(
  "no redirect leads to another site for the next parameter %j",
  async (next) => {
    const direct = await google.signIn(openBrowser(), { next, language: "ru" })
    expect(getLocation(direct)).toBe("/ru")

    const browser = openBrowser()
    const signInStart = await google.startSignIn(browser)
    const { name, value } = getLogInCookie(browser)
    const logIn = JSON.parse(decodeURIComponent(value))
    browser.cookies.set(name, encodeURIComponent(JSON.stringify({ ...logIn, next })))
    expect(
      getLocation(await google.followCallback(browser, await google.confirm(signInStart))),
    ).toBe("/")

    google.status = 500
    const target = new URL(getLocation(await google.signIn(openBrowser(), { next })), ORIGIN)
    expect([target.origin, target.pathname]).toEqual([ORIGIN, "/login"])
    expect(target.searchParams.get("next")).toBeNull()
  },
)
