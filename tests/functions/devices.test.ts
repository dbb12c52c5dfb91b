/** Where a member is signed in, and what a session's row or cookie is worth. */
import { afterEach, describe, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import auth from "../../netlify/functions/auth.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeSession, makeUser } from "../factories.ts"
import { browserOf, makeMember } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)

interface Device {
  id: string
  is_current: boolean
}

const list = async (browser: TestBrowser): Promise<Device[]> => {
  const { json } = await browser.call(account, "GET", "/api/account/sessions")
  return Array.isArray(json["sessions"]) ? json["sessions"] : []
}
const idOf = async (browser: TestBrowser) =>
  (await list(browser)).find((device) => device.is_current)?.id ?? ""
const end = (browser: TestBrowser, id: string) =>
  browser.call(account, "DELETE", `/api/account/sessions/${id}`)
const isSignedIn = async (browser: TestBrowser) =>
  (await browser.call(account, "GET", "/api/account")).status === 200

describe("the list", () => {
  test("tells each device's program, way and times, the last used first", async () => {
    const { id } = await makeUser(db)
    const phone = await browserOf(db, id, { method: "google", userAgent: "Phone/1" })
    await db.one`update sessions set last_seen_at = now() - interval '5 minutes'`
    const laptop = await browserOf(db, id, { remember: true })
    const stale = await browserOf(db, id)
    await db.one`update sessions set expires_at = now() where id = ${await idOf(stale)}`

    const [first, second, ...others] = await list(laptop)
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_agent: null,
      method: "password",
      remember: true,
      created_at: expect.stringMatching(/Z$/),
      last_seen_at: expect.stringMatching(/Z$/),
      is_current: true,
    })
    expect(second).toMatchObject({ user_agent: "Phone/1", method: "google", is_current: false })
    expect(others).toEqual([])
    expect(await idOf(phone)).toBe(second?.id)
  })

  test("holds what the browser says of itself, cut where it goes on for ever", async () => {
    const user = await makeUser(db, { password: "tere-mari" })
    const browser = openBrowser()
    const body = { email: user.email, password: "tere-mari" }
    const headers = { "user-agent": `Mozilla/5.0 ${"x".repeat(400)}` }
    await browser.call(auth, "POST", "/api/auth/sign-in", body, headers)
    expect(await list(browser)).toMatchObject([{ user_agent: headers["user-agent"].slice(0, 300) }])
  })

  test("has fifty at the most: the longest unused goes for one more", async () => {
    const { id, email } = await makeUser(db, { password: "tere-mari" })
    const [longest, second] = [await browserOf(db, id), await browserOf(db, id)]
    await db.one`update sessions set last_seen_at = now() - interval '2 days' where user_id = ${id}`
    await db.one`
      update sessions set last_seen_at = now() - interval '1 day' where id = ${await idOf(second)}`
    await db.one`
      insert into sessions (token_hash, user_id, last_seen_at, expires_at)
      select sha256(gen_random_uuid()::text::bytea), ${id}, now() - make_interval(hours => n),
        now() + interval '1 day'
      from generate_series(1, 48) n`
    const { browser: somebodyElse } = await makeMember(db)

    const browser = openBrowser()
    const body = { email, password: "tere-mari" }
    expect((await browser.call(auth, "POST", "/api/auth/sign-in", body)).status).toBe(200)
    expect(await list(browser)).toHaveLength(50)
    expect(await Promise.all([longest, second, browser, somebodyElse].map(isSignedIn))).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  test("of another member's devices nothing is told", async () => {
    await makeMember(db)
    expect(await list((await makeMember(db)).browser)).toHaveLength(1)
  })
})

describe("ending", () => {
  test("one device: it is signed out at once, the others are not", async () => {
    const { id, browser } = await makeMember(db)
    const lost = await browserOf(db, id)
    expect((await end(browser, await idOf(lost))).status).toBe(204)
    const answer = await lost.call(account, "GET", "/api/account")
    expect([answer.status, answer.json["code"]]).toEqual([401, "sign_in_required"])
    expect(await isSignedIn(browser)).toBe(true)
    expect(await list(browser)).toHaveLength(1)
  })

  test("this device blanks its cookies", async () => {
    const { browser } = await makeMember(db)
    const answer = await end(browser, await idOf(browser))
    expect(answer.status).toBe(204)
    expect(browser.cookies.size).toBe(0)
    expect(answer.headers.getSetCookie()[0]).toBe(
      "daina_session=; HttpOnly; Path=/; SameSite=Lax; Max-Age=0",
    )
  })

  test("all others leaves this one alone", async () => {
    const { id, browser } = await makeMember(db)
    const others = [await browserOf(db, id), await browserOf(db, id)]
    const someoneElse = await makeMember(db)
    expect((await browser.call(account, "DELETE", "/api/account/sessions")).status).toBe(204)
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false])
    expect(await isSignedIn(browser)).toBe(true)
    expect(await isSignedIn(someoneElse.browser)).toBe(true)
  })

  test("another member's device, or none, is 404 and ends nothing", async () => {
    const { browser } = await makeMember(db)
    const other = await makeMember(db)
    const ids = [
      await idOf(other.browser),
      "00000000-0000-4000-8000-000000000000",
      "not-an-id",
      "%00",
    ]
    for (const id of ids) {
      const answer = await end(browser, id)
      expect([answer.status, answer.json["code"]], id).toEqual([404, "not_found"])
    }
    expect(await isSignedIn(other.browser)).toBe(true)
  })
})

