import { createHash } from "node:crypto"
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { ORIGIN, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
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
import {
  getJourneyCookie,
  getLocation,
  listJourneyCookies,
  startGoogle,
} from "../../support/servers/google.ts"

const { db } = await openTestDatabase()
const mailbox = startMailbox()
const server = startGoogle()

let memberCount = 0
let email: string
beforeEach(() => {
  memberCount += 1
  email = `google-${memberCount}@daina.test`
  server.claims = { sub: `sub-${memberCount}`, email, email_verified: true }
})

const signInByGoogle = async (browser = openBrowser(), query = {}) =>
  getLocation(await server.signIn(browser, query))
const readGoogleSubjects = (address: string) => db.value<(string | null)[]>`
  select coalesce(array_agg(google_subject), '{}') from users where email = ${address}`
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

  test("an address with an internationalized domain opens the account with its ASCII form", async () => {
    const { id } = await makeUser(db, { email: "info@xn--okolaad-pqb.ee", ownsAddress: true })
    server.claims["email"] = "info@šokolaad.ee"
    const browser = openBrowser()
    expect(await signInByGoogle(browser)).toBe("/")
    expect(await getSignedInUser(browser)).toMatchObject({ id, email: "info@xn--okolaad-pqb.ee" })
  })

  test("a member gets the same account after their address at Google has changed", async () => {
    const [first, second] = [openBrowser(), openBrowser()]
    await signInByGoogle(first)
    server.claims["email"] = "moved@elsewhere.test"
    await signInByGoogle(second)
    expect(await getSignedInUser(second)).toEqual(await getSignedInUser(first))
    expect(await getSignedInUser(second)).toMatchObject({ email })
    expect(await readGoogleSubjects("moved@elsewhere.test")).toEqual([])
  })

  test("the account of a member who has proven to own the address opens and keeps its password", async () => {
    const { id } = await makeUser(db, { email, password, ownsAddress: true })
    server.claims["email"] = email.toUpperCase()
    const browser = openBrowser()
    await signInByGoogle(browser)
    expect(await getSignedInUser(browser)).toEqual({ id, email })
    expect(await readGoogleSubjects(email)).toEqual([server.claims["sub"]])
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
    expect(await signInByGoogle(browser)).toBe("/")
    expect(await getSignedInUser(browser)).toMatchObject({ id })
  })

  test.each([false, "false"])(
    "an address that Google has not verified (%j) is refused",
    async (verifiedClaim) => {
      const { id } = await makeUser(db, { email, ownsAddress: true })
      server.claims["email_verified"] = verifiedClaim
      expect(await signInByGoogle()).toBe("/login?error=google_unverified")
      expect(await readGoogleSubjects(email)).toEqual([null])
      expect(await db.many`select from sessions where user_id = ${id}`).toEqual([])
    },
  )

  test("an account connected to one Google account refuses another Google account with the same email address", async () => {
    await makeUser(db, { email, ownsAddress: true, googleSubject: "the-first" })
    expect(await signInByGoogle()).toBe("/login?error=google_mismatch")
    expect(await readGoogleSubjects(email)).toEqual(["the-first"])
  })

  test("concurrent first log-ins by one person open one account", async () => {
    const returns: [TestBrowser, URL][] = []
    for (const browser of [openBrowser(), openBrowser(), openBrowser()]) {
      returns.push([browser, await server.confirm(await server.startSignIn(browser))])
    }
    const responses = await Promise.all(
      returns.map((callback) => server.followCallback(...callback)),
    )
    expect(responses.map(getLocation)).toEqual(["/", "/", "/"])
    expect(await readGoogleSubjects(email)).toHaveLength(1)
  })
})

