import { describe, expect, onTestFinished, test, vi } from "vitest"
import {
  ageAttempts,
  countAttempts,
  expectRateLimited,
  storeAttempts,
} from "../../support/attempts.ts"
import { openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser, type TestUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { openSignedInBrowser } from "../../support/people/members.ts"
import {
  changePassword,
  deleteAccount,
  password,
  resetByMail,
  signIn,
  signOut,
  signUp,
} from "../../support/people/sign-in.ts"

const { db, auth: authDb } = await openTestDatabase()
const mailbox = startMailbox()
const newPassword = "a-better-one"

const guess = (email: string, browser = openBrowser()) => signIn(email, "wrong-one", browser)
/** Name of the rate limit that counts wrong attempts at one account from all IP addresses together. */
const ACCOUNT_ATTEMPTS = "sign-in account"
/**
 * Expects the refusal of a log-in at a guarded account. An account is guarded after too many wrong attempts: then members
 * can log in only in a known browser, in which they have logged in before.
 */
const expectGuarded = (response: Awaited<ReturnType<typeof signIn>>) =>
  expectRateLimited(response, 3600, "account_guarded")

async function makeMemberWithKnownBrowser(): Promise<{ member: TestUser; browser: TestBrowser }> {
  const member = await makeUser(db, { password })
  const browser = openBrowser()
  expect((await signIn(member.email, password, browser)).status).toBe(200)
  await signOut(browser)
  return { member, browser }
}

describe("attempts at one account from one IP address", () => {
  test("the eleventh attempt in five minutes is refused even with the right password", async () => {
    const { email } = await makeUser(db, { password })
    const other = await makeUser(db, { password })
    const browser = openBrowser()
    await storeAttempts(db, "sign-in", `${email} ${browser.ip}`, 8)
    expect(countByStatus(await repeatConcurrently(2, () => guess(email, browser)))).toEqual({
      401: 2,
    })
    const refused = await signIn(email, password, browser)
    expectRateLimited(refused, 300)
    expect(refused.headers.getSetCookie()).toEqual([])
    expectRateLimited(await signIn(email.toUpperCase(), password, openBrowser(browser.ip)), 300)
    expect((await signIn(other.email, password, openBrowser(browser.ip))).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
    await ageAttempts(db, "5 minutes")
    expect((await signIn(email, password, browser)).status).toBe(200)
  })

  test("attempts from all IPv6 addresses of a network count together", async () => {
    const { email } = await makeUser(db, { password })
    await storeAttempts(db, "sign-in", `${email} 2001:db8:1:2`, 8)
    await repeatConcurrently(2, (index) => guess(email, openBrowser(`2001:db8:1:2::${index}`)))
    expectRateLimited(await signIn(email, password, openBrowser("2001:db8:1:2:ffff::1")), 300)
    expect((await signIn(email, password, openBrowser("2001:db8:1:3::1"))).status).toBe(200)
  })

  test("a successful log-in clears the wrong attempts", async () => {
    const { email } = await makeUser(db, { password })
    const browser = openBrowser()
    const subject = `${email} ${browser.ip}`
    await storeAttempts(db, "sign-in", subject, 9)
    expect((await signIn(email, password, browser)).status).toBe(200)
    expect(await countAttempts(db, "sign-in", subject, "5 minutes")).toBe(0)
    expect((await guess(email, browser)).status).toBe(401)
  })

  test("only ten of 20 concurrent attempts are checked, even for an unknown account", async () => {
    const { email } = await makeUser(db, { password })
    for (const address of [email, "nobody-at-all@daina.test"]) {
      const browser = openBrowser()
      const responses = await repeatConcurrently(20, () => guess(address, browser))
      expect(countByStatus(responses)).toEqual({ 401: 10, 429: 10 })
      expect(await countAttempts(db, ACCOUNT_ATTEMPTS, address, "1 hour")).toBe(10)
      expect(await countAttempts(db, "guess", browser.ip, "5 minutes")).toBe(10)
    }
  })
})

describe("attempts from one IP address", () => {
  test("an IP address may make a hundred wrong attempts at many accounts in five minutes", async () => {
    const { ip } = openBrowser()
    await storeAttempts(db, "guess", ip, 95)
    const responses = await repeatConcurrently(10, (n) =>
      guess(`account-${n}@daina.test`, openBrowser(ip)),
    )
    expect(countByStatus(responses)).toEqual({ 401: 5, 429: 5 })
    expectRateLimited(await guess("another@daina.test", openBrowser(ip)), 300)
    expect((await guess("another@daina.test")).status).toBe(401)
  })

  test("log-ins and sign-ups from one IP address, such as a school's, do not count as guesses", async () => {
    const { ip } = openBrowser()
    const { id } = await makeUser(db, { password })
    const emails = await repeatConcurrently(5, async () => (await makeUser(db)).email)
    // All accounts share one hash, because hashing for each takes longer than the test.
    await db.one`
      update users u set password_hash = m.password_hash from users m
      where m.id = ${id} and u.email = any(${emails}::citext[])`
    await storeAttempts(db, "guess", ip, 80)
    await storeAttempts(db, "sign-up", ip, 47)
    const signedIn = await Promise.all(
      emails.map((email) => signIn(email, password, openBrowser(ip))),
    )
    expect(countByStatus(signedIn)).toEqual({ 200: 5 })
    const signedUp = await repeatConcurrently(3, async (index) => {
      const body = { email: `pupil-${index}@daina.test`, password, terms: true }
      const browser = openBrowser(ip)
      await signUp({ ...body, password: "123456" }, browser)
      return signUp(body, browser)
    })
    expect(countByStatus(signedUp)).toEqual({ 201: 3 })
    expect(await countAttempts(db, "guess", ip, "5 minutes")).toBe(80)
  })
})

describe("attempts at one account", () => {
  test.each([
    ["of a member", async () => (await makeUser(db, { password })).email],
    ["that does not exist", async () => "nobody-here@daina.test"],
  ])(
    "an account %s allows twenty wrong attempts an hour from all IP addresses",
    async (_account, getEmail) => {
      const email = await getEmail()
      await storeAttempts(db, ACCOUNT_ATTEMPTS, email, 15)
      expect(countByStatus(await repeatConcurrently(10, () => guess(email)))).toEqual({
        401: 5,
        429: 5,
      })
      expectGuarded(await guess(email.toUpperCase()))
    },
  )

  test("after a password reset the member can log in from a new browser", async () => {
    const { email } = await makeUser(db, { password })
    await storeAttempts(db, ACCOUNT_ATTEMPTS, email, 20)
    const resetBrowser = openBrowser()
    expect((await resetByMail(mailbox, email, newPassword, resetBrowser)).status).toBe(204)
    expect((await signIn(email, newPassword)).status).toBe(200)
    await storeAttempts(db, ACCOUNT_ATTEMPTS, email, 20)
    expect((await signIn(email, newPassword, resetBrowser)).status).toBe(200)
    expectGuarded(await signIn(email, newPassword))
  })

  test("a log-in of the member does not reset the attempts that a guesser has made", async () => {
    const { email } = await makeUser(db, { password })
    await storeAttempts(db, ACCOUNT_ATTEMPTS, email, 19)
    expect((await signIn(email)).status).toBe(200)
    expect((await guess(email)).status).toBe(401)
    expectGuarded(await guess(email))
  })

  test.each([
    ["changing the password", "PUT", "/api/account/password", "current_password"],
    ["deleting the account", "DELETE", "/api/account", "password"],
  ])(
    "wrong passwords count toward the same limits when %s",
    async (_action, method, path, field) => {
      const { id, email } = await makeUser(db, { password })
      const unknownBrowser = await openSignedInBrowser(db, id)
      const send = (browser: TestBrowser, triedPassword: string) =>
        browser.send(method, path, { new_password: newPassword, [field]: triedPassword })
      expect((await send(unknownBrowser, "wrong-one")).status).toBe(422)
      expect(await countAttempts(db, ACCOUNT_ATTEMPTS, email, "1 hour")).toBe(1)
      await storeAttempts(db, ACCOUNT_ATTEMPTS, email, 19)
      expectGuarded(await send(unknownBrowser, password))
      const knownBrowser = openBrowser()
      await db.one`select delete_attempts(${ACCOUNT_ATTEMPTS}, ${email})`
      await signIn(email, password, knownBrowser)
      await storeAttempts(db, ACCOUNT_ATTEMPTS, email, 20)
      expect((await send(knownBrowser, password)).status).toBe(204)
      expect(await countAttempts(db, "guess", knownBrowser.ip, "5 minutes")).toBe(0)
    },
  )
})

describe("a known browser, in which the member has logged in before", () => {
  /** Returns whether a browser is known: only a known browser can log in to an account that is guarded. */
  const isKnown = async (email: string, browser: TestBrowser, triedPassword = password) => {
    await db.one`select delete_attempts(${ACCOUNT_ATTEMPTS}, ${email})`
    await storeAttempts(db, ACCOUNT_ATTEMPTS, email, 20)
    return (await signIn(email, triedPassword, browser)).status === 200
  }

  test("a known browser can log in to its account while the account is guarded", async () => {
    const { member, browser } = await makeMemberWithKnownBrowser()
    expect(await isKnown(member.email, browser)).toBe(true)
    expect(await isKnown(member.email, openBrowser())).toBe(false)
    const { email } = await makeUser(db, { password })
    await storeAttempts(db, ACCOUNT_ATTEMPTS, email, 20)
    expectGuarded(await signIn(email, password, browser))
  })

  test("a known browser is limited by its own ten wrong attempts", async () => {
    const { member, browser } = await makeMemberWithKnownBrowser()
    await storeAttempts(db, "guess", browser.ip, 100)
    await storeAttempts(db, "sign-in", `${member.email} ${browser.ip}`, 10)
    const responses = await repeatConcurrently(12, () => guess(member.email, browser))
    expect(countByStatus(responses)).toEqual({ 401: 10, 429: 2 })
    expectRateLimited(await signIn(member.email, password, browser), 300)
  })

  test("a browser is no longer known after 180 days without use", async () => {
    const { member, browser } = await makeMemberWithKnownBrowser()
    await db.one`
      update known_devices set last_used_at = now() - interval '180 days'
      where user_id = ${member.id}`
    expect(await isKnown(member.email, browser)).toBe(false)
    await db.one`select delete_expired_rows()`
    expect(await db.many`select from known_devices where user_id = ${member.id}`).toEqual([])
  })

  test("an eleventh known browser replaces the one that has been unused for the longest time", async () => {
    const { member, browser } = await makeMemberWithKnownBrowser()
    const otherBrowsers = Array.from({ length: 10 }, () => openBrowser())
    for (const other of otherBrowsers) {
      expect((await signIn(member.email, password, other)).status).toBe(200)
      await db.one`select delete_attempts(${ACCOUNT_ATTEMPTS}, ${member.email})`
    }
    expect(await db.many`select from known_devices where user_id = ${member.id}`).toHaveLength(10)
    expect(await isKnown(member.email, browser)).toBe(false)
    expect(await isKnown(member.email, otherBrowsers[0] ?? browser)).toBe(true)
  })

  test.each<[string, (member: TestUser, thisBrowser: TestBrowser) => Promise<string>]>([
    [
      "the password is changed",
      async (_member, thisBrowser) => {
        expect((await changePassword(thisBrowser, password, newPassword)).status).toBe(204)
        return newPassword
      },
    ],
    [
      "the password is reset",
      async ({ email }, thisBrowser) => {
        expect((await resetByMail(mailbox, email, newPassword, thisBrowser)).status).toBe(204)
        return newPassword
      },
    ],
    [
      "all other devices are logged out",
      async (_member, thisBrowser) => {
        expect((await thisBrowser.send("DELETE", "/api/account/sessions")).status).toBe(204)
        return password
      },
    ],
  ])("when %s, only the browser of this request stays known", async (_event, change) => {
    const { member, browser: otherBrowser } = await makeMemberWithKnownBrowser()
    const thisBrowser = openBrowser()
    await signIn(member.email, password, thisBrowser)
    const currentPassword = await change(member, thisBrowser)
    expect(await isKnown(member.email, otherBrowser, currentPassword)).toBe(false)
    expect(await isKnown(member.email, thisBrowser, currentPassword)).toBe(true)
  })

  test("the cookie of a known browser is stored only as a hash, which other members cannot read", async () => {
    const { browser } = await makeMemberWithKnownBrowser()
    const token = browser.cookies.get("daina_device") ?? ""
    const rows = await db.many<{ row: string }>`select d::text as row from known_devices d`
    for (const encoded of [token, Buffer.from(token).toString("hex")]) {
      expect(`${rows.map(({ row }) => row)}`).not.toContain(encoded)
    }
    const other = await makeUser(db)
    expect(await authDb.as({ userId: other.id }).many`select from known_devices`).toEqual([])
  })

  test("the cookie of a known browser is HttpOnly, prefixed over https and deleted with the account", async () => {
    const { member, browser } = await makeMemberWithKnownBrowser()
    const attributes = "HttpOnly; Path=/; SameSite=Lax"
    const getDeviceCookie = async (email: string) =>
      (await signIn(email, password, browser)).headers
        .getSetCookie()
        .find((cookie) => cookie.includes("daina_device="))
    expect((await guess(member.email)).headers.getSetCookie()).toEqual([])
    expect(await getDeviceCookie(member.email)).toMatch(
      new RegExp(`^daina_device=[\\w-]{43}; ${attributes}; Max-Age=15552000$`),
    )
    await deleteAccount(browser)
    expect([...browser.cookies.keys()]).toEqual([])
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv("SITE_URL", "https://daina.example")
    const { email } = await makeUser(db, { password })
    expect(await getDeviceCookie(email)).toMatch(
      new RegExp(`^__Host-daina_device=[\\w-]{43}; ${attributes}; Secure; Max-Age=15552000$`),
    )
  })
})
