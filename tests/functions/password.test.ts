/** Changing the password in the profile. */
import { expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import auth from "../../netlify/functions/auth.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { mailbox } from "../mailbox.ts"
import { browserOf, makeMember } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const box = mailbox()
const password = "the-old-one"

const change = (
  browser: TestBrowser,
  current_password: unknown,
  new_password: unknown = "new-one",
) => browser.call(account, "PUT", "/api/account/password", { current_password, new_password })
const isSignedIn = async (browser: TestBrowser) =>
  (await browser.call(account, "GET", "/api/account")).status === 200
const opens = async (email: string, tried: string) =>
  (await openBrowser().call(auth, "POST", "/api/auth/sign-in", { email, password: tried }))
    .status === 200

test("ends every session, gives this browser a new one, and is told by mail", async () => {
  const { id, email } = await makeUser(db, { password })
  const here = await browserOf(db, id, { remember: true })
  const before = here.cookies.get("daina_session") ?? ""
  const elsewhere = await browserOf(db, id)
  const answer = await change(here, password)
  await here.afterwards()
  expect([answer.status, answer.text]).toEqual([204, ""])
  expect(answer.headers.getSetCookie()[0], "remembered as before").toContain("Max-Age=2592000")
  expect(await isSignedIn(here)).toBe(true)
  expect(await isSignedIn(elsewhere)).toBe(false)
  expect(here.cookies.get("daina_session")).not.toBe(before)
  here.cookies.set("daina_session", before)
  expect(await isSignedIn(here), "the former cookie").toBe(false)
  expect([await opens(email, password), await opens(email, "new-one")]).toEqual([false, true])
  expect(box.lastTo(email).text).toContain("http://daina.test/profile")
})

test("not remembered, the new session ends with the browser as well", async () => {
  const { browser } = await makeMember(db, { password })
  const answer = await change(browser, password)
  expect(answer.headers.getSetCookie().join()).not.toContain("Max-Age")
})

test.each([
  [{ current_password: "not-it" }, { current_password: "wrong_password" }],
  [{ current_password: "" }, { current_password: "required" }],
  [{ current_password: undefined }, { current_password: "required" }],
  [{ current_password: "x".repeat(201) }, { current_password: "invalid" }],
  [{ new_password: "12345" }, { new_password: "password_too_short" }],
  [{ new_password: "1".repeat(201) }, { new_password: "password_too_long" }],
  [{ new_password: { $ne: "" } }, { new_password: "required" }],
])("%j is refused at the field, and nothing ends", async (wrong, errors) => {
  const { email, browser } = await makeMember(db, { password })
  const body = { current_password: password, new_password: "new-one", ...wrong }
  const answer = await browser.call(account, "PUT", "/api/account/password", body)
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({ code: "invalid", errors })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await isSignedIn(browser)).toBe(true)
  expect(await opens(email, password)).toBe(true)
})

test("guesses count like those at the sign-in", async () => {
  const { email, browser } = await makeMember(db, { password })
  const guesses = Array.from({ length: 10 }, () => change(browser, "not-it"))
  for (const { status } of await Promise.all(guesses)) expect(status).toBe(422)
  const refused = await change(browser, password)
  expect([refused.status, refused.json["code"]]).toEqual([429, "rate_limited"])
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  const body = { email, password }
  const there = openBrowser(browser.ip)
  expect((await there.call(auth, "POST", "/api/auth/sign-in", body)).status).toBe(429)
  expect(await opens(email, password)).toBe(true)
})

test("a right one forgets the guesses", async () => {
  const { browser } = await makeMember(db, { password })
  for (let guess = 0; guess < 9; guess += 1) await change(browser, "not-it")
  expect((await change(browser, password, "the-second")).status).toBe(204)
  expect((await change(browser, "the-second", "the-third")).status).toBe(204)
})

test("of two changes at once one counts, and the other is told", async () => {
  const { id, email } = await makeUser(db, { password })
  const browsers = [await browserOf(db, id), await browserOf(db, id)] as const
  const answers = await Promise.all([
    change(browsers[0], password, "from-one"),
    change(browsers[1], password, "from-two"),
  ])
  const winner = answers.findIndex(({ status }) => status === 204)
  const loser = answers[1 - winner]
  expect([409, 422]).toContain(loser?.status)
  expect(loser?.headers.getSetCookie()).toEqual([])
  const passwords = ["from-one", "from-two"]
  expect(await opens(email, passwords[winner] ?? "")).toBe(true)
  expect(await opens(email, passwords[1 - winner] ?? "")).toBe(false)
  const rows = await db.many`select from sessions where user_id = ${id}`
  expect(rows, "the winner's, and that of trying it").toHaveLength(2)
})

test("a member who has none cannot guess one into being", async () => {
  const { id } = await makeUser(db, { googleSubject: "google-1", verified: true })
  const browser = await browserOf(db, id, { method: "google" })
  for (const guess of ["null", "undefined", "nobody"]) {
    const answer = await change(browser, guess)
    expect(answer.json).toMatchObject({ errors: { current_password: "wrong_password" } })
  }
})
