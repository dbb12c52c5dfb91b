/** How long sessions last, who hears of new ones, and what needs a fresh one. */
import { describe, expect, test } from "vitest"
import account from "../../../netlify/functions/account.ts"
import adminUsers from "../../../netlify/functions/admin-users.ts"
import secondFactor from "../../../netlify/functions/second-factor.ts"
import { openBrowser, result, type TestBrowser } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { mailbox } from "../../support/mailbox.ts"
import { browserOf, makeMember } from "../../support/people/members.ts"
import { callPasskeys, registerPasskey, signInByPasskey } from "../../support/people/passkeys.ts"
import { ageSessions, codeOf, makeFactor } from "../../support/people/second-factor.ts"
import { isSignedIn, password, resetByMail, signIn, signUp } from "../../support/people/sign-in.ts"
import { googleServer } from "../../support/servers/google.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const box = mailbox()
const google = googleServer()

const move = (userId: string, column: "created_at" | "last_seen_at", age: string) =>
  column === "created_at"
    ? db.one`update sessions set created_at = now() - ${age}::interval where user_id = ${userId}`
    : db.one`update sessions set last_seen_at = now() - ${age}::interval where user_id = ${userId}`

describe("a session", () => {
  test("that is used ends after 90 days all the same, and its cookie with it", async () => {
    const { id } = await makeUser(db)
    const browser = await browserOf(db, id, { remember: true })
    await move(id, "created_at", "80 days")
    await db.one`update sessions set expires_at = now() + interval '9 days' where user_id = ${id}`
    const { headers } = await browser.call(account, "GET", "/api/account")
    const [, seconds] = /Max-Age=(\d+)/.exec(headers.getSetCookie().join()) ?? []
    expect(Number(seconds) / 86_400).toBeCloseTo(10, 1)
    const left = await db.value<number>`
      select extract(epoch from expires_at - now())::float8 / 86400 from sessions where user_id = ${id}`
    expect(left).toBeCloseTo(10, 1)
    // As long as it may be: nothing is lengthened or sent again.
    const again = await browser.call(account, "GET", "/api/account")
    expect([again.status, again.headers.getSetCookie()]).toEqual([200, []])
    await move(id, "created_at", "90 days 1 second")
    expect(await isSignedIn(browser)).toBe(false)
  })

  test("of a super admin ends after twelve hours without use, of others not", async () => {
    const chief = await makeMember(db, { role: "super_admin" })
    const member = await makeMember(db, { role: "admin" })
    for (const { id, browser } of [chief, member]) {
      await move(id, "last_seen_at", "11 hours 59 minutes")
      expect(await isSignedIn(browser)).toBe(true)
      await move(id, "last_seen_at", "12 hours 1 minute")
    }
    expect(await isSignedIn(chief.browser)).toBe(false)
    expect(await isSignedIn(member.browser)).toBe(true)
  })
})

