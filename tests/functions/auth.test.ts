import { beforeAll, describe, expect, test } from "vitest"
import { extendSession } from "../../db/queries/sessions.ts"
import auth from "../../netlify/functions/auth.ts"
import { openBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"

const { owner, app } = testDatabase()
const member = { email: "Mari@daina.test", password: "tere-mari" }

beforeAll(() => makeUser(owner.as(null), member))

const signUp = (body: unknown, browser = openBrowser()) =>
  browser.call(auth, "POST", "/api/auth/sign-up", body)
const signIn = (body: unknown, browser = openBrowser()) =>
  browser.call(auth, "POST", "/api/auth/sign-in", body)

describe("signing up", () => {
  test("creates the account, signs in and stores the consent with its time", async () => {
    const browser = openBrowser()
    const body = {
      email: " new@daina.test ",
      password: "123456",
      terms: true,
      marketing_consent: true,
    }
    const answer = await signUp(body, browser)
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({ user: { email: "new@daina.test" }, role: "user" })

    const session = await browser.call(auth, "GET", "/api/auth/session")
    expect(session.json).toEqual(answer.json)
    const row = await owner.as(null).one<{ hash: string; consent: boolean }>`
      select password_hash as hash, marketing_consent_at is not null as consent
      from users where email = 'new@daina.test'`
    expect(row?.consent).toBe(true)
    expect(row?.hash).toMatch(/^\$argon2id\$/)
  })

  test.each([
    [
      {},
      "credentials_required",
      { email: "required", password: "required", terms: "terms_required" },
    ],
    [{ email: "a@b.ee", terms: true }, "credentials_required", { password: "required" }],
    [
      { email: "a@b.ee", password: "12345", terms: true },
      "invalid",
      { password: "password_too_short" },
    ],
    [{ email: "a@b.ee", password: "123456" }, "invalid", { terms: "terms_required" }],
    [{ email: "a@b.ee", password: "123456", terms: false }, "invalid", { terms: "terms_required" }],
    [{ email: "not mail", password: "123456", terms: true }, "invalid", { email: "invalid_email" }],
    [
      { email: "a@b.ee", password: "1".repeat(201), terms: true },
      "invalid",
      { password: "password_too_long" },
    ],
  ])("refuses %j at the field", async (body, code, errors) => {
    const answer = await signUp(body)
    expect(answer.status).toBe(422)
    expect(answer.json).toMatchObject({ code, errors })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test("refuses an address that has an account, whatever its case", async () => {
    const answer = await signUp({ email: "mARI@daina.test", password: "123456", terms: true })
    expect(answer.status).toBe(409)
    expect(answer.json).toMatchObject({ code: "email_taken", errors: { email: "email_taken" } })
  })

  test("of two at once with one address, one gets the account", async () => {
    const body = { email: "twice@daina.test", password: "123456", terms: true }
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(body)))
    const others = answers.filter(({ status }) => status !== 201)
    expect(others).toHaveLength(7)
    for (const { status, json, headers } of others) {
      expect([status, json["code"]]).toEqual([409, "email_taken"])
      expect(headers.getSetCookie()).toEqual([])
    }
    const held = await owner.as(null).one`
      select (select count(*) from sessions s where s.user_id = u.id) as sessions,
        (select count(*) from mails m where m.user_id = u.id) as mails
      from users u where email = ${body.email}`
    expect(held).toEqual({ sessions: 1, mails: 1 })
  })
})

describe("signing in", () => {
  test("a remembered session lasts 30 days, another ends with the browser", async () => {
    const remembered = await signIn({ ...member, remember: true })
    const [session = "", companion = ""] = remembered.headers.getSetCookie()
    expect(session).toMatch(
      /^daina_session=[a-z0-9]{40}; HttpOnly; Path=\/; SameSite=Lax; Max-Age=2592000$/,
    )
    expect(companion).toBe("daina_signed_in=1; Path=/; SameSite=Lax; Max-Age=2592000")

    const passing = await signIn(member)
    expect(passing.headers.getSetCookie().join()).not.toContain("Max-Age")
  })

  test("over https the cookies are Secure", async () => {
    process.env.SITE_URL = "https://daina.example"
    const answer = await signIn(member)
    delete process.env.SITE_URL
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toContain("; Secure")
  })

  test.each([
    [{ ...member, password: "wrong-one" }, 401, "invalid_credentials"],
    [{ email: "nobody@daina.test", password: "tere-mari" }, 401, "invalid_credentials"],
    [{ email: "mari@daina.test" }, 422, "credentials_required"],
    [{ email: { $ne: "" }, password: { $ne: "" } }, 422, "credentials_required"],
  ])("refuses %j", async (body, status, code) => {
    const answer = await signIn(body)
    expect(answer.status).toBe(status)
    expect(answer.json["code"]).toBe(code)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test("an account without a password cannot be entered with any", async () => {
    const { email } = await makeUser(owner.as(null))
    for (const password of ["null", "undefined", "nobody"]) {
      expect((await signIn({ email, password })).status).toBe(401)
    }
  })

  test("replaces the session that the browser had, so that a planted one gains nothing", async () => {
    const browser = openBrowser()
    await signIn(member, browser)
    const planted = browser.cookies.get("daina_session") ?? ""
    await signIn(member, browser)
    expect(browser.cookies.get("daina_session")).not.toBe(planted)

    const thief = openBrowser()
    thief.cookies.set("daina_session", planted)
    const session = await thief.call(auth, "GET", "/api/auth/session")
    expect(session.json).toEqual({ user: null, role: "user" })
  })
})

describe("a session", () => {
  test("is over after signing out, in the database too", async () => {
    const browser = openBrowser()
    await signIn(member, browser)
    const stolen = browser.cookies.get("daina_session") ?? ""
    const answer = await browser.call(auth, "POST", "/api/auth/sign-out", {})
    expect(answer.status).toBe(204)
    expect(browser.cookies.size).toBe(0)

    browser.cookies.set("daina_session", stolen)
    const session = await browser.call(auth, "GET", "/api/auth/session")
    expect(session.json["user"]).toBeNull()
  })

  test("is stored as a hash that opens nothing", async () => {
    const browser = openBrowser()
    await signIn(member, browser)
    const rows = await owner.as(null).many<{ hash: string }>`
      select encode(token_hash, 'hex') as hash from sessions`
    expect(rows.length).toBeGreaterThan(0)
    for (const { hash } of rows) {
      const thief = openBrowser()
      thief.cookies.set("daina_session", hash)
      expect((await thief.call(auth, "GET", "/api/auth/session")).json["user"]).toBeNull()
    }
  })

  test("slides: used in its second half it is lengthened, and the browser is told", async () => {
    const browser = openBrowser()
    await signIn({ ...member, remember: true }, browser)
    await owner.as(null).one`
      update sessions set expires_at = now() + interval '10 days' where remember`
    const answer = await browser.call(auth, "GET", "/api/auth/session")
    expect(answer.headers.getSetCookie()[0]).toContain("Max-Age=2592000")
    const row = await owner.as(null).one<{ days: number }>`
      select extract(day from max(expires_at) - now())::integer as days from sessions where remember`
    expect(row?.days).toBeGreaterThanOrEqual(29)
  })

  test("that has expired is none, and cannot be lengthened", async () => {
    const browser = openBrowser()
    await signIn(member, browser)
    await owner.as(null).one`update sessions set expires_at = now() - interval '1 second'`
    const rows = await owner.as(null).many<{ hash: string }>`
      select encode(token_hash, 'hex') as hash from sessions`
    for (const { hash } of rows) await extendSession(app.as(null), hash, "2099-01-01T00:00:00Z")
    expect((await browser.call(auth, "GET", "/api/auth/session")).json["user"]).toBeNull()
  })

  test("tells the role", async () => {
    const boss = await makeUser(owner.as(null), { password: "secret-1", role: "super_admin" })
    const answer = await signIn({ email: boss.email, password: "secret-1" })
    expect(answer.json["role"]).toBe("super_admin")
  })
})

describe("writes from elsewhere", () => {
  test.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
  ])("are refused: %j", async (headers) => {
    const browser = openBrowser()
    const answer = await browser.call(auth, "POST", "/api/auth/sign-in", member, headers)
    expect(answer.status).toBe(403)
    expect(answer.json["code"]).toBe("cross_site")
    expect(browser.cookies.size).toBe(0)
  })

  test("a form's content type is not read", async () => {
    const headers = { "content-type": "text/plain" }
    const answer = await openBrowser().call(auth, "POST", "/api/auth/sign-in", member, headers)
    expect(answer.status).toBe(400)
  })
})
