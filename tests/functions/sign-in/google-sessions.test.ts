import { createHash } from "node:crypto"
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { ORIGIN, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { openSignedInBrowser } from "../../support/people/members.ts"
import { getSignedInUser } from "../../support/people/sign-in.ts"
import {
  getLocation,
  getLogInCookie,
  listLogInCookies,
  startGoogle,
} from "../../support/servers/google.ts"

const { db } = await openTestDatabase()
startMailbox()
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
describe("the session", () => {
  test("a log-in with Google ends the session whose cookie an attacker planted in the browser", async () => {
    const attacker = await openSignedInBrowser(db, (await makeUser(db)).id)
    const victim = openBrowser()
    victim.cookies.set("daina_session", attacker.cookies.get("daina_session") ?? "")
    await signInByGoogle(victim)
    expect(await getSignedInUser(attacker)).toBeNull()
    expect(await getSignedInUser(victim)).toMatchObject({ email })
  })

  test.each([
    ["the session ends with the browser by default", {}, false],
    ["the session is remembered if the visitor chooses it", { remember: "1" }, true],
  ])("%s", async (_title, query, isRemembered) => {
    const response = await google.signIn(openBrowser(), query)
    const session = response.headers.getSetCookie().find((cookie) => cookie.includes("_session="))
    expect(session?.includes("Max-Age=2592000")).toBe(isRemembered)
  })

  test("a log-in with Google replaces its cookie with a short-lived cookie for the welcome toast", async () => {
    const browser = openBrowser()
    const signInStart = await google.startSignIn(browser)
    expect(signInStart.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^daina_google-[\w-]{16}=[^;]+; HttpOnly; Path=\/; SameSite=Lax; Max-Age=600$/,
      ),
    ])
    const first = await google.followCallback(browser, await google.confirm(signInStart))
    const cookies = ["daina_device", "daina_google_done", "daina_session", "daina_signed_in"]
    expect([...browser.cookies.keys()].sort()).toEqual(cookies)
    const makeGreetingCookie = (kind: string) =>
      `daina_google_done=${kind}; Path=/; SameSite=Lax; Max-Age=20`
    expect(first.headers.getSetCookie()).toContain(makeGreetingCookie("new"))
    const second = await google.signIn(browser)
    expect(second.headers.getSetCookie()).toContain(makeGreetingCookie("known"))
  })

  test("over https the cookie of a log-in with Google has the __Host- prefix", async () => {
    vi.stubEnv("SITE_URL", "https://daina.test")
    onTestFinished(() => void vi.unstubAllEnvs())
    const browser = openBrowser()
    const signInStart = await google.startSignIn(browser)
    expect(signInStart.headers.getSetCookie()[0]).toMatch(
      /^__Host-daina_google-[\w-]{16}=[^;]+; HttpOnly;.*; Secure/,
    )
    const callback = await google.confirm(signInStart)
    const victim = openBrowser()
    const { name, value } = getLogInCookie(browser)
    victim.cookies.set(name.replace("__Host-", ""), value)
    expect(getLocation(await google.followCallback(victim, callback))).toBe(
      "/login?error=google_failed",
    )
    expect(getLocation(await google.followCallback(browser, callback))).toBe("/")
    expect(listLogInCookies(browser)).toEqual([])
    expect(browser.cookies.has("__Host-daina_session")).toBe(true)
  })
})

