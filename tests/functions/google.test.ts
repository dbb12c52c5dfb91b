/** Signing in with Google: which account it opens, and what is refused. */
import { createHash } from "node:crypto"
import { beforeEach, describe, expect, onTestFinished, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import auth from "../../netlify/functions/auth.ts"
import { ORIGIN, openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { googleServer, location } from "../google.ts"
import { browserOf } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const google = googleServer()

let people = 0
/** Somebody at Google, whom nobody here knows. */
const stranger = () => {
  people += 1
  return { sub: `sub-${people}`, email: `google-${people}@daina.test`, email_verified: true }
}

beforeEach(() => {
  google.claims = stranger()
})

const whoIs = async (browser: TestBrowser) =>
  (await browser.call(auth, "GET", "/api/auth/session")).json["user"]

const usersOf = (email: string) => db.many<{ id: string; subject: string | null }>`
  select id, google_subject as subject from users where email = ${email}`

describe("which account it opens", () => {
  test("somebody new gets one, confirmed, without a password, in their language", async () => {
    const browser = openBrowser()
    const answer = await google.signIn(browser, { language: "lv" })
    expect([answer.status, location(answer)]).toEqual([302, "/lv"])
    const { email } = google.claims
    expect(await whoIs(browser)).toMatchObject({ email })
    const { json } = await browser.call(account, "GET", "/api/account")
    expect(json).toMatchObject({
      email,
      email_verified: true,
      has_password: false,
      has_google: true,
      marketing_consent: false,
      language: "lv",
    })
    const devices = await browser.call(account, "GET", "/api/account/sessions")
    expect(devices.json["sessions"]).toMatchObject([{ method: "google", is_current: true }])
    expect(await db.many`select from mails`).toEqual([])
  })

  test("whoever comes again gets the same one, although the address at Google has changed", async () => {
    const first = openBrowser()
    await google.signIn(first)
    const { email } = google.claims
    Object.assign(google.claims, { email: "moved@elsewhere.test" })
    const second = openBrowser()
    await google.signIn(second)
    expect(await whoIs(second)).toEqual(await whoIs(first))
    expect(await whoIs(second)).toMatchObject({ email })
    expect(await usersOf("moved@elsewhere.test")).toEqual([])
  })

  test("an address that is its holder's own leads to its account, which keeps its password", async () => {
    const { id, email } = await makeUser(db, { password: "tere-mari", owned: true })
    Object.assign(google.claims, { email: email.toUpperCase() })
    const browser = openBrowser()
    await google.signIn(browser)
    expect(await whoIs(browser)).toMatchObject({ id, email })
    expect(await usersOf(email)).toEqual([{ id, subject: google.claims["sub"] }])
    const body = { email, password: "tere-mari" }
    expect((await openBrowser().call(auth, "POST", "/api/auth/sign-in", body)).status).toBe(200)
  })

  test("an address that is not is refused, until it is", async () => {
    const { id, email } = await makeUser(db, { password: "planted-password", verified: true })
    Object.assign(google.claims, { email })
    const browser = openBrowser()
    const refused = await google.signIn(browser, { language: "et", next: "/et/profile" })
    expect(location(refused)).toBe("/et/login?error=google_unconfirmed&next=%2Fet%2Fprofile")
    expect(await whoIs(browser)).toBeNull()
    expect(await usersOf(email)).toEqual([{ id, subject: null }])

    await db.one`update users set email_owned_at = now() where id = ${id}`
    expect(location(await google.signIn(browser))).toBe("/")
    expect(await whoIs(browser)).toMatchObject({ id })
  })

  test.each([false, "false"])(
    "an address that Google has not verified (%j) is refused",
    async (says) => {
      const { id, email } = await makeUser(db, { owned: true })
      Object.assign(google.claims, { email, email_verified: says })
      const browser = openBrowser()
      expect(location(await google.signIn(browser))).toBe("/login?error=google_unverified")
      expect(await whoIs(browser)).toBeNull()
      expect(await usersOf(email)).toEqual([{ id, subject: null }])
      expect(await db.many`select from sessions where user_id = ${id}`).toEqual([])
    },
  )

  test("an account linked to one Google account does not open to another of its address", async () => {
    const { id, email } = await makeUser(db, { owned: true, googleSubject: "the-first" })
    Object.assign(google.claims, { email })
    const browser = openBrowser()
    expect(location(await google.signIn(browser))).toBe("/login?error=google_mismatch")
    expect(await usersOf(email)).toEqual([{ id, subject: "the-first" }])
  })

  test("of two at once who are new and the same, both are signed in to one account", async () => {
    const browsers = [openBrowser(), openBrowser(), openBrowser()]
    const returns: URL[] = []
    for (const browser of browsers) returns.push(await google.confirm(await google.leave(browser)))
    const answers = await Promise.all(
      browsers.map((browser, index) => google.comeBack(browser, returns[index] ?? new URL("x:"))),
    )
    expect(answers.map(location)).toEqual(["/", "/", "/"])
    expect(await usersOf(String(google.claims["email"]))).toHaveLength(1)
  })
})

describe("the session", () => {
  test("replaces one that was planted in the browser", async () => {
    const { id } = await makeUser(db)
    const planted = await browserOf(db, id)
    const victim = openBrowser()
    victim.cookies.set("daina_session", planted.cookies.get("daina_session") ?? "")
    await google.signIn(victim)
    expect(victim.cookies.get("daina_session")).not.toBe(planted.cookies.get("daina_session"))
    expect(await whoIs(planted)).toBeNull()
    expect(await whoIs(victim)).toMatchObject({ email: google.claims["email"] })
  })

  test.each([
    ["ends with the browser", {}, false],
    ["lasts when asked to", { remember: "1" }, true],
  ])("%s", async (_what, query, lasts) => {
    const answer = await google.signIn(openBrowser(), query)
    const session = answer.headers.getSetCookie().find((cookie) => cookie.includes("_session="))
    expect(session?.includes("Max-Age=2592000")).toBe(lasts)
  })

  test("nothing of the journey stays in the browser but a greeting", async () => {
    const browser = openBrowser()
    const left = await google.leave(browser)
    expect(left.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^daina_google=[^;]+; HttpOnly; Path=\/; SameSite=Lax; Max-Age=600$/),
    ])
    const first = await google.comeBack(browser, await google.confirm(left))
    const kept = ["daina_google_done", "daina_session", "daina_signed_in"]
    expect([...browser.cookies.keys()].sort()).toEqual(kept)
    const greeting = (who: string) => `daina_google_done=${who}; Path=/; SameSite=Lax; Max-Age=20`
    expect(first.headers.getSetCookie()).toContain(greeting("new"))
    const second = await google.signIn(browser)
    expect(second.headers.getSetCookie()).toContain(greeting("known"))
  })

  test("over https no other host can set what is kept of the journey", async () => {
    process.env.SITE_URL = "https://daina.test"
    onTestFinished(() => {
      process.env.SITE_URL = ORIGIN
    })
    const browser = openBrowser()
    const left = await google.leave(browser)
    expect(left.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-daina_google=[^;]+; HttpOnly; Path=\/; SameSite=Lax; Max-Age=600; Secure$/,
      ),
    ])
    const back = await google.confirm(left)
    const victim = openBrowser()
    victim.cookies.set("daina_google", browser.cookies.get("__Host-daina_google") ?? "")
    expect(location(await google.comeBack(victim, back))).toBe("/login?error=google_failed")
    expect(location(await google.comeBack(browser, back))).toBe("/")
    expect(browser.cookies.has("__Host-daina_google")).toBe(false)
    expect(browser.cookies.has("__Host-daina_session")).toBe(true)
  })
})

