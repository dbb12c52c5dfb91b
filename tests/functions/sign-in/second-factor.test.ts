import { beforeEach, describe, expect, test } from "vitest"
import { getStatusAndCode, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import {
  ageSessions,
  makeCode,
  makeFactor,
  makeUserWithFactor,
} from "../../support/people/second-factor.ts"
import {
  changePassword,
  enterCode,
  exportAccount,
  isSignedIn,
  password,
  proveIdentity,
  resetByMail,
  signIn,
} from "../../support/people/sign-in.ts"

const { db, auth: authDb } = await openTestDatabase()
const mailbox = startMailbox()

const PATH = "/api/account/second-factor"
const call = (browser: TestBrowser, method: string, body?: object, subpath = "") =>
  browser.send(method, PATH + subpath, body)
const WRONG_CODE = { code: "invalid", errors: { code: "wrong_code" } }

describe("turning on the second factor", () => {
  test("the first right code turns on the second factor and shows ten recovery codes", async () => {
    const { browser, email, id } = await makeMember(db)
    expect((await call(browser, "GET")).json).toMatchObject({ confirmed_at: null, codes_left: 0 })
    const { json } = await call(browser, "POST", {})
    const secret = String(json["secret"])
    expect(String(json["address"])).toContain(`secret=${secret}`)
    expect(String(json["address"])).toContain(encodeURIComponent(email))
    expect((await call(browser, "PUT", { code: "000000" })).json).toMatchObject(WRONG_CODE)
    const { codes } = (await call(browser, "PUT", { code: makeCode(secret) })).json
    expect(codes).toHaveLength(10)
    for (const code of [codes].flat()) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
    expect(mailbox.getLastMailTo(email).subject).toMatch(/two-step login was turned on/i)
    expect((await call(browser, "GET")).json).toMatchObject({
      confirmed_at: expect.any(String),
      codes_left: 10,
    })
    expect(getStatusAndCode(await call(browser, "POST", {}))).toEqual([409, "has_second_factor"])
    const stored = await db.one<{ text: string }>`
      select string_agg(to_jsonb(c)::text, '') as text from recovery_codes c where user_id = ${id}`
    const firstCode = [codes].flat().map(String)[0]?.replaceAll("-", "")
    expect(stored?.text, "only hashes are stored").not.toContain(firstCode)
  })

  test("turning on the second factor requires a recent log-in", async () => {
    const { browser, id } = await makeMember(db)
    await ageSessions(db, id, "11 minutes")
    expect(getStatusAndCode(await call(browser, "POST", {}))).toEqual([403, "sign_in_again"])
  })

  test("an unconfirmed second factor is not required", async () => {
    const { email, id } = await makeUser(db, { password })
    await call(await openSignedInBrowser(db, id), "POST", {})
    expect((await signIn(email)).status).toBe(200)
  })
})

describe("a log-in with a second factor", () => {
  let memberWithFactor: Awaited<ReturnType<typeof makeUserWithFactor>>
  beforeEach(async () => {
    memberWithFactor = await makeUserWithFactor(db, { password })
  })

  test("a code is required after the password and opens the session", async () => {
    const browser = openBrowser()
    const response = await signIn(memberWithFactor.email, password, browser, {
      body: { remember: true },
    })
    expect(getStatusAndCode(response)).toEqual([401, "second_factor_required"])
    expect(await isSignedIn(browser)).toBe(false)
    const entered = await enterCode(browser, makeCode(memberWithFactor.secret))
    expect(entered.json).toMatchObject({
      user: { id: memberWithFactor.id, email: memberWithFactor.email },
    })
    expect(entered.headers.getSetCookie().join()).toContain("Max-Age=2592000")
    expect(await isSignedIn(browser)).toBe(true)
  })

  test("a code works once, and codes from before the last used code are refused", async () => {
    const [first, second] = [openBrowser(), openBrowser()]
    await signIn(memberWithFactor.email, password, first)
    await signIn(memberWithFactor.email, password, second)
    const code = makeCode(memberWithFactor.secret)
    const responses = await Promise.all([enterCode(first, code), enterCode(second, code)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
    const refusedBrowser = responses[0]?.status === 200 ? second : first
    const olderCode = makeCode(memberWithFactor.secret, -1)
    expect((await enterCode(refusedBrowser, olderCode)).json).toMatchObject(WRONG_CODE)
    const nextCode = makeCode(memberWithFactor.secret, 1)
    expect((await enterCode(refusedBrowser, nextCode)).status).toBe(200)
  })

  test("a recovery code works once in any spelling and sends an email", async () => {
    const body = { code: makeCode(memberWithFactor.secret) }
    const { json } = await call(
      await openSignedInBrowser(db, memberWithFactor.id),
      "POST",
      body,
      "/recovery-codes",
    )
    const code = String([json["codes"]].flat()[0])
    for (const [typedCode, status] of [
      [code.toLowerCase().replaceAll("-", " "), 200],
      [code, 422],
    ] as const) {
      const browser = openBrowser()
      await signIn(memberWithFactor.email, password, browser)
      expect((await enterCode(browser, typedCode)).status).toBe(status)
    }
    expect(mailbox.getLastMailTo(memberWithFactor.email).subject).toMatch(/recovery code/i)
  })

  test("after five wrong codes in a new browser, codes are accepted only in browsers with an earlier log-in", async () => {
    const knownBrowser = openBrowser()
    await signIn(memberWithFactor.email, password, knownBrowser)
    await enterCode(knownBrowser, makeCode(memberWithFactor.secret, -1))
    const unknownBrowser = openBrowser()
    await signIn(memberWithFactor.email, password, unknownBrowser)
    for (let i = 0; i < 5; i += 1)
      expect((await enterCode(unknownBrowser, "000000")).status).toBe(422)
    const refused = await enterCode(unknownBrowser, makeCode(memberWithFactor.secret))
    expect(getStatusAndCode(refused)).toEqual([429, "rate_limited"])
    await signIn(memberWithFactor.email, password, knownBrowser)
    expect((await enterCode(knownBrowser, makeCode(memberWithFactor.secret))).status).toBe(200)
  })

  test("the second login step ends after ten minutes and after a new password", async () => {
    const browser = openBrowser()
    expect(getStatusAndCode(await enterCode(browser, "123456"))).toEqual([401, "sign_in_over"])
    await signIn(memberWithFactor.email, password, browser)
    await db.one`update sign_in_steps set expires_at = now() where user_id = ${memberWithFactor.id}`
    expect(getStatusAndCode(await enterCode(browser, makeCode(memberWithFactor.secret)))).toEqual([
      401,
      "sign_in_over",
    ])
    await signIn(memberWithFactor.email, password, browser)
    await resetByMail(mailbox, memberWithFactor.email, "another-song")
    expect(getStatusAndCode(await enterCode(browser, makeCode(memberWithFactor.secret)))).toEqual([
      401,
      "sign_in_over",
    ])
    expect(getStatusAndCode(await signIn(memberWithFactor.email, "another-song"))[1]).toBe(
      "second_factor_required",
    )
  })

  test("a member who was blocked between the password and the code is refused", async () => {
    const browser = openBrowser()
    await signIn(memberWithFactor.email, password, browser)
    await db.one`update users set blocked_at = now() where id = ${memberWithFactor.id}`
    expect(getStatusAndCode(await enterCode(browser, makeCode(memberWithFactor.secret)))).toEqual([
      401,
      "sign_in_over",
    ])
  })

  test("a log-in cancels the deletion of the account only after the code", async () => {
    await db.one`
      update users set deletion_due_at = now() + interval '7 days' where id = ${memberWithFactor.id}`
    const browser = openBrowser()
    await signIn(memberWithFactor.email, password, browser, { body: { keep: true } })
    const readDeletionDue = () =>
      db.value`select deletion_due_at from users where id = ${memberWithFactor.id}`
    expect(await readDeletionDue()).not.toBeNull()
    expect((await enterCode(browser, makeCode(memberWithFactor.secret))).status).toBe(200)
    expect(await readDeletionDue()).toBeNull()
  })

  test("after a password change, this device stays logged in without entering a code", async () => {
    const browser = await openSignedInBrowser(db, memberWithFactor.id)
    expect((await changePassword(browser, password, "another-song")).status).toBe(204)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe("changing the second factor", () => {
  test("turning off the second factor and renewing the recovery codes require an unused code", async () => {
    const { id, secret, email } = await makeUserWithFactor(db, { password })
    const browser = await openSignedInBrowser(db, id)
    expect((await call(browser, "DELETE", { code: "000000" })).json).toMatchObject(WRONG_CODE)
    const code = makeCode(secret)
    const renewed = await call(browser, "POST", { code }, "/recovery-codes")
    expect(renewed.json["codes"]).toHaveLength(10)
    expect((await call(browser, "DELETE", { code })).json).toMatchObject(WRONG_CODE)
    const recoveryCode = String([renewed.json["codes"]].flat()[3])
    expect((await call(browser, "DELETE", { code: recoveryCode })).status).toBe(204)
    expect((await signIn(email)).status).toBe(200)
    expect((await call(browser, "GET")).json).toMatchObject({ confirmed_at: null, codes_left: 0 })
    expect(getStatusAndCode(await call(browser, "DELETE", { code }))).toEqual([404, "not_found"])
  })
})

describe("confirming the identity", () => {
  test("a password or a code renews a proof of identity that is older than ten minutes", async () => {
    const { id, secret } = await makeUserWithFactor(db, { password })
    const browser = await openSignedInBrowser(db, id)
    expect((await exportAccount(browser)).status).toBe(200)
    for (const proof of [{ password }, { code: makeCode(secret) }]) {
      await ageSessions(db, id, "11 minutes")
      expect(getStatusAndCode(await exportAccount(browser))).toEqual([403, "sign_in_again"])
      expect((await proveIdentity(browser, proof)).status).toBe(204)
      expect((await exportAccount(browser)).status).toBe(200)
    }
  })

  test("wrong, used, missing or double proofs of identity are refused", async () => {
    const { id, secret } = await makeUserWithFactor(db, { password })
    const browser = await openSignedInBrowser(db, id)
    await ageSessions(db, id, "11 minutes")
    const code = makeCode(secret)
    await proveIdentity(browser, { code })
    await ageSessions(db, id, "11 minutes")
    const proofs = [{ password: "guess" }, { code: "000000" }, { code }, {}, { password, code }]
    for (const body of proofs) {
      expect((await proveIdentity(browser, body)).status).toBe(422)
    }
    expect(getStatusAndCode(await exportAccount(browser))).toEqual([403, "sign_in_again"])
  })

  test("a member without a second factor cannot confirm their identity by a code", async () => {
    const { browser } = await makeMember(db)
    expect(getStatusAndCode(await proveIdentity(browser, { code: "123456" }))).toEqual([
      404,
      "not_found",
    ])
  })
})

test("members cannot read secrets or hashes of second factors directly in SQL", async () => {
  const { id } = await makeUserWithFactor(db)
  await makeFactor(db, (await makeUser(db)).id)
  const memberDb = authDb.as({ userId: id })
  expect(await memberDb.many`select user_id from second_factors`).toEqual([{ user_id: id }])
  await expect(memberDb.many`select secret from second_factors`).rejects.toThrow(
    /permission denied/,
  )
  await expect(memberDb.many`select code_hash from recovery_codes`).rejects.toThrow(
    /permission denied/,
  )
  await expect(memberDb.many`select token_hash from sign_in_steps`).rejects.toThrow(
    /permission denied/,
  )
  await expect(memberDb.many`delete from second_factors`).rejects.toThrow(/permission denied/)
})
