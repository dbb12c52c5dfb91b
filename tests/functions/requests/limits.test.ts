import { describe, expect, test } from "vitest"
import { deleteDueAccountsAndFiles } from "../../../netlify/lib/sign-in/account-deletion.ts"
import {
  addToDailyCount,
  ageAttempts,
  countAttempts,
  expectRateLimited,
  storeAttempts,
} from "../../support/attempts.ts"
import { openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import {
  countByStatus,
  repeatConcurrently,
  runDuringTransaction,
} from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeSession, makeUser } from "../../support/factories.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import {
  signUp as callSignUp,
  changePassword,
  deleteAccount,
  password,
  requestPasswordReset,
  requestVerification,
  resetPassword,
  signIn,
} from "../../support/people/sign-in.ts"

const { db, authUrl } = await openTestDatabase()

describe("signing up", () => {
  const signUp = (email: string, browser = openBrowser()) =>
    callSignUp({ email, password, terms: true }, browser)

  test("an IP address can open fifty accounts an hour, even concurrently", async () => {
    const browser = openBrowser()
    await storeAttempts(db, "sign-up", browser.ip, 45)
    const responses = await repeatConcurrently(8, (index) =>
      signUp(`crowd-${index}@daina.test`, browser),
    )
    expect(countByStatus(responses)).toEqual({ 201: 5, 429: 3 })
    const refused = await signUp("late@daina.test", browser)
    expectRateLimited(refused, 3600)
    expect(refused.headers.getSetCookie()).toEqual([])
    expect((await signUp("late@daina.test")).status).toBe(201)
    await ageAttempts(db, "1 hour")
    expect((await signUp("later@daina.test", browser)).status).toBe(201)
  })

  test("sign-ups that open no account do not count toward the limit", async () => {
    const { email } = await makeUser(db)
    const browser = openBrowser()
    await storeAttempts(db, "sign-up", browser.ip, 49)
    const body = { email: "new-one@daina.test", password: "123456", terms: true }
    expect((await callSignUp(body, browser)).status).toBe(422)
    expect((await signUp(email, browser)).status).toBe(409)
    // One of two concurrent sign-ups fails only when it stores the account.
    const responses = await repeatConcurrently(2, () =>
      signUp("at-once@daina.test", openBrowser(browser.ip)),
    )
    expect(countByStatus(responses)[201]).toBe(1)
    await ageAttempts(db, "1 hour")
    const concurrent = await repeatConcurrently(2, () =>
      signUp("again-at-once@daina.test", browser),
    )
    expect(countByStatus(concurrent)).toEqual({ 201: 1, 409: 1 })
    expect(await countAttempts(db, "sign-up", browser.ip, "1 hour")).toBe(1)
  })

  test("sign-ups with a taken email address count toward the limit of guessing accounts", async () => {
    const { email } = await makeUser(db)
    const browser = openBrowser()
    await storeAttempts(db, "guess", browser.ip, 95)
    expect(countByStatus(await repeatConcurrently(7, () => signUp(email, browser)))).toEqual({
      409: 5,
      429: 2,
    })
    expectRateLimited(await signUp("quite-new@daina.test", browser), 300)
  })
})

test("an IP address can try twenty reset links an hour", async () => {
  const makeLink = async (token: string) => {
    const { id, email } = await makeUser(db)
    await db.one`
      insert into mail_links (token_hash, user_id, purpose, email, expires_at)
      values (sha256(${token}::bytea), ${id}, 'reset_password', ${email}, now() + interval '1 hour')`
    return token
  }
  const validLink = await makeLink("g".repeat(43))
  const browser = openBrowser()
  const tryLink = (index: number) => resetPassword(`${index}`.padStart(43, "x"), password, browser)
  expect(countByStatus(await repeatConcurrently(25, tryLink))).toEqual({ 410: 20, 429: 5 })
  expectRateLimited(await resetPassword(validLink, password, browser), 3600)
  expect((await resetPassword(validLink, password)).status, "the link is still unused").toBe(204)
  const secondLink = await makeLink("h".repeat(43))
  await ageAttempts(db, "1 hour")
  expect((await resetPassword(secondLink, password, browser)).status).toBe(204)
})

test("a member can upload twenty pictures in ten minutes, counted over all devices", async () => {
  // A single byte is no picture, so an upload within the limit gets 415.
  const upload = (browser: TestBrowser) => {
    const headers = { "content-type": "image/png" }
    return browser.send("PUT", "/api/profile/avatar", new Uint8Array([1]), headers)
  }
  const { id, browser } = await makeMember(db)
  await storeAttempts(db, "picture", id, 17)
  // The functions accept at most six pictures of a member at the same time.
  expect(countByStatus(await repeatConcurrently(6, () => upload(browser)))).toEqual({
    415: 3,
    429: 3,
  })
  expectRateLimited(await upload(await openSignedInBrowser(db, id)), 600)
  expect((await upload((await makeMember(db)).browser)).status).toBe(415)
  await ageAttempts(db, "10 minutes")
  expect((await upload(browser)).status).toBe(415)
})

