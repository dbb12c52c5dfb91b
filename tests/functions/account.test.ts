/** A member's settings and role. */
import { describe, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import auth from "../../netlify/functions/auth.ts"
import debugRole from "../../netlify/functions/debug-role.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { makeMember } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)

const read = (browser: TestBrowser) => browser.call(account, "GET", "/api/account")
const change = (browser: TestBrowser, body: unknown) =>
  browser.call(account, "PATCH", "/api/account", body)

describe("settings", () => {
  test("say how one signs in, and nothing secret", async () => {
    const { email, browser } = await makeMember(db, { password: "tere-mari", language: "et" })
    expect((await read(browser)).json).toEqual({
      email,
      email_verified: false,
      has_password: true,
      has_google: false,
      marketing_consent: false,
      mail_join_requests: true,
      mail_join_answers: true,
      language: "et",
      created_at: expect.stringMatching(/Z$/),
    })
    const other = await makeMember(db, { googleSubject: "sub", verified: true })
    expect((await read(other.browser)).json).toMatchObject({
      email_verified: true,
      has_password: false,
      has_google: true,
    })
  })

  test("consent is given and taken back, and keeps the moment it was first given", async () => {
    const { id, browser } = await makeMember(db)
    const moment = () => db.one<{ at: string | null }>`
      select marketing_consent_at as at from users where id = ${id}`
    expect((await change(browser, { marketing_consent: true })).json["marketing_consent"]).toBe(
      true,
    )
    const first = await moment()
    expect(first?.at).toMatch(/Z$/)
    await change(browser, { marketing_consent: true })
    await change(browser, { language: "lv" })
    expect(await moment()).toEqual(first)
    expect((await change(browser, { marketing_consent: false })).json).toMatchObject({
      marketing_consent: false,
      language: "lv",
    })
    expect(await moment()).toEqual({ at: null })
  })

  test.each([
    [{ language: "de" }, { language: "invalid" }],
    [{ language: null }, { language: "invalid" }],
    [{ marketing_consent: "true" }, { marketing_consent: "invalid" }],
    [{ marketing_consent: null }, { marketing_consent: "invalid" }],
    [[], { form: "invalid" }],
  ])("%j is refused at the field", async (body, errors) => {
    const { browser } = await makeMember(db)
    const before = await read(browser)
    const answer = await change(browser, body)
    expect(answer.status).toBe(422)
    expect(answer.json).toMatchObject({ code: "invalid", errors })
    expect((await read(browser)).json).toEqual(before.json)
  })

  test("nothing else is a setting", async () => {
    const { browser } = await makeMember(db)
    const before = await read(browser)
    const answer = await change(browser, {
      email: "x@y.ee",
      email_verified: true,
      role: "super_admin",
      password_hash: "x",
    })
    expect([answer.status, answer.json]).toEqual([200, before.json])
  })

  test("keep the language, in whichever somebody signs in", async () => {
    const { email } = await makeUser(db, { password: "tere-mari", language: "lv" })
    const browser = openBrowser()
    const signIn = (extra: object) =>
      browser.call(auth, "POST", "/api/auth/sign-in", { email, password: "tere-mari", ...extra })
    await signIn({ language: "ru" })
    expect((await read(browser)).json["language"]).toBe("lv")
  })
})

describe("the role", () => {
  test.each([
    [undefined, "user"],
    ["admin", "admin"],
    ["super_admin", "super_admin"],
  ] as const)("of a row that says %s is %s, wherever it is asked for", async (row, role) => {
    const { id, browser } = await makeMember(db, row ? { role: row } : {})
    const { status, json } = await browser.call(debugRole, "GET", "/api/debug/role")
    expect([status, json]).toEqual([
      200,
      { user_id: id, row: row ? { user_id: id, role: row } : null, role },
    ])
    const session = await browser.call(auth, "GET", "/api/auth/session")
    expect(session.json["role"]).toBe(role)
  })

  test("that is given or taken away counts at the next call", async () => {
    const { id, browser } = await makeMember(db)
    const role = async () => (await browser.call(debugRole, "GET", "/api/debug/role")).json["role"]
    await db.one`insert into user_roles (user_id, role) values (${id}, 'super_admin')`
    expect(await role()).toBe("super_admin")
    await db.one`delete from user_roles where user_id = ${id}`
    expect(await role()).toBe("user")
  })

  test("user is no row, and nobody has two", async () => {
    const { id } = await makeUser(db, { role: "admin" })
    await expect(
      db.one`insert into user_roles (user_id, role) values (${id}, 'super_admin')`,
    ).rejects.toThrow(/duplicate key/)
    await expect(db.one`update user_roles set role = 'user'`).rejects.toThrow(/violates check/)
  })
})