describe("logging in with a browser that was not known", () => {
  const mailsTo = (email: string) =>
    box.mails
      .filter(({ to }) => to?.some(({ address }) => address === email))
      .map(({ subject }) => subject ?? "")
  const news = (email: string) => mailsTo(email).filter((subject) => /new login/i.test(subject))
  const agent = {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
  }

  test("is told by mail, once for each browser, with its name and the time", async () => {
    const { email } = await makeUser(db, { password })
    const [first, second] = [openBrowser(), openBrowser()]
    await signIn(email, password, first)
    await first.afterwards()
    expect(news(email)).toEqual([])
    for (let i = 0; i < 2; i += 1) {
      await signIn(email, password, second, { headers: agent })
      await second.afterwards()
    }
    expect(news(email)).toHaveLength(1)
    const text = box.lastTo(email).text ?? ""
    expect(text).toContain("Firefox, Linux")
    expect(text).toMatch(/When: .*20\d\d/)
    expect(text).toContain("/profile#security")
  })

  test("in the member's language", async () => {
    const { email, id } = await makeUser(db, { password, language: "lv" })
    await db.one`update users set created_at = now() - interval '2 days' where id = ${id}`
    const browser = openBrowser()
    await signIn(email, password, browser)
    await browser.afterwards()
    expect(mailsTo(email)).toEqual([expect.stringContaining("no jaunas ierīces")])
  })

  test("is not told with signing up, nor in the browser that chose a new password, nor to an address that nobody has confirmed", async () => {
    const email = "newcomer@daina.test"
    const browser = openBrowser()
    await signUp({ email, password, terms: true }, browser)
    const other = openBrowser()
    await signIn(email, password, other)
    await other.afterwards()
    expect(news(email)).toEqual([])
    await resetByMail(box, email, "another-song", browser)
    await signIn(email, "another-song", browser)
    await browser.afterwards()
    expect(news(email)).toEqual([])
    const third = openBrowser()
    await signIn(email, "another-song", third)
    await third.afterwards()
    expect(news(email)).toHaveLength(1)
  })

  test("is told whichever way they came: with a code, a passkey or Google", async () => {
    const member = await makeMember(db, { password, owned: true })
    const { id, email } = member
    await db.one`update users set created_at = now() - interval '2 days' where id = ${id}`
    const { authenticator } = await registerPasskey(member.browser)
    const byPasskey = await signInByPasskey(authenticator)
    await byPasskey.browser.afterwards()
    expect(news(email)).toHaveLength(1)
    google.claims = { sub: `google-${id}`, email, email_verified: true }
    const byGoogle = openBrowser()
    await google.signIn(byGoogle)
    await byGoogle.afterwards()
    expect(news(email)).toHaveLength(2)
  })
})

describe("needs to have shown just now who they are:", () => {
  const TARGET = "00000000-0000-4000-8000-000000000000"
  type Try = (browser: TestBrowser) => ReturnType<TestBrowser["call"]>
  const admin =
    (method: string, path: string, body?: object): Try =>
    (browser) =>
      browser.call(adminUsers, method, `/api/admin/users/${TARGET}${path}`, body)
  const own =
    (method: string, path: string, body?: object): Try =>
    (browser) =>
      browser.call(account, method, `/api/account${path}`, body)

  test.each<[what: string, call: Try]>([
    ["who gives a role", admin("PUT", "/role", { role: "super_admin" })],
    ["who takes one", admin("PUT", "/role", { role: "user" })],
    ["who lets somebody write news", admin("PUT", "/newsroom", { kind: "editor" })],
    ["who takes that", admin("DELETE", "/newsroom")],
    ["who blocks a member", admin("PUT", "/block", { reason: null })],
    ["who unblocks one", admin("DELETE", "/block")],
    ["who deletes a member", admin("DELETE", "")],
    ["who deletes their account", own("DELETE", "", {})],
    ["who changes their email", own("POST", "/email", { email: "new@daina.test" })],
    ["who downloads their data", own("GET", "/export")],
    ["who disconnects Google", own("DELETE", "/google")],
    [
      "who removes a passkey",
      (browser) => callPasskeys(browser, "DELETE", `account/passkeys/${TARGET}`),
    ],
    [
      "who adds a passkey",
      (browser) => callPasskeys(browser, "POST", "account/passkeys/options", {}),
    ],
    [
      "who turns two-step login on",
      (browser) => browser.call(secondFactor, "POST", "/api/account/second-factor", {}),
    ],
    [
      "who turns it off",
      (browser) =>
        browser.call(secondFactor, "DELETE", "/api/account/second-factor", { code: "123456" }),
    ],
  ])("%s", async (_, call) => {
    const options = { role: "super_admin", googleSubject: crypto.randomUUID(), password } as const
    const { id } = await makeUser(db, options)
    const browser = await browserOf(db, id, { method: "google" })
    await ageSessions(db, id, "10 minutes 1 second")
    expect(result(await call(browser))).toEqual([403, "sign_in_again"])
    await ageSessions(db, id, "-1 minute")
    expect((await call(browser)).json["code"]).not.toBe("sign_in_again")
  })

  test("new recovery codes take a code itself", async () => {
    const { id } = await makeUser(db, { password })
    const secret = await makeFactor(db, id)
    const browser = await browserOf(db, id)
    const renew = (body: object) =>
      browser.call(secondFactor, "POST", "/api/account/second-factor/recovery-codes", body)
    expect((await renew({})).status).toBe(422)
    expect((await renew({ code: codeOf(secret) })).status).toBe(200)
  })
})
