/** Guessing passwords is slow, and slows down nobody but the guesser. */
import { describe, expect, onTestFinished, test } from "vitest"
import account from "../../../netlify/functions/account.ts"
import { countOf, expectHeld, letPass, useUp } from "../../support/attempts.ts"
import { ORIGIN, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeUser, type TestUser } from "../../support/factories.ts"
import { mailbox } from "../../support/mailbox.ts"
import { tally, times } from "../../support/meanwhile.ts"
import { browserOf } from "../../support/people/members.ts"
import { password, resetByMail, signIn, signOut, signUp } from "../../support/people/sign-in.ts"

const { owner, auth: authDb } = testDatabase()
const db = owner.as(null)
const box = mailbox()
const chosen = "a-better-one"

const guess = (email: string, browser = openBrowser()) => signIn(email, "wrong-one", browser)
const ACCOUNT = "sign-in account"
const expectGuarded = (answer: Awaited<ReturnType<typeof signIn>>) =>
  expectHeld(answer, 3600, "account_guarded")

/** A member, and a browser in which they have signed in and out again. */
async function withKnownDevice(): Promise<{ member: TestUser; browser: TestBrowser }> {
  const member = await makeUser(db, { password })
  const browser = openBrowser()
  expect((await signIn(member.email, password, browser)).status).toBe(200)
  await signOut(browser)
  return { member, browser }
}