describe("log-ins in several tabs", () => {
  const startSignIn = async (browser: TestBrowser, next: string) =>
    google.confirm(await google.startSignIn(browser, { next }))
  const finishSignIn = async (browser: TestBrowser, callback: URL) =>
    getLocation(await google.followCallback(browser, callback))

  test.each([
    ["the first tab finishes first", [0, 1]],
    ["the second tab finishes first", [1, 0]],
  ] as const)("each tab returns to its own page when %s", async (_title, order) => {
    const browser = openBrowser()
    const pages = ["/news", "/calendar"] as const
    const callbacks = [
      await startSignIn(browser, pages[0]),
      await startSignIn(browser, pages[1]),
    ] as const
    for (const tab of order) {
      expect(await finishSignIn(browser, callbacks[tab])).toBe(pages[tab])
      expect(await getSignedInUser(browser)).toMatchObject({ email })
    }
    expect(listLogInCookies(browser)).toEqual([])
  })

  test("canceling a log-in in one tab does not end log-ins in other tabs", async () => {
    const browser = openBrowser()
    const first = await startSignIn(browser, "/news")
    const second = await startSignIn(browser, "/calendar")
    first.searchParams.delete("code")
    first.searchParams.set("error", "access_denied")
    expect(await finishSignIn(browser, first)).toBe("/login?error=google_failed&next=%2Fnews")
    expect(await finishSignIn(browser, second)).toBe("/calendar")
  })

  test("only the three log-ins that were started last can continue", async () => {
    const browser = openBrowser()
    const callbacks = []
    for (const page of ["/news", "/teams", "/music", "/calendar"]) {
      callbacks.push(await startSignIn(browser, page))
    }
    expect(listLogInCookies(browser)).toHaveLength(3)
    const [oldest, second] = callbacks as [URL, URL, ...URL[]]
    expect(await finishSignIn(browser, oldest)).toBe("/login?error=google_failed")
    expect(await finishSignIn(browser, second)).toBe("/teams")
    const session = browser.cookies.get("daina_session")
    expect(await finishSignIn(browser, oldest), "when already logged in").toBe("/")
    expect(await finishSignIn(browser, second), "after a reload of the callback").toBe("/")
    expect(browser.cookies.get("daina_session")).toBe(session)
    expect(google.tokenRequests).toHaveLength(1)
  })
})

describe("the request to Google", () => {
  test("the request contains the client and the callback, and uses PKCE", async () => {
    await signInByGoogle()
    const request = Object.fromEntries(google.authorizationRequests[0] ?? [])
    expect(request).toMatchObject({
      response_type: "code",
      client_id: "daina-test",
      redirect_uri: "http://daina.test/api/auth/google/callback",
      scope: "openid email",
      code_challenge_method: "S256",
      nonce: expect.stringMatching(/^[\w-]{22}$/),
      state: expect.stringMatching(/^[\w-]{40,}$/),
    })
    expect(google.tokenRequests).toHaveLength(1)
    const [{ authorization, body } = {}] = google.tokenRequests
    const { code_verifier } = Object(body)
    expect(code_verifier).toMatch(/^[\w-]{43,}$/)
    expect(request["code_challenge"]).toBe(
      createHash("sha256").update(String(code_verifier)).digest("base64url"),
    )
    expect(authorization).toBe(`Basic ${btoa("daina-test:daina-secret")}`)
  })

  test("the request contains the member's email address only for a proof of identity", async () => {
    const user = await makeUser(db)
    const getLoginHint = async (browser: TestBrowser, query = {}) =>
      new URL(getLocation(await google.startSignIn(browser, query))).searchParams.get("login_hint")
    expect(await getLoginHint(await openSignedInBrowser(db, user.id), { proof: "1" })).toBe(
      user.email,
    )
    expect(await getLoginHint(await openSignedInBrowser(db, user.id))).toBeNull()
    expect(await getLoginHint(openBrowser(), { proof: "1" })).toBeNull()
  })

  test("without a client secret the visitor is redirected with an error", async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv("GOOGLE_CLIENT_SECRET", undefined)
    const response = await google.startSignIn(openBrowser(), {
      language: "lt",
      next: "/lt/profile",
    })
    expect(getLocation(response)).toBe("/lt/login?error=google_failed&next=%2Flt%2Fprofile")
  })
})

const makeLoginUrl = (next: string) => `${ORIGIN}/login?${new URLSearchParams({ next })}`
test.each([
  [
    "to the `next` parameter of the page that contains the link",
    makeLoginUrl("/profile?delete"),
    "",
    "/profile?delete",
  ],
  ["to its own `next` parameter", makeLoginUrl("/profile"), "?next=/news", "/news"],
  ["home from another site's page", "https://evil.example/login?next=/profile", "", "/"],
  ["home from a page that leads to another site", makeLoginUrl("/\\evil.example"), "", "/"],
  ["home from a page with too long an address", makeLoginUrl(`/${"x".repeat(1000)}`), "", "/"],
  ["home without a valid referer", "next=/profile", "", "/"],
  ["home from a page without a `next` parameter", `${ORIGIN}/login`, "", "/"],
  [
    "home when the link's `next` parameter is too long",
    makeLoginUrl("/profile"),
    `?next=/${"x".repeat(1000)}`,
    "/",
  ],
])(
  "a Google link that is pressed before the page's script has loaded leads %s",
  async (_target, referer, query, target) => {
    const browser = openBrowser()
    const path = `/api/auth/google${query}`
    const signInStart = await browser.get(path, { referer })
    expect(
      getLocation(await google.followCallback(browser, await google.confirm(signInStart))),
    ).toBe(target)
  },
)
