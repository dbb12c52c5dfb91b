import { afterEach, describe, expect, test, vi } from "vitest"
import { extendSession } from "../../../db/queries/accounts/sessions.ts"
import {
  getRows,
  getStatusAndCode,
  openBrowser,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeSession, makeUser } from "../../support/factories.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import { isSignedIn, password, signIn, signOut, signUp } from "../../support/people/sign-in.ts"

const { db, auth: authDb } = await openTestDatabase()
const memberEmail = "Mari@daina.test"
await makeUser(db, { email: memberEmail, password })
afterEach(() => void vi.unstubAllEnvs())

const listDevices = async (browser: TestBrowser) =>
  getRows(await browser.get("/api/account/sessions"), "sessions")
const getCurrentDeviceId = async (browser: TestBrowser) =>
  String((await listDevices(browser)).find((device) => device["is_current"])?.["id"])
const endSession = (browser: TestBrowser, id: string) =>
  browser.send("DELETE", `/api/account/sessions/${id}`)
const openBrowserWithCookie = (value: string) => {
  const browser = openBrowser()
  browser.cookies.set("daina_session", value)
  return browser
}

describe("signing up", () => {
  test("a sign-up creates the account, logs in and stores the consent", async () => {
    const browser = openBrowser()
    const body = { email: " New@Daina.TEST ", password, terms: true, marketing_consent: true }
    const response = await signUp(body, browser)
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({ user: { email: "new@daina.test" }, role: "user" })
    expect((await browser.get("/api/auth/session")).json).toEqual(response.json)
    const row = await db.one`
      select password_hash as hash, marketing_consent_at is not null as consent
      from users where email = 'new@daina.test'`
    expect(row).toEqual({ hash: expect.stringMatching(/^\$argon2id\$/), consent: true })
  })

  const VALID_SIGN_UP = { email: "a@b.ee", password, terms: true }
  test.each([
    [
      {},
      "credentials_required",
      { email: "required", password: "required", terms: "terms_required" },
    ],
    [{ ...VALID_SIGN_UP, password: "12345" }, "invalid", { password: "password_too_short" }],
    [{ ...VALID_SIGN_UP, password: "1".repeat(201) }, "invalid", { password: "password_too_long" }],
    [{ ...VALID_SIGN_UP, terms: false }, "invalid", { terms: "terms_required" }],
    [{ ...VALID_SIGN_UP, email: "not mail" }, "invalid", { email: "invalid_email" }],
  ])(
    "a sign-up with %j is refused with the code %s and the errors %j",
    async (body, code, errors) => {
      const response = await signUp(body)
      expect(response.status).toBe(422)
      expect(response.json).toMatchObject({ code, errors })
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  test.each(["info@šokolaad.ee", "ivan@почта.рф", "r&d@example.org", "a='|{}/?^#%`*!$~@x.ee"])(
    "a member can sign up and log in with the address %s in Unicode and ASCII form",
    async (email) => {
      const [local, domain] = email.split("@")
      const typedForms = [email, `${local}@${domain?.normalize("NFD").toUpperCase()}`]
      const ascii = `${local}@${new URL(`https://${domain}`).hostname}`
      const { status, json } = await signUp({ ...VALID_SIGN_UP, email })
      expect([status, json]).toMatchObject([201, { user: { email: ascii } }])
      for (const variant of [...typedForms, ascii]) {
        expect((await signIn(variant)).json).toMatchObject({ user: { email: ascii } })
        expect((await signUp({ ...VALID_SIGN_UP, email: variant })).json["code"]).toBe(
          "email_taken",
        )
      }
    },
  )

  test("a taken email address is refused in any combination of upper and lower case", async () => {
    const response = await signUp({ ...VALID_SIGN_UP, email: "mARI@daina.test" })
    expect(response.status).toBe(409)
    expect(response.json).toMatchObject({ code: "email_taken", errors: { email: "email_taken" } })
  })

  test("concurrent sign-ups with one address create one account", async () => {
    const responses = await repeatConcurrently(8, () => signUp(VALID_SIGN_UP))
    const refusals = responses.filter(({ status }) => status !== 201)
    expect(refusals.map(getStatusAndCode)).toEqual(Array(7).fill([409, "email_taken"]))
    for (const { headers } of refusals) expect(headers.getSetCookie()).toEqual([])
    const rows = await db.one`
      select (select count(*) from sessions s where s.user_id = u.id) as sessions,
        (select count(*) from mails m where m.user_id = u.id) as mails
      from users u where email = ${VALID_SIGN_UP.email}`
    expect(rows).toEqual({ sessions: 1, mails: 1 })
  })
})

describe("logging in", () => {
  test("a remembered session lasts 30 days, and other sessions end with the browser", async () => {
    const remembered = await signIn(memberEmail, password, openBrowser(), {
      body: { remember: true },
    })
    const [session = "", markerCookie = ""] = remembered.headers.getSetCookie()
    expect(session).toMatch(
      /^daina_session=[a-f0-9]{64}; HttpOnly; Path=\/; SameSite=Lax; Max-Age=2592000$/,
    )
    expect(markerCookie).toBe("daina_signed_in=1; Path=/; SameSite=Lax; Max-Age=2592000")
    const temporary = await signIn(memberEmail)
    expect(temporary.headers.getSetCookie().slice(0, 2).join()).not.toContain("Max-Age")
  })

  test("over https all cookies are Secure and the session cookie has the __Host- prefix", async () => {
    const token = await makeSession(db, (await makeUser(db)).id)
    vi.stubEnv("SITE_URL", "https://daina.example")
    const browser = openBrowser()
    const response = await signIn(memberEmail, password, browser)
    for (const cookie of response.headers.getSetCookie()) expect(cookie).toContain("; Secure")
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-daina_session=[a-f0-9]{64}; HttpOnly/,
    )
    expect(await isSignedIn(browser)).toBe(true)
    const signOutResponse = await signOut(browser)
    expect(signOutResponse.headers.getSetCookie()[0]).toMatch(
      /^__Host-daina_session=;.*; Secure; Max-Age=0$/,
    )

    const otherBrowser = openBrowserWithCookie(token)
    expect(await isSignedIn(otherBrowser), "a cookie without the prefix").toBe(false)
    otherBrowser.cookies.set("__Host-daina_session", token)
    expect(await isSignedIn(otherBrowser)).toBe(true)
  })

  test.each([
    [{ password: "wrong-one" }, 401, "invalid_credentials"],
    [{ email: "nobody@daina.test" }, 401, "invalid_credentials"],
    [{ password: undefined }, 422, "credentials_required"],
    [{ email: { $ne: "" }, password: { $ne: "" } }, 422, "credentials_required"],
  ])("a log-in with %j is refused", async (body, ...refusal) => {
    const response = await signIn(memberEmail, password, openBrowser(), { body })
    expect(getStatusAndCode(response)).toEqual(refusal)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test("an account without a password refuses guessed passwords", async () => {
    const { email } = await makeUser(db)
    for (const guess of ["null", "undefined", "nobody"]) {
      expect((await signIn(email, guess)).status).toBe(401)
    }
  })

  test("a log-in replaces and ends the browser's former session", async () => {
    const browser = openBrowser()
    await signIn(memberEmail, password, browser)
    const formerToken = browser.cookies.get("daina_session") ?? ""
    await signIn(memberEmail, password, browser)
    expect(browser.cookies.get("daina_session")).not.toBe(formerToken)
    expect(await isSignedIn(openBrowserWithCookie(formerToken))).toBe(false)
  })

  test("the session stores the user agent, cut to 300 characters", async () => {
    const { email } = await makeUser(db, { password })
    const browser = openBrowser()
    const headers = { "user-agent": `Mozilla/5.0 ${"x".repeat(400)}` }
    await signIn(email, password, browser, { headers })
    expect(await listDevices(browser)).toMatchObject([
      { user_agent: headers["user-agent"].slice(0, 300) },
    ])
  })

  test("the 51st session of a member ends the session that has been unused for the longest time", async () => {
    const { id, email } = await makeUser(db, { password })
    const [oldest, secondOldest] = [
      await openSignedInBrowser(db, id),
      await openSignedInBrowser(db, id),
    ]
    await db.one`update sessions set last_seen_at = now() - interval '2 days' where user_id = ${id}`
    await db.one`
      update sessions set last_seen_at = now() - interval '1 day' where id = ${await getCurrentDeviceId(secondOldest)}`
    await db.one`
      insert into sessions (token_hash, user_id, last_seen_at, expires_at)
      select sha256(gen_random_uuid()::text::bytea), ${id}, now() - make_interval(hours => n),
        now() + interval '1 day'
      from generate_series(1, 48) n`
    const { browser: otherMember } = await makeMember(db)
    const browser = openBrowser()
    expect((await signIn(email, password, browser)).status).toBe(200)
    expect(await listDevices(browser)).toHaveLength(50)
    const browsers = [oldest, secondOldest, browser, otherMember]
    const areSignedIn = await Promise.all(browsers.map(isSignedIn))
    expect(areSignedIn).toEqual([false, true, true, true])
  })
})

describe("a session", () => {
  test("a log-out ends the session and deletes its cookies", async () => {
    const browser = openBrowser()
    await signIn(memberEmail, password, browser)
    const token = browser.cookies.get("daina_session") ?? ""
    expect((await signOut(browser)).status).toBe(204)
    // The cookie daina_device stays. It identifies a browser in which a member has logged in before.
    expect([...browser.cookies.keys()]).toEqual(["daina_device"])
    expect(await isSignedIn(openBrowserWithCookie(token))).toBe(false)
  })

  test("the stored hash of a session token opens no session", async () => {
    const { id } = await makeMember(db)
    const row = await db.one<{ id: string; hex: string; base64: string }>`
      select id, encode(token_hash, 'hex') as hex, encode(token_hash, 'base64') as base64
      from sessions where user_id = ${id}`
    const { id: device = "", hex = "", base64 = "" } = row ?? {}
    const encodedHashes = [
      device,
      hex,
      `\\x${hex}`,
      base64,
      base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
      Buffer.from(hex, "hex").toString("latin1"),
    ]
    for (const value of encodedHashes.filter((text) => !/[\0\r\n]/.test(text))) {
      expect(await isSignedIn(openBrowserWithCookie(value)), value).toBe(false)
    }
  })

  test.each([true, false])(
    "a session that is used in the second half of its lifetime is extended (remembered: %s)",
    async (remember) => {
      const { id } = await makeUser(db)
      const browser = await openSignedInBrowser(db, id, { remember })
      await db.one`update sessions set expires_at = now() + interval '10 days' where user_id = ${id}`
      const { headers } = await browser.get("/api/auth/session")
      const [cookie = ""] = headers.getSetCookie()
      expect(
        cookie.includes("Max-Age=2592000"),
        "a session that is not remembered still ends with the browser",
      ).toBe(remember)
      const row = await db.one<{ days: number }>`
      select extract(day from expires_at - now())::integer as days
      from sessions where user_id = ${id}`
      expect(row?.days).toBeGreaterThanOrEqual(29)
    },
  )

  const setLastSeen = (id: string, span: string) => db.one`
    update sessions set last_seen_at = now() - ${span}::interval where user_id = ${id}`
  const readLastSeen = (id: string) => db.one<{ seconds_ago: number }>`
    select round(extract(epoch from now() - last_seen_at))::integer as seconds_ago
    from sessions where user_id = ${id}`

  test("the time of a session's last use is stored at most every ten minutes", async () => {
    const { id, browser } = await makeMember(db)
    await setLastSeen(id, "9 minutes")
    await isSignedIn(browser)
    expect((await readLastSeen(id))?.seconds_ago).toBeGreaterThanOrEqual(540)
    await setLastSeen(id, "11 minutes")
    await isSignedIn(browser)
    expect((await readLastSeen(id))?.seconds_ago).toBeLessThan(10)
  })

  test("an expired session changes nothing, counts no attempt, and cannot be extended", async () => {
    const { id, browser } = await makeMember(db)
    const row = await db.one<{ hash: string }>`
      update sessions set expires_at = now() - interval '1 second' where user_id = ${id}
      returning encode(token_hash, 'hex') as hash`
    await extendSession(authDb.as(null), row?.hash ?? "", "2099-01-01T00:00:00Z")
    const countStoredAttempts = () => db.one`select count(*) as attempts from attempts`
    const before = await countStoredAttempts()
    const body = { marketing_consent: true }
    const response = await browser.send("PATCH", "/api/account", body)
    expect(getStatusAndCode(response)).toEqual([401, "sign_in_required"])
    expect(await countStoredAttempts()).toEqual(before)
    const consent = await db.one`select marketing_consent_at as at from users where id = ${id}`
    expect(consent).toEqual({ at: null })
  })
})

describe("the devices of a member", () => {
  test("devices are listed with user agent, method and times, the last used first", async () => {
    const { id } = await makeUser(db)
    const phone = await openSignedInBrowser(db, id, { method: "google", userAgent: "Phone/1" })
    await db.one`update sessions set last_seen_at = now() - interval '5 minutes'`
    const laptop = await openSignedInBrowser(db, id, { remember: true })
    const stale = await openSignedInBrowser(db, id)
    await db.one`update sessions set expires_at = now() where id = ${await getCurrentDeviceId(stale)}`
    await makeMember(db)
    const [first, second, ...otherDevices] = await listDevices(laptop)
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
    expect(otherDevices).toEqual([])
    expect(await getCurrentDeviceId(phone)).toBe(second?.["id"])
  })

  test("a member can end single devices, and ending the current device clears its cookies", async () => {
    const { id, browser } = await makeMember(db)
    const lostDevice = await openSignedInBrowser(db, id)
    expect((await endSession(browser, await getCurrentDeviceId(lostDevice))).status).toBe(204)
    expect(await Promise.all([lostDevice, browser].map(isSignedIn))).toEqual([false, true])
    const response = await endSession(browser, await getCurrentDeviceId(browser))
    expect([response.status, browser.cookies.size]).toEqual([204, 0])
    expect(response.headers.getSetCookie()[0]).toBe(
      "daina_session=; HttpOnly; Path=/; SameSite=Lax; Max-Age=0",
    )
  })

  test("ending all other devices keeps this device and other members' sessions", async () => {
    const { id, browser } = await makeMember(db)
    const otherDevices = [await openSignedInBrowser(db, id), await openSignedInBrowser(db, id)]
    const otherMember = await makeMember(db)
    expect((await browser.send("DELETE", "/api/account/sessions")).status).toBe(204)
    const areSignedIn = await Promise.all(
      [...otherDevices, browser, otherMember.browser].map(isSignedIn),
    )
    expect(areSignedIn).toEqual([false, false, true, true])
  })

  test("another member's device and an unknown device are not found", async () => {
    const { browser } = await makeMember(db)
    const other = await makeMember(db)
    for (const id of [
      await getCurrentDeviceId(other.browser),
      crypto.randomUUID(),
      "not-an-id",
      "%00",
    ]) {
      expect(getStatusAndCode(await endSession(browser, id)), id).toEqual([404, "not_found"])
    }
    expect(await isSignedIn(other.browser)).toBe(true)
  })
})

test("a request with the content type text/plain, which other sites can send, is refused", async () => {
  const headers = { "content-type": "text/plain" }
  expect((await signIn(memberEmail, password, openBrowser(), { headers })).status).toBe(400)
})