describe("at one account from one address", () => {
  test("the eleventh try in five minutes is refused, although the password is right", async () => {
    const { email } = await makeUser(db, { password })
    const other = await makeUser(db, { password })
    const browser = openBrowser()
    expect(tally(await times(10, () => guess(email, browser)))).toEqual({ 401: 10 })
    const refused = await signIn(email, password, browser)
    expectHeld(refused, 300)
    expect(refused.headers.getSetCookie()).toEqual([])
    expectHeld(await signIn(email.toUpperCase(), password, openBrowser(browser.ip)), 300)
    // Neither another address nor another account suffers from it.
    expect((await signIn(other.email, password, openBrowser(browser.ip))).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
    await letPass(db, "5 minutes")
    expect((await signIn(email, password, browser)).status).toBe(200)
  })

  test("all addresses of one household's network count as one", async () => {
    const { email } = await makeUser(db, { password })
    await times(10, (index) => guess(email, openBrowser(`2001:db8:1:2::${index}`)))
    expectHeld(await signIn(email, password, openBrowser("2001:db8:1:2:ffff::1")), 300)
    expect((await signIn(email, password, openBrowser("2001:db8:1:3::1"))).status).toBe(200)
  })

  test("a success forgets the failures before it", async () => {
    const { email } = await makeUser(db, { password })
    const browser = openBrowser()
    await times(9, () => guess(email, browser))
    expect((await signIn(email, password, browser)).status).toBe(200)
    expect(tally(await times(10, () => guess(email, browser)))).toEqual({ 401: 10 })
  })

  test("of 50 tries at once ten get through, for an unknown account too, and count nowhere else", async () => {
    const { email } = await makeUser(db, { password })
    for (const tried of [email, "nobody-at-all@daina.test"]) {
      const browser = openBrowser()
      const answers = await times(50, () => guess(tried, browser))
      expect(tally(answers)).toEqual({ 401: 10, 429: 40 })
      expect(await countOf(db, ACCOUNT, tried, "1 hour")).toBe(10)
      expect(await countOf(db, "guess", browser.ip, "5 minutes")).toBe(10)
    }
  })
})

describe("from one address", () => {
  test("at many accounts at once: a hundred tries in five minutes", async () => {
    const { ip } = openBrowser()
    await useUp(db, "guess", ip, 95)
    const answers = await times(10, (n) => guess(`account-${n}@daina.test`, openBrowser(ip)))
    expect(tally(answers)).toEqual({ 401: 5, 429: 5 })
    expectHeld(await guess("another@daina.test", openBrowser(ip)), 300)
    expect((await guess("another@daina.test")).status).toBe(401)
  })

  test("a school signs in and up as often as it likes, each pupil after a mistake", async () => {
    const { ip } = openBrowser()
    const { id } = await makeUser(db, { password })
    const emails = await times(15, async () => (await makeUser(db)).email)
    // One hash serves them all: making each takes longer than the test.
    await db.one`
      update users u set password_hash = m.password_hash from users m
      where m.id = ${id} and u.email = any(${emails}::citext[])`
    await useUp(db, "guess", ip, 80)
    await useUp(db, "sign-up", ip, 44)
    const signedIn = await Promise.all(
      emails.map((email) => signIn(email, password, openBrowser(ip))),
    )
    expect(tally(signedIn)).toEqual({ 200: 15 })
    const signedUp = await times(6, async (index) => {
      const body = { email: `pupil-${index}@daina.test`, password, terms: true }
      const browser = openBrowser(ip)
      await signUp({ ...body, password: "123456" }, browser)
      return signUp(body, browser)
    })
    expect(tally(signedUp)).toEqual({ 201: 6 })
    expect(await countOf(db, "guess", ip, "5 minutes")).toBe(80)
  })
})

describe("at one account", () => {
  test.each([
    ["a member's", async () => (await makeUser(db, { password })).email],
    ["nobody's", async () => "nobody-here@daina.test"],
  ])("from many addresses at once, %s: twenty tries an hour", async (_whose, emailOf) => {
    const email = await emailOf()
    await useUp(db, ACCOUNT, email, 15)
    expect(tally(await times(10, () => guess(email)))).toEqual({ 401: 5, 429: 5 })
    expectGuarded(await guess(email.toUpperCase()))
  })

  test("a new password by mail lets the owner's new browser in, whichever the mail is read in", async () => {
    const { email } = await makeUser(db, { password })
    await useUp(db, ACCOUNT, email, 20)
    const reader = openBrowser()
    expect((await resetByMail(box, email, chosen, reader)).status).toBe(204)
    expect((await signIn(email, chosen)).status).toBe(200)
    await useUp(db, ACCOUNT, email, 20)
    expect((await signIn(email, chosen, reader)).status).toBe(200)
    expectGuarded(await signIn(email, chosen))
  })

  test("a success in between gives the guesser no more tries", async () => {
    const { email } = await makeUser(db, { password })
    await useUp(db, ACCOUNT, email, 19)
    expect((await signIn(email)).status).toBe(200)
    expect((await guess(email)).status).toBe(401)
    expectGuarded(await guess(email))
  })

  test.each([
    ["changing it", "PUT", "/api/account/password", "current_password"],
    ["deleting the account", "DELETE", "/api/account", "password"],
  ])("the old password is guarded alike when %s", async (_what, method, path, field) => {
    const { id, email } = await makeUser(db, { password })
    const strange = await browserOf(db, id)
    const send = (browser: TestBrowser, tried: string) =>
      browser.call(account, method, path, { new_password: chosen, [field]: tried })
    expect((await send(strange, "wrong-one")).status).toBe(422)
    expect(await countOf(db, ACCOUNT, email, "1 hour")).toBe(1)
    await useUp(db, ACCOUNT, email, 19)
    expectGuarded(await send(strange, password))
    const known = openBrowser()
    await db.one`select forget_attempts(${ACCOUNT}, ${email})`
    await signIn(email, password, known)
    await useUp(db, ACCOUNT, email, 20)
    expect((await send(known, password)).status).toBe(204)
    expect(await countOf(db, "guess", known.ip, "5 minutes")).toBe(0)
  })
})

describe("a browser that has signed in before", () => {
  const isKnown = async (email: string, browser: TestBrowser, tried = password) => {
    await db.one`select forget_attempts(${ACCOUNT}, ${email})`
    await useUp(db, ACCOUNT, email, 20)
    return (await signIn(email, tried, browser)).status === 200
  }

  test("signs in while the account is guarded; to every other account it is strange", async () => {
    const { member, browser } = await withKnownDevice()
    expect(await isKnown(member.email, browser)).toBe(true)
    expect(await isKnown(member.email, openBrowser())).toBe(false)
    const { email } = await makeUser(db, { password })
    await useUp(db, ACCOUNT, email, 20)
    expectGuarded(await signIn(email, password, browser))
  })

  test("is held by ten wrong tries of its own in five minutes, not by others at its address", async () => {
    const { member, browser } = await withKnownDevice()
    await useUp(db, "guess", browser.ip, 100)
    await useUp(db, "sign-in", `${member.email} ${browser.ip}`, 10)
    const answers = await times(12, () => guess(member.email, browser))
    expect(tally(answers)).toEqual({ 401: 10, 429: 2 })
    expectHeld(await signIn(member.email, password, browser), 300)
  })

  test("is strange again after 180 days", async () => {
    const { member, browser } = await withKnownDevice()
    await db.one`
      update known_devices set last_used_at = now() - interval '180 days'
      where user_id = ${member.id}`
    expect(await isKnown(member.email, browser)).toBe(false)
    await db.one`select delete_expired_sessions()`
    expect(await db.many`select from known_devices where user_id = ${member.id}`).toEqual([])
  })

  test("is one of ten: an eleventh takes the place of the longest unused", async () => {
    const { member, browser } = await withKnownDevice()
    const others = Array.from({ length: 10 }, () => openBrowser())
    for (const other of others) {
      expect((await signIn(member.email, password, other)).status).toBe(200)
      await db.one`select forget_attempts(${ACCOUNT}, ${member.email})`
    }
    expect(await db.many`select from known_devices where user_id = ${member.id}`).toHaveLength(10)
    expect(await isKnown(member.email, browser)).toBe(false)
    expect(await isKnown(member.email, others[0] ?? browser)).toBe(true)
  })

  test.each<[string, (member: TestUser, here: TestBrowser) => Promise<string>]>([
    [
      "the password is changed",
      async (_member, here) => {
        const body = { current_password: password, new_password: chosen }
        expect((await here.call(account, "PUT", "/api/account/password", body)).status).toBe(204)
        return chosen
      },
    ],
    [
      "it is replaced by mail",
      async ({ email }, here) => {
        await resetByMail(box, email, chosen, here)
        return chosen
      },
    ],
    [
      "all other devices are signed out",
      async (_member, here) => {
        expect((await here.call(account, "DELETE", "/api/account/sessions")).status).toBe(204)
        return password
      },
    ],
  ])("is the only one known when %s in it", async (_when, change) => {
    const { member, browser: elsewhere } = await withKnownDevice()
    const here = openBrowser()
    await signIn(member.email, password, here)
    const now = await change(member, here)
    expect(await isKnown(member.email, elsewhere, now)).toBe(false)
    expect(await isKnown(member.email, here, now)).toBe(true)
  })

  test("stands in the database as a hash alone, for nobody else to read", async () => {
    const { browser } = await withKnownDevice()
    const token = browser.cookies.get("daina_device") ?? ""
    const rows = await db.many<{ row: string }>`select d::text as row from known_devices d`
    for (const form of [token, Buffer.from(token).toString("hex")]) {
      expect(`${rows.map(({ row }) => row)}`).not.toContain(form)
    }
    const other = await makeUser(db)
    expect(await authDb.as({ userId: other.id }).many`select from known_devices`).toEqual([])
  })

  test("has a cookie that scripts cannot read, nor another host set, and that goes with the account", async () => {
    const { member, browser } = await withKnownDevice()
    const attributes = "HttpOnly; Path=/; SameSite=Lax"
    const cookieOf = async () =>
      (await signIn(member.email, password, browser)).headers.getSetCookie()[2]
    expect((await guess(member.email)).headers.getSetCookie()).toEqual([])
    expect(await cookieOf()).toMatch(
      new RegExp(`^daina_device=[\\w-]{43}; ${attributes}; Max-Age=15552000$`),
    )
    await browser.call(account, "DELETE", "/api/account", { password })
    expect([...browser.cookies.keys()]).toEqual([])
    onTestFinished(() => {
      process.env.SITE_URL = ORIGIN
    })
    process.env.SITE_URL = "https://daina.example"
    const { email } = await makeUser(db, { password })
    expect((await signIn(email)).headers.getSetCookie()[2]).toMatch(
      new RegExp(`^__Host-daina_device=[\\w-]{43}; ${attributes}; Secure; Max-Age=15552000$`),
    )
  })
})