describe("what is asked of Google", () => {
  test("names us and the way back, and proves that whoever asks also trades the code", async () => {
    await google.signIn(openBrowser())
    const asked = Object.fromEntries(google.visits[0] ?? [])
    expect(asked).toMatchObject({
      response_type: "code",
      client_id: "daina-test",
      redirect_uri: "http://daina.test/api/auth/google/callback",
      scope: "openid email",
      code_challenge_method: "S256",
      nonce: expect.stringMatching(/^[\w-]{22}$/),
      state: expect.stringMatching(/^[\w-]{40,}$/),
    })
    expect(google.trades).toHaveLength(1)
    const [{ authorization, body } = {}] = google.trades
    expect(body).toMatchObject({ code_verifier: expect.stringMatching(/^[\w-]{43,}$/) })
    const { code_verifier } = Object(body)
    expect(asked["code_challenge"]).toBe(
      createHash("sha256").update(String(code_verifier)).digest("base64url"),
    )
    expect(authorization).toBe(`Basic ${btoa("daina-test:daina-secret")}`)
  })

  test("suggests the address of the member who is to prove themself, and else none", async () => {
    const { id, email } = await makeUser(db)
    const hintFor = async (browser: TestBrowser, query = {}) =>
      new URL(location(await google.leave(browser, query))).searchParams.get("login_hint")
    expect(await hintFor(await browserOf(db, id), { proof: "1" })).toBe(email)
    expect(await hintFor(await browserOf(db, id))).toBeNull()
    expect(await hintFor(openBrowser(), { proof: "1" })).toBeNull()
  })

  test("is nothing where Google is not set up", async () => {
    const { GOOGLE_CLIENT_SECRET } = process.env
    delete process.env.GOOGLE_CLIENT_SECRET
    onTestFinished(() => {
      process.env.GOOGLE_CLIENT_SECRET = GOOGLE_CLIENT_SECRET
    })
    const answer = await google.leave(openBrowser(), { language: "lt", next: "/lt/profile" })
    expect(location(answer)).toBe("/lt/login?error=google_failed&next=%2Flt%2Fprofile")
  })
})
