import { beforeEach, describe, expect, test } from "vitest"
import { getStatusAndCode, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { getToken, startMailbox } from "../../support/mailbox.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  EDITOR,
  giveGrant,
  makePublishingTranslatorGrant,
  makeTranslatorGrant,
  makeWriter,
} from "../../support/people/newsroom.ts"
import { registerPasskey, signInByPasskey } from "../../support/people/passkeys.ts"
import { makeCode, makeFactor } from "../../support/people/second-factor.ts"
import {
  enterCode,
  password,
  requestPasswordReset,
  resetPassword,
  signIn,
} from "../../support/people/sign-in.ts"

const { db, app, auth: authDb } = await openTestDatabase()
const mailbox = startMailbox()

let superAdmin: Member
beforeEach(async () => {
  superAdmin = await makeMember(db, { role: "super_admin", password })
})

const getUsers = (browser: TestBrowser) => browser.get("/api/admin/users")
const getNews = (browser: TestBrowser) => browser.get("/api/admin/news")
const readDeadline = ({ id }: { id: string }) =>
  db.value<string>`select factor_due_at from users where id = ${id}`
const passDeadline = ({ id }: { id: string }) => db.one`
  update users set factor_due_at = factor_due_at - interval '7 days' where id = ${id}`
const readRights = ({ id }: { id: string }) =>
  app.as({ userId: id }).one<{ isSuper: boolean; isEditor: boolean; languages: number }>`
    select is_super_admin() as "isSuper", is_news_editor() as "isEditor",
      cardinality(list_publishable_languages()) as languages`
const getSession = async (browser: TestBrowser) => (await browser.get("/api/auth/session")).json

const DAY_MS = 24 * 60 * 60 * 1000
/** SQLSTATE that the API reports as `reset_guarded`. */
const RESET_GUARDED = "DA408"