/** An attacker may have signed up with another person's address before its owner uses Google. */
describe("an account that was created with a password", () => {
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

  test.each<[who: string, browser: (id: string) => Promise<TestBrowser>]>([
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
    async (_who, openOtherBrowser) => {
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

  test("the address of an account created by Google counts as owned", async () => {
    const browser = openBrowser()
    await signInByGoogle(browser)
    expect(await readProofs(Object(await getSignedInUser(browser)).id)).toEqual(PROVEN)
  })
})

describe("the session", () => {
  test("a log-in with Google replaces a planted session", async () => {
    const planted = await openSignedInBrowser(db, (await makeUser(db)).id)
    const victim = openBrowser()
    victim.cookies.set("daina_session", planted.cookies.get("daina_session") ?? "")
    await signInByGoogle(victim)
    expect(await getSignedInUser(planted)).toBeNull()
    expect(await getSignedInUser(victim)).toMatchObject({ email })
  })

  test.each([
    ["the session ends with the browser by default", {}, false],
    ["the session is remembered if the visitor chooses it", { remember: "1" }, true],
  ])("%s", async (_what, query, isRemembered) => {
    const response = await server.signIn(openBrowser(), query)
    const session = response.headers.getSetCookie().find((cookie) => cookie.includes("_session="))
    expect(session?.includes("Max-Age=2592000")).toBe(isRemembered)
  })

  test("after a log-in, the only cookie about Google is the cookie for the welcome toast", async () => {
    const browser = openBrowser()
    const signInStart = await server.startSignIn(browser)
    expect(signInStart.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^daina_google-[\w-]{16}=[^;]+; HttpOnly; Path=\/; SameSite=Lax; Max-Age=600$/,
      ),
    ])
    const first = await server.followCallback(browser, await server.confirm(signInStart))
    const cookies = ["daina_device", "daina_google_done", "daina_session", "daina_signed_in"]
    expect([...browser.cookies.keys()].sort()).toEqual(cookies)
    const makeGreetingCookie = (kind: string) =>
      `daina_google_done=${kind}; Path=/; SameSite=Lax; Max-Age=20`
    expect(first.headers.getSetCookie()).toContain(makeGreetingCookie("new"))
    const second = await server.signIn(browser)
    expect(second.headers.getSetCookie()).toContain(makeGreetingCookie("known"))
  })

  test("over https the cookie of a log-in with Google has the __Host- prefix", async () => {
    vi.stubEnv("SITE_URL", "https://daina.test")
    onTestFinished(() => void vi.unstubAllEnvs())
    const browser = openBrowser()
    const signInStart = await server.startSignIn(browser)
    expect(signInStart.headers.getSetCookie()[0]).toMatch(
      /^__Host-daina_google-[\w-]{16}=[^;]+; HttpOnly;.*; Secure/,
    )
    const callback = await server.confirm(signInStart)
    const victim = openBrowser()
    const { name, value } = getJourneyCookie(browser)
    victim.cookies.set(name.replace("__Host-", ""), value)
    expect(getLocation(await server.followCallback(victim, callback))).toBe(
      "/login?error=google_failed",
    )
    expect(getLocation(await server.followCallback(browser, callback))).toBe("/")
    expect(listJourneyCookies(browser)).toEqual([])
    expect(browser.cookies.has("__Host-daina_session")).toBe(true)
  })
})

describe("in several tabs", () => {
  const startSignIn = async (browser: TestBrowser, next: string) =>
    server.confirm(await server.startSignIn(browser, { next }))
  const finishSignIn = async (browser: TestBrowser, callback: URL) =>
    getLocation(await server.followCallback(browser, callback))

  test.each([
    ["the first tab finishes first", [0, 1]],
    ["the second tab finishes first", [1, 0]],
  ] as const)("each tab returns to its own page when %s", async (_order, order) => {
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
    expect(listJourneyCookies(browser)).toEqual([])
  })

  test("canceling a login in one tab does not end logins in other tabs", async () => {
    const browser = openBrowser()
    const first = await startSignIn(browser, "/news")
    const second = await startSignIn(browser, "/calendar")
    first.searchParams.delete("code")
    first.searchParams.set("error", "access_denied")
    expect(await finishSignIn(browser, first)).toBe("/login?error=google_failed&next=%2Fnews")
    expect(await finishSignIn(browser, second)).toBe("/calendar")
  })

  test("only the last three tabs can continue", async () => {
    const browser = openBrowser()
    const callbacks = []
    for (const page of ["/news", "/teams", "/music", "/calendar"]) {
      callbacks.push(await startSignIn(browser, page))
    }
    expect(listJourneyCookies(browser)).toHaveLength(3)
    const [oldest, ...laterCallbacks] = callbacks
    expect(oldest && (await finishSignIn(browser, oldest))).toBe("/login?error=google_failed")
    expect(laterCallbacks[0] && (await finishSignIn(browser, laterCallbacks[0]))).toBe("/teams")
    const session = browser.cookies.get("daina_session")
    expect(oldest && (await finishSignIn(browser, oldest))).toBe("/")
    expect(laterCallbacks[0] && (await finishSignIn(browser, laterCallbacks[0])), "reloaded").toBe(
      "/",
    )
    expect(browser.cookies.get("daina_session")).toBe(session)
    expect(server.tokenRequests).toHaveLength(1)
  })
})

describe("the request to Google", () => {
  test("the request names the client and the callback and uses PKCE", async () => {
    await signInByGoogle()
    const request = Object.fromEntries(server.authorizationRequests[0] ?? [])
    expect(request).toMatchObject({
      response_type: "code",
      client_id: "daina-test",
      redirect_uri: "http://daina.test/api/auth/google/callback",
      scope: "openid email",
      code_challenge_method: "S256",
      nonce: expect.stringMatching(/^[\w-]{22}$/),
      state: expect.stringMatching(/^[\w-]{40,}$/),
    })
    expect(server.tokenRequests).toHaveLength(1)
    const [{ authorization, body } = {}] = server.tokenRequests
    const { code_verifier } = Object(body)
    expect(code_verifier).toMatch(/^[\w-]{43,}$/)
    expect(request["code_challenge"]).toBe(
      createHash("sha256").update(String(code_verifier)).digest("base64url"),
    )
    expect(authorization).toBe(`Basic ${btoa("daina-test:daina-secret")}`)
  })

  test("the request suggests the member's address only for a proof of identity", async () => {
    const user = await makeUser(db)
    const getLoginHint = async (browser: TestBrowser, query = {}) =>
      new URL(getLocation(await server.startSignIn(browser, query))).searchParams.get("login_hint")
    expect(await getLoginHint(await openSignedInBrowser(db, user.id), { proof: "1" })).toBe(
      user.email,
    )
    expect(await getLoginHint(await openSignedInBrowser(db, user.id))).toBeNull()
    expect(await getLoginHint(openBrowser(), { proof: "1" })).toBeNull()
  })

  test("without a client secret the visitor is redirected with an error", async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv("GOOGLE_CLIENT_SECRET", undefined)
    const response = await server.startSignIn(openBrowser(), {
      language: "lt",
      next: "/lt/profile",
    })
    expect(getLocation(response)).toBe("/lt/login?error=google_failed&next=%2Flt%2Fprofile")
  })
})

const makeLoginUrl = (next: string) => `${ORIGIN}/login?${new URLSearchParams({ next })}`
test.each([
  [
    "to the `next` parameter of the page that contains it",
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
    "home when its own `next` parameter is too long",
    makeLoginUrl("/profile"),
    `?next=/${"x".repeat(1000)}`,
    "/",
  ],
])(
  "a Google link that is pressed before the page's script has loaded leads %s",
  async (_where, referer, query, target) => {
    const browser = openBrowser()
    const path = `/api/auth/google${query}`
    const signInStart = await browser.get(path, { referer })
    expect(
      getLocation(await server.followCallback(browser, await server.confirm(signInStart))),
    ).toBe(target)
  },
)
