import { describe, expect, test } from "vitest"
import { expectErrors, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { makeMember } from "../../support/people/members.ts"
import { password, signIn } from "../../support/people/sign-in.ts"

const { db } = await openTestDatabase()

const readSettings = async (browser: TestBrowser) => (await browser.get("/api/account")).json
const changeSettings = (browser: TestBrowser, body: unknown) =>
  browser.send("PATCH", "/api/account", body)

describe("settings", () => {
  test("the settings contain the ways to log in, but no secrets", async () => {
    const { email, browser } = await makeMember(db, {
      password,
      language: "et",
      isConfirmed: false,
    })
    expect(await readSettings(browser)).toEqual({
      email,
      email_verified: false,
      has_password: true,
      has_google: false,
      has_second_factor: false,
      has_passkey: false,
      factor_due_at: null,
      marketing_consent: false,
      language: "et",
      country: null,
      favorite_groups: [],
      wanted_email: null,
      created_at: expect.stringMatching(/Z$/),
    })
    const other = await makeMember(db, { googleSubject: "sub" })
    expect(await readSettings(other.browser)).toMatchObject({
      email_verified: true,
      has_password: false,
      has_google: true,
    })
  })

  test("the time of a repeated marketing consent is that of the first; a withdrawal deletes the time", async () => {
    const { id, browser } = await makeMember(db)
    const readConsentTime = () => db.one<{ at: string | null }>`
      select marketing_consent_at as at from users where id = ${id}`
    expect((await changeSettings(browser, { marketing_consent: true })).json).toMatchObject({
      marketing_consent: true,
    })
    const firstConsent = await readConsentTime()
    expect(firstConsent?.at).toMatch(/Z$/)
    await changeSettings(browser, { marketing_consent: true })
    await changeSettings(browser, { language: "lv" })
    expect(await readConsentTime()).toEqual(firstConsent)
    const { json } = await changeSettings(browser, { marketing_consent: false })
    expect(json).toMatchObject({ marketing_consent: false, language: "lv" })
    expect(await readConsentTime()).toEqual({ at: null })
  })

  test("country and favorite groups can be saved, changed separately, and removed", async () => {
    const { browser } = await makeMember(db)
    const groups = ["aespa", "LE SSERAFIM"]
    const changes = { country: "lv", favorite_groups: ["  aespa ", "LE SSERAFIM"] }
    const saved = { country: "lv", favorite_groups: groups }
    expect((await changeSettings(browser, changes)).json).toMatchObject(saved)
    expect((await changeSettings(browser, { language: "lv" })).json).toMatchObject(saved)
    const abroad = { country: "other", favorite_groups: groups }
    expect((await changeSettings(browser, { country: "other" })).json).toMatchObject(abroad)
    const none = { country: null, favorite_groups: [] }
    expect((await changeSettings(browser, none)).json).toMatchObject(none)
  })

  test("a member who chooses a country follows it, but not when saving the same country again or 'other'", async () => {
    const { browser } = await makeMember(db)
    const listFollows = async () => (await browser.get("/api/follows")).json["follows"]
    await changeSettings(browser, { country: "lv" })
    expect(await listFollows()).toMatchObject([{ kind: "country", country: "lv" }])
    await browser.send("DELETE", "/api/countries/lv/follow")
    await changeSettings(browser, { country: "lv", favorite_groups: ["aespa"] })
    await changeSettings(browser, { country: "other" })
    expect(await listFollows()).toEqual([])
  })

  test.each([
    [{ country: "fi" }, { country: "invalid" }],
    [{ favorite_groups: ["a", "b", "c", "d", "e", "f"] }, { favorite_groups: "invalid" }],
    [{ favorite_groups: [" "] }, { favorite_groups: "required" }],
    [{ favorite_groups: ["x".repeat(61)] }, { favorite_groups: "too_long" }],
    [{ language: "de" }, { language: "invalid" }],
    [{ marketing_consent: "true" }, { marketing_consent: "invalid" }],
    [{ marketing_consent: null }, { marketing_consent: "invalid" }],
    [[], { form: "invalid" }],
  ])("the change %j is refused with the errors %j", async (body, errors) => {
    const { browser } = await makeMember(db)
    const before = await readSettings(browser)
    expectErrors(await changeSettings(browser, body), errors)
    expect(await readSettings(browser)).toEqual(before)
  })

  test("fields that members cannot set are ignored", async () => {
    const { browser } = await makeMember(db)
    const before = await readSettings(browser)
    const otherFields = {
      email: "x@y.ee",
      email_verified: true,
      role: "super_admin",
      password_hash: "x",
    }
    const response = await changeSettings(browser, otherFields)
    expect([response.status, response.json]).toEqual([200, before])
  })

  test("a log-in in another language keeps the member's language", async () => {
    const { email } = await makeUser(db, { password, language: "lv" })
    const browser = openBrowser()
    await signIn(email, password, browser, { body: { language: "ru" } })
    expect((await readSettings(browser))["language"]).toBe("lv")
  })
})

test.each([
  ["none", "user"],
  ["admin", "admin"],
  ["super_admin", "super_admin"],
] as const)("a member with the stored role %s has the role %s", async (storedRole, role) => {
  const { id, browser } = await makeMember(db, storedRole === "none" ? {} : { role: storedRole })
  const { status, json } = await browser.get("/api/debug/role")
  const row = storedRole === "none" ? null : { user_id: id, role: storedRole }
  expect([status, json]).toEqual([200, { user_id: id, row, role }])
  expect((await browser.get("/api/auth/session")).json["role"]).toBe(role)
})

test("a member cannot have two roles, and 'user' cannot be stored as a role", async () => {
  const { id } = await makeUser(db, { role: "admin" })
  await expect(
    db.one`insert into user_roles (user_id, role) values (${id}, 'super_admin')`,
  ).rejects.toThrow(/duplicate key/)
  await expect(db.one`update user_roles set role = 'user'`).rejects.toThrow(/violates check/)
})
