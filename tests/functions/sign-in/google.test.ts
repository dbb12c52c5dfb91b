/** Log-in with Google: the account that it opens, the session, several tabs, and the request to Google. */
import { createHash } from "node:crypto"
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { ORIGIN, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { mailbox, tokenIn } from "../../support/mailbox.ts"
import { browserOf, makeMember } from "../../support/people/members.ts"
import {
  isSignedIn,
  password,
  resetByMail,
  signIn,
  signUp,
  verifyEmail,
  whoIs,
} from "../../support/people/sign-in.ts"
import {
  googleServer,
  journeyCookies,
  location,
  onlyJourneyCookie,
} from "../../support/servers/google.ts"

const { db } = await openTestDatabase()
const box = mailbox()
const server = googleServer()

let memberCount = 0
let email: string
beforeEach(() => {
  memberCount += 1
  email = `google-${memberCount}@daina.test`
  server.claims = { sub: `sub-${memberCount}`, email, email_verified: true }
})

const signInByGoogle = async (browser = openBrowser(), query = {}) =>
  location(await server.signIn(browser, query))
const googleSubjectsOf = (address: string) => db.value<(string | null)[]>`
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
    const { id } = await makeUser(db, { email: "info@xn--okolaad-pqb.ee", owned: true })
    server.claims["email"] = "info@šokolaad.ee"
    const browser = openBrowser()
    expect(await signInByGoogle(browser)).toBe("/")
    expect(await whoIs(browser)).toMatchObject({ id, email: "info@xn--okolaad-pqb.ee" })
  })

  test("a member gets the same account after their address at Google has changed", async () => {
    const [first, second] = [openBrowser(), openBrowser()]
    await signInByGoogle(first)
    server.claims["email"] = "moved@elsewhere.test"
    await signInByGoogle(second)
    expect(await whoIs(second)).toEqual(await whoIs(first))
    expect(await whoIs(second)).toMatchObject({ email })
    expect(await googleSubjectsOf("moved@elsewhere.test")).toEqual([])
  })

  test("the account of a member who has proven to own the address opens and keeps its password", async () => {
    const { id } = await makeUser(db, { email, password, owned: true })
    server.claims["email"] = email.toUpperCase()
    const browser = openBrowser()
    await signInByGoogle(browser)
    expect(await whoIs(browser)).toEqual({ id, email })
    expect(await googleSubjectsOf(email)).toEqual([server.claims["sub"]])
    expect((await signIn(email)).status).toBe(200)
  })

  test("an account whose address was confirmed in another browser is refused until its member proves to own the address", async () => {
    const { id } = await makeUser(db, { email, password: "planted-password", verified: true })
    const browser = openBrowser()
    const query = { language: "et", next: "/et/profile" }
    expect(await signInByGoogle(browser, query)).toBe(`/et${UNCONFIRMED}&next=%2Fet%2Fprofile`)
    expect(await whoIs(browser)).toBeNull()
    expect(await googleSubjectsOf(email)).toEqual([null])
    await db.one`update users set email_owned_at = now() where id = ${id}`
    expect(await signInByGoogle(browser)).toBe("/")
    expect(await whoIs(browser)).toMatchObject({ id })
  })

  test.each([false, "false"])(
    "an address that Google has not verified (%j) is refused",
    async (verifiedClaim) => {
      const { id } = await makeUser(db, { email, owned: true })
      server.claims["email_verified"] = verifiedClaim
      expect(await signInByGoogle()).toBe("/login?error=google_unverified")
      expect(await googleSubjectsOf(email)).toEqual([null])
      expect(await db.many`select from sessions where user_id = ${id}`).toEqual([])
    },
  )

  test("an account connected to one Google account refuses another Google account with the same email address", async () => {
    await makeUser(db, { email, owned: true, googleSubject: "the-first" })
    expect(await signInByGoogle()).toBe("/login?error=google_mismatch")
    expect(await googleSubjectsOf(email)).toEqual(["the-first"])
  })

  test("concurrent first log-ins by one person open one account", async () => {
    const returns: [TestBrowser, URL][] = []
    for (const browser of [openBrowser(), openBrowser(), openBrowser()]) {
      returns.push([browser, await server.confirm(await server.startSignIn(browser))])
    }
    const answers = await Promise.all(returns.map((callback) => server.followCallback(...callback)))
    expect(answers.map(location)).toEqual(["/", "/", "/"])
    expect(await googleSubjectsOf(email)).toHaveLength(1)
  })
})

/**
 * An attacker may have signed up with another person's address and may still be logged in. Google therefore opens
 * such an account only after its member has proven that they own the address.
 */
describe("an account that was created with a password", () => {
  async function signUpWithPassword() {
    const browser = openBrowser()
    const { json } = await signUp({ email, password, terms: true }, browser)
    return { id: String(Object(json["user"]).id), browser, token: tokenIn(box.lastTo(email)) }
  }
  const proofs = (id: string) => db.one`
    select email_verified_at is not null as verified, email_owned_at is not null as owned
    from users where id = ${id}`
  const PROVEN = { verified: true, owned: true }

  test("the account opens with Google after its emailed link was opened in the logged-in browser", async () => {
    const { id, browser, token } = await signUpWithPassword()
    expect(await signInByGoogle()).toBe(UNCONFIRMED)
    expect((await verifyEmail(token, browser)).status).toBe(200)
    expect(await proofs(id)).toEqual(PROVEN)
    expect(await signInByGoogle()).toBe("/")
  })

  test.each<[who: string, browser: (id: string) => Promise<TestBrowser>]>([
    ["an anonymous visitor", async () => openBrowser()],
    ["another member", async () => (await makeMember(db, { owned: true })).browser],
    [
      "the member, whose session has expired",
      async (id) => {
        const browser = await browserOf(db, id)
        await db.one`update sessions set expires_at = now() where user_id = ${id}`
        return browser
      },
    ],
  ])(
    "the account does not open with Google when the link was opened by %s",
    async (_who, browserFor) => {
      const { id, token } = await signUpWithPassword()
      expect((await verifyEmail(token, await browserFor(id))).status).toBe(200)
      expect(await proofs(id)).toEqual({ verified: true, owned: false })
      expect(await signInByGoogle()).toBe(UNCONFIRMED)
    },
  )

  test("the account opens with Google after a password reset, which ends an attacker's session", async () => {
    const { id, browser: thief } = await signUpWithPassword()
    expect((await resetByMail(box, email, "only-mine")).status).toBe(204)
    expect(await isSignedIn(thief)).toBe(false)
    expect(await proofs(id)).toEqual(PROVEN)
    const browser = openBrowser()
    expect(await signInByGoogle(browser)).toBe("/")
    expect(await whoIs(browser)).toEqual({ id, email })
  })

  test("the address of an account created by Google counts as owned", async () => {
    const browser = openBrowser()
    await signInByGoogle(browser)
    expect(await proofs(Object(await whoIs(browser)).id)).toEqual(PROVEN)
  })
})

describe("the session", () => {
  test("a log-in with Google replaces a planted session", async () => {
    const planted = await browserOf(db, (await makeUser(db)).id)
    const victim = openBrowser()
    victim.cookies.set("daina_session", planted.cookies.get("daina_session") ?? "")
    await signInByGoogle(victim)
    expect(await whoIs(planted)).toBeNull()
    expect(await whoIs(victim)).toMatchObject({ email })
  })

  test.each([
    ["the session ends with the browser by default", {}, false],
    ["the session is remembered if the visitor chooses it", { remember: "1" }, true],
  ])("%s", async (_what, query, isRemembered) => {
    const answer = await server.signIn(openBrowser(), query)
    const session = answer.headers.getSetCookie().find((cookie) => cookie.includes("_session="))
    expect(session?.includes("Max-Age=2592000")).toBe(isRemembered)
  })

  test("after a log-in, the only cookie about Google is the cookie for the welcome toast", async () => {
    const browser = openBrowser()
    const started = await server.startSignIn(browser)
    expect(started.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^daina_google-[\w-]{16}=[^;]+; HttpOnly; Path=\/; SameSite=Lax; Max-Age=600$/,
      ),
    ])
    const first = await server.followCallback(browser, await server.confirm(started))
    const cookies = ["daina_device", "daina_google_done", "daina_session", "daina_signed_in"]
    expect([...browser.cookies.keys()].sort()).toEqual(cookies)
    const greeting = (kind: string) => `daina_google_done=${kind}; Path=/; SameSite=Lax; Max-Age=20`
    expect(first.headers.getSetCookie()).toContain(greeting("new"))
    const second = await server.signIn(browser)
    expect(second.headers.getSetCookie()).toContain(greeting("known"))
  })

  test("over https the cookie of a log-in with Google has the __Host- prefix", async () => {
    vi.stubEnv("SITE_URL", "https://daina.test")
    onTestFinished(() => void vi.unstubAllEnvs())
    const browser = openBrowser()
    const started = await server.startSignIn(browser)
    expect(started.headers.getSetCookie()[0]).toMatch(
      /^__Host-daina_google-[\w-]{16}=[^;]+; HttpOnly;.*; Secure/,
    )
    const callback = await server.confirm(started)
    const victim = openBrowser()
    const { name, value } = onlyJourneyCookie(browser)
    victim.cookies.set(name.replace("__Host-", ""), value)
    expect(location(await server.followCallback(victim, callback))).toBe(
      "/login?error=google_failed",
    )
    expect(location(await server.followCallback(browser, callback))).toBe("/")
    expect(journeyCookies(browser)).toEqual([])
    expect(browser.cookies.has("__Host-daina_session")).toBe(true)
  })
})

describe("in several tabs", () => {
  const startIn = async (browser: TestBrowser, next: string) =>
    server.confirm(await server.startSignIn(browser, { next }))
  const finishIn = async (browser: TestBrowser, callback: URL) =>
    location(await server.followCallback(browser, callback))

  test.each([
    ["the first tab finishes first", [0, 1]],
    ["the second tab finishes first", [1, 0]],
  ] as const)("each tab returns to its own page when %s", async (_order, order) => {
    const browser = openBrowser()
    const pages = ["/news", "/calendar"] as const
    const callbacks = [await startIn(browser, pages[0]), await startIn(browser, pages[1])] as const
    for (const tab of order) {
      expect(await finishIn(browser, callbacks[tab])).toBe(pages[tab])
      expect(await whoIs(browser)).toMatchObject({ email })
    }
    expect(journeyCookies(browser)).toEqual([])
  })

  test("canceling the login in one tab does not end it in the others", async () => {
    const browser = openBrowser()
    const first = await startIn(browser, "/news")
    const second = await startIn(browser, "/calendar")
    first.searchParams.delete("code")
    first.searchParams.set("error", "access_denied")
    expect(await finishIn(browser, first)).toBe("/login?error=google_failed&next=%2Fnews")
    expect(await finishIn(browser, second)).toBe("/calendar")
  })

  test("only the last three tabs can continue, and an older tab is redirected once the member is logged in", async () => {
    const browser = openBrowser()
    const callbacks = []
    for (const page of ["/news", "/teams", "/music", "/calendar"]) {
      callbacks.push(await startIn(browser, page))
    }
    expect(journeyCookies(browser)).toHaveLength(3)
    const [oldest, ...others] = callbacks
    expect(oldest && (await finishIn(browser, oldest))).toBe("/login?error=google_failed")
    expect(others[0] && (await finishIn(browser, others[0]))).toBe("/teams")
    const session = browser.cookies.get("daina_session")
    expect(oldest && (await finishIn(browser, oldest))).toBe("/")
    expect(others[0] && (await finishIn(browser, others[0])), "reloaded").toBe("/")
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
    const hintFor = async (browser: TestBrowser, query = {}) =>
      new URL(location(await server.startSignIn(browser, query))).searchParams.get("login_hint")
    expect(await hintFor(await browserOf(db, user.id), { proof: "1" })).toBe(user.email)
    expect(await hintFor(await browserOf(db, user.id))).toBeNull()
    expect(await hintFor(openBrowser(), { proof: "1" })).toBeNull()
  })

  test("without a client secret the visitor is redirected with an error", async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv("GOOGLE_CLIENT_SECRET", undefined)
    const answer = await server.startSignIn(openBrowser(), { language: "lt", next: "/lt/profile" })
    expect(location(answer)).toBe("/lt/login?error=google_failed&next=%2Flt%2Fprofile")
  })
})

const page = (next: string) => `${ORIGIN}/login?${new URLSearchParams({ next })}`
test.each([
  [
    "to the `next` parameter of the page that contains it",
    page("/profile?delete"),
    "",
    "/profile?delete",
  ],
  ["to its own `next` parameter", page("/profile"), "?next=/news", "/news"],
  ["home from another site's page", "https://evil.example/login?next=/profile", "", "/"],
  ["home from a page that leads to another site", page("/\\evil.example"), "", "/"],
  ["home from a page with too long an address", page(`/${"x".repeat(1000)}`), "", "/"],
  ["home without a valid referer", "next=/profile", "", "/"],
  ["home from a page without a `next` parameter", `${ORIGIN}/login`, "", "/"],
  [
    "home when its own `next` parameter is too long",
    page("/profile"),
    `?next=/${"x".repeat(1000)}`,
    "/",
  ],
])(
  "a Google link pressed before the page's script has loaded leads %s",
  async (_where, referer, query, target) => {
    const browser = openBrowser()
    const path = `/api/auth/google${query}`
    const started = await browser.get(path, { referer })
    expect(location(await server.followCallback(browser, await server.confirm(started)))).toBe(
      target,
    )
  },
)