describe("a row of the table, stolen,", () => {
  test("opens nothing, in whatever form", async () => {
    const { id } = await makeMember(db)
    const row = await db.one<{ id: string; hex: string; base64: string }>`
      select id, encode(token_hash, 'hex') as hex, encode(token_hash, 'base64') as base64
      from sessions where user_id = ${id}`
    const { id: device = "", hex = "", base64 = "" } = row ?? {}
    const forms = [
      device,
      device.replaceAll("-", ""),
      hex,
      `\\x${hex}`,
      base64,
      base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
      Buffer.from(hex, "hex").toString("latin1"),
      encodeURIComponent(Buffer.from(hex, "hex").toString("latin1")),
    ]
    for (const form of forms.filter((text) => !/[\0\r\n]/.test(text))) {
      const thief = openBrowser()
      thief.cookies.set("daina_session", form)
      expect(await isSignedIn(thief), form).toBe(false)
    }
  })
})

describe("a session in use", () => {
  const seen = (id: string) => db.one<{ ago: number }>`
    select round(extract(epoch from now() - last_seen_at))::integer as ago
    from sessions where user_id = ${id}`
  const shift = (id: string, span: string) => db.one`
    update sessions set last_seen_at = now() - ${span}::interval where user_id = ${id}`

  test("is noted every ten minutes, and not before", async () => {
    const { id, browser } = await makeMember(db)
    await shift(id, "9 minutes")
    await isSignedIn(browser)
    expect((await seen(id))?.ago).toBeGreaterThanOrEqual(540)
    await shift(id, "11 minutes")
    await isSignedIn(browser)
    expect((await seen(id))?.ago).toBeLessThan(10)
  })

  test("that has run out writes nothing, is not noted, and counts nothing", async () => {
    const { id, browser } = await makeMember(db)
    await shift(id, "11 minutes")
    await db.one`update sessions set expires_at = now() - interval '1 second' where user_id = ${id}`
    const before = await db.one<{ attempts: number }>`select count(*) as attempts from attempts`
    const body = { marketing_consent: true }
    const answer = await browser.call(account, "PATCH", "/api/account", body)
    expect([answer.status, answer.json["code"]]).toEqual([401, "sign_in_required"])
    expect(await db.one`select count(*) as attempts from attempts`).toEqual(before)
    const row = await db.one`select marketing_consent_at as consent from users where id = ${id}`
    expect(row).toEqual({ consent: null })
  })

  test("that is not remembered slides in the database, and the browser keeps its cookie", async () => {
    const { id, browser } = await makeMember(db)
    await db.one`update sessions set expires_at = now() + interval '10 days' where user_id = ${id}`
    const answer = await browser.call(account, "GET", "/api/account")
    expect(answer.headers.getSetCookie()).toEqual([])
    const row = await db.one<{ days: number }>`
      select extract(day from expires_at - now())::integer as days
      from sessions where user_id = ${id}`
    expect(row?.days).toBeGreaterThanOrEqual(29)
  })
})

describe("over https", () => {
  afterEach(() => {
    delete process.env.SITE_URL
  })

  test("no other host and no page without TLS can set the cookie", async () => {
    process.env.SITE_URL = "https://daina.example"
    const { email } = await makeUser(db, { password: "tere-mari" })
    const browser = openBrowser()
    const body = { email, password: "tere-mari", remember: true }
    const answer = await browser.call(auth, "POST", "/api/auth/sign-in", body)
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-daina_session=[a-z0-9]{40}; HttpOnly; Path=\/; SameSite=Lax; Secure; Max-Age=2592000$/,
    )
    expect(await isSignedIn(browser)).toBe(true)
    const out = await browser.call(auth, "POST", "/api/auth/sign-out", {})
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-daina_session=;.*; Secure; Max-Age=0$/)
  })

  test("a cookie without that prefix is not read", async () => {
    const { id } = await makeUser(db)
    const token = await makeSession(db, id)
    process.env.SITE_URL = "https://daina.example"
    const browser = openBrowser()
    browser.cookies.set("daina_session", token)
    expect(await isSignedIn(browser)).toBe(false)
    browser.cookies.set("__Host-daina_session", token)
    expect(await isSignedIn(browser)).toBe(true)
  })
})