describe("a required second factor", () => {
  test("the first role or newsroom right that requires a second factor sets a deadline of seven days", async () => {
    const { browser } = superAdmin
    const { id } = await makeMember(db)
    const setRole = (role: string) => browser.send("PUT", `/api/admin/users/${id}/role`, { role })
    const setGrant = (body: object) => browser.send("PUT", `/api/admin/users/${id}/newsroom`, body)
    const hasDeadline = async () => (await readDeadline({ id })) !== null
    expect(await hasDeadline()).toBe(false)
    await setRole("admin")
    await setGrant(makeTranslatorGrant(["lv"]))
    expect(await hasDeadline()).toBe(false)
    await setGrant(makePublishingTranslatorGrant(["lv"]))
    const deadline = await readDeadline({ id })
    expect(Math.abs(Date.parse(String(deadline)) - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000)
    await setRole("super_admin")
    await setGrant(EDITOR)
    expect(await readDeadline({ id })).toBe(deadline)
    await setRole("user")
    expect(await hasDeadline()).toBe(true)
    await browser.send("DELETE", `/api/admin/users/${id}/newsroom`)
    expect(await hasDeadline()).toBe(false)
  })

  test("after the deadline the API and Postgres refuse admin and newsroom access", async () => {
    const editor = await makeWriter(db, EDITOR)
    expect((await getSession(superAdmin.browser))["factor_due_at"]).toEqual(
      await readDeadline(superAdmin),
    )
    expect((await getUsers(superAdmin.browser)).status).toBe(200)
    expect((await getNews(editor.browser)).status).toBe(200)
    await Promise.all([passDeadline(superAdmin), passDeadline(editor)])
    expect(getStatusAndCode(await getUsers(superAdmin.browser))).toEqual([403, "factor_required"])
    expect(getStatusAndCode(await getNews(superAdmin.browser))).toEqual([403, "factor_required"])
    expect(getStatusAndCode(await getNews(editor.browser))).toEqual([403, "factor_required"])
    for (const member of [superAdmin, editor]) {
      expect(await readRights(member)).toEqual({ isSuper: false, isEditor: false, languages: 0 })
    }
    await expect(
      app.as({ userId: superAdmin.id }).one`select change_user_role(${editor.id}, 'admin', '')`,
    ).rejects.toThrow(/only super admins/)
    // The session keeps the role, so that the screen can explain what to do.
    expect(await getSession(superAdmin.browser)).toMatchObject({ role: "super_admin" })
  })

  test("a translator who does not publish needs no second factor", async () => {
    const writer = await makeWriter(db, makeTranslatorGrant(["lv"]))
    expect(await readDeadline(writer)).toBeNull()
    expect((await getNews(writer.browser)).status).toBe(200)
  })

  test.each(["an authenticator app", "a passkey"])(
    "adding %s after the deadline restores access",
    async (factor) => {
      await passDeadline(superAdmin)
      if (factor === "an authenticator app") await makeFactor(db, superAdmin.id)
      else await registerPasskey(superAdmin.browser)
      expect((await getUsers(superAdmin.browser)).status).toBe(200)
      expect(await readRights(superAdmin)).toMatchObject({ isSuper: true, isEditor: true })
      expect(await getSession(superAdmin.browser)).not.toHaveProperty("factor_due_at")
    },
  )

  test("an unconfirmed second factor does not restore access", async () => {
    await passDeadline(superAdmin)
    await makeFactor(db, superAdmin.id)
    await db.one`update second_factors set confirmed_at = null where user_id = ${superAdmin.id}`
    expect(getStatusAndCode(await getUsers(superAdmin.browser))).toEqual([403, "factor_required"])
  })

  test("a demo account with the published password needs no second factor on a local site", async () => {
    await db.one`update users set demo_password = 'published' where id = ${superAdmin.id}`
    process.env.SITE_URL = "http://localhost:4321"
    await passDeadline(superAdmin)
    expect((await getUsers(superAdmin.browser)).status).toBe(200)
    process.env.SITE_URL = "http://daina.test"
    expect(getStatusAndCode(await getUsers(superAdmin.browser))).toEqual([401, "sign_in_required"])
    await db.one`update users set demo_password = 'private' where id = ${superAdmin.id}`
    expect(getStatusAndCode(await getUsers(superAdmin.browser))).toEqual([403, "factor_required"])
  })
})

test("a passkey is required after the password only where the role requires a second factor", async () => {
  const { authenticator } = await registerPasskey(superAdmin.browser)
  const browser = openBrowser()
  expect(getStatusAndCode(await signIn(superAdmin.email, password, browser))).toEqual([
    401,
    "passkey_required",
  ])
  expect((await signInByPasskey(authenticator, { browser })).response.status).toBe(200)
  const member = await makeMember(db, { password })
  await registerPasskey(member.browser)
  expect((await signIn(member.email)).status).toBe(200)
})

describe("an emailed link for a new password", () => {
  const requestResetToken = async ({ email }: { email: string }) => {
    await requestPasswordReset(email)
    return getToken(mailbox.getLastMailTo(email))
  }
  const reset = (token: string, code?: string) =>
    openBrowser().send("POST", "/api/auth/reset-password", {
      token,
      password: "another-song",
      code,
    })

  test("after a password reset, a log-in still requires the member's second factor", async () => {
    const member = await makeMember(db, { password })
    const secret = await makeFactor(db, member.id)
    expect((await resetPassword(await requestResetToken(member), "another-song")).status).toBe(204)
    const browser = openBrowser()
    const firstStep = await signIn(member.email, "another-song", browser)
    expect(getStatusAndCode(firstStep)).toEqual([401, "second_factor_required"])
    expect((await enterCode(browser, makeCode(secret))).status).toBe(200)
  })

  test("a super admin needs a code to reset the password", async () => {
    const secret = await makeFactor(db, superAdmin.id)
    const token = await requestResetToken(superAdmin)
    expect(getStatusAndCode(await reset(token))).toEqual([401, "second_factor_required"])
    expect((await reset(token, "000000")).json).toMatchObject({ errors: { code: "wrong_code" } })
    const code = makeCode(secret)
    expect((await reset(token, code)).status).toBe(204)
    expect(getStatusAndCode(await reset(token, code))).toEqual([410, "link_unusable"])
    const newToken = await requestResetToken(superAdmin)
    expect((await reset(newToken, code)).json).toMatchObject({ errors: { code: "wrong_code" } })
    expect(getStatusAndCode(await signIn(superAdmin.email, "another-song"))[1]).toBe(
      "second_factor_required",
    )
  })

  test("wrong codes at a password reset are limited", async () => {
    await makeFactor(db, superAdmin.id)
    const token = await requestResetToken(superAdmin)
    for (let i = 0; i < 5; i += 1) expect((await reset(token, "000000")).status).toBe(422)
    expect(getStatusAndCode(await reset(token, "000000"))).toEqual([429, "rate_limited"])
  })

  test("a super admin without an authenticator app cannot reset the password", async () => {
    for (const hasPasskey of [false, true]) {
      if (hasPasskey) await registerPasskey(superAdmin.browser)
      const token = await requestResetToken(superAdmin)
      expect(getStatusAndCode(await reset(token))).toEqual([403, "reset_guarded"])
      expect(getStatusAndCode(await reset(token, "123456"))).toEqual([403, "reset_guarded"])
      await expect(
        authDb.as(null).one`
          select reset_password(sha256(${token}::text::bytea), 'hash', '', sha256('a'), null, null, null)`,
      ).rejects.toMatchObject({ code: RESET_GUARDED })
    }
    expect(getStatusAndCode(await signIn(superAdmin.email, "another-song"))[0]).toBe(401)
  })
})

test("the deadline for a second factor is also set if a newsroom right is given in SQL", async () => {
  const member = await makeMember(db)
  await giveGrant(db, member.id, EDITOR)
  expect(await readDeadline(member)).not.toBeNull()
  await db.one`delete from news_grants where user_id = ${member.id}`
  expect(await readDeadline(member)).toBeNull()
})