describe("emails", () => {
  const countMails = async (id: string) =>
    (await db.many`select from mails where user_id = ${id}`).length

  test("an IP address can request five emails of all kinds an hour for one account", async () => {
    const { id, email, browser } = await makeMember(db, { isConfirmed: false })
    const requests = [
      repeatConcurrently(3, () => requestPasswordReset(email, browser)),
      repeatConcurrently(2, () => requestVerification(browser)),
    ]
    expect(countByStatus((await Promise.all(requests)).flat())).toEqual({ 204: 5 })
    expectRateLimited(await requestPasswordReset(email.toUpperCase(), browser), 3600)
    expectRateLimited(await requestVerification(browser), 3600)
    expect(await countMails(id)).toBe(5)
    expect((await requestPasswordReset("nobody@daina.test", browser)).status).toBe(204)
    expect((await requestPasswordReset(email)).status).toBe(204)
    await ageAttempts(db, "1 hour")
    expect((await requestVerification(browser)).status).toBe(204)
  })

  test("an IP address can request fifty emails an hour, even concurrently", async () => {
    const browser = openBrowser()
    await storeAttempts(db, "mail address", browser.ip, 30)
    const responses = await repeatConcurrently(50, (n) =>
      requestPasswordReset(`nobody-${n}@daina.test`, browser),
    )
    expect(countByStatus(responses)).toEqual({ 204: 20, 429: 30 })
    expectRateLimited(await requestPasswordReset("nobody@daina.test", browser), 3600)
  })

  test("an email address gets at most five emails of a kind an hour from all IP addresses", async () => {
    const { id, email } = await makeUser(db)
    for (let index = 0; index < 4; index += 1) await requestPasswordReset(email)
    const resetRequest: [string, string] = ["select request_password_reset($1)", email]
    const concurrent = await runDuringTransaction(authUrl, resetRequest, () =>
      requestPasswordReset(email),
    )
    expect(concurrent.status).toBe(204)
    expect((await requestPasswordReset(email)).status).toBe(204)
    expect(await countMails(id)).toBe(5)
    await ageAttempts(db, "1 hour")
    await db.one`update mails set created_at = created_at - interval '1 hour'`
    await requestPasswordReset(email)
    expect(await countMails(id)).toBe(6)
  })

  test("deleting the account and signing up again does not reset the limit of an email address", async () => {
    const counts: number[] = []
    for (const email of ["Flood@daina.test", "flood@daina.test", "FLOOD@daina.test"]) {
      for (let round = 0; round < 2; round += 1) {
        const browser = openBrowser()
        const { status, json } = await callSignUp({ email, password, terms: true }, browser)
        expect(status).toBe(201)
        counts.push(await countMails(String(Object(json["user"]).id)))
        await deleteAccount(browser)
        await db.one`update users set deletion_due_at = now() where deletion_due_at is not null`
        await deleteDueAccountsAndFiles()
      }
    }
    expect(counts).toEqual([1, 1, 1, 1, 1, 0])
  })

  test("repeated password changes succeed, but only five changes send an email", async () => {
    const { id, browser } = await makeMember(db, { password })
    const passwords = [password, ...Array.from({ length: 6 }, (_, round) => `round-${round}`)]
    for (const [index, new_password] of passwords.slice(1).entries()) {
      expect((await changePassword(browser, passwords[index], new_password)).status).toBe(204)
    }
    expect(await countMails(id)).toBe(5)
  })
})

test("a member can make sixty changes a minute, counted over all functions and devices", async () => {
  const writes = [
    (browser: TestBrowser) => browser.send("PATCH", "/api/account", { marketing_consent: true }),
    (browser: TestBrowser) => browser.send("PATCH", "/api/profile", { display_name: "Mari" }),
    (browser: TestBrowser) => browser.send("DELETE", "/api/account/sessions"),
  ] as const
  const read = (browser: TestBrowser) => browser.get("/api/account")
  const { id, browser } = await makeMember(db)
  await repeatConcurrently(20, () => read(browser))
  const responses = await repeatConcurrently(80, (index) =>
    (writes[index % 3] ?? writes[0])(browser),
  )
  const { 200: ok = 0, 204: noContent = 0, 429: refused } = countByStatus(responses)
  expect([ok + noContent, refused]).toEqual([60, 20])
  browser.cookies.set("daina_session", await makeSession(db, id))
  for (const write of writes) expectRateLimited(await write(browser), 60)
  expect((await read(browser)).status).toBe(200)
  expect((await writes[0]((await makeMember(db)).browser)).status).toBe(200)
  await ageAttempts(db, "1 minute")
  expect((await writes[0](browser)).status).toBe(200)
})

test("attempts that are too old for every limit are deleted", async () => {
  await signIn("a@b.ee", "x")
  await addToDailyCount(db, "pictures", "a member", 1)
  const listActionsLeft = async () => {
    await db.one`select delete_expired_rows()`
    return (await db.many<{ action: string }>`select action from attempts`).map((row) => row.action)
  }
  expect(await listActionsLeft()).toContain("guess")
  await ageAttempts(db, "61 minutes")
  expect(new Set(await listActionsLeft())).toEqual(new Set(["pictures-a-day"]))
  await ageAttempts(db, "1 day")
  expect(await listActionsLeft()).toEqual([])
})

test("IP addresses and accounts of attempts are stored only as hashes", async () => {
  const browser = openBrowser("203.0.113.77")
  await signIn("plainText@daina.test", "x", browser)
  const rows = await db.many<{ row: string }>`select a::text as row from attempts a`
  expect(rows.length).toBeGreaterThan(0)
  for (const plainText of ["plainText@daina.test", browser.ip]) {
    for (const encoded of [plainText, Buffer.from(plainText).toString("hex")]) {
      expect(`${rows.map(({ row }) => row)}`).not.toContain(encoded)
    }
  }
})
