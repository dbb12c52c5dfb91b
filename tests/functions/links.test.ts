/** Links out of mails: each works once, in time, for what and for whom it was sent. */
import { describe, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import auth from "../../netlify/functions/auth.ts"
import authMail from "../../netlify/functions/auth-mail.ts"
import { type Answer, openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { mailbox, tokenIn } from "../mailbox.ts"
import { browserOf } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const box = mailbox()
const password = "the-old-one"
const newPassword = "the-new-one"

const verify = (token: unknown, browser = openBrowser()) =>
  browser.call(authMail, "POST", "/api/auth/verify-email", { token })
async function reset(token: unknown, chosen = newPassword, browser = openBrowser()) {
  const body = { token, password: chosen }
  const answer = await browser.call(authMail, "POST", "/api/auth/reset-password", body)
  // Its mail would otherwise be on its way together with the next one.
  await browser.afterwards()
  return answer
}
const signIn = (email: string, tried: string, browser = openBrowser()) =>
  browser.call(auth, "POST", "/api/auth/sign-in", { email, password: tried })

async function linkFor(email: string, browser: TestBrowser | null = null): Promise<string> {
  const asking = browser ?? openBrowser()
  const path = browser ? "resend-verification" : "forgot-password"
  const answer = await asking.call(authMail, "POST", `/api/auth/${path}`, browser ? {} : { email })
  expect(answer.status).toBe(204)
  await asking.afterwards()
  return tokenIn(box.lastTo(email))
}

/** A member, with the link of a mail that was sent to them. */
async function withLink(purpose: "verify" | "reset") {
  const user = await makeUser(db, { password })
  const browser = await browserOf(db, user.id)
  return {
    ...user,
    browser,
    token: await linkFor(user.email, purpose === "verify" ? browser : null),
  }
}

const isVerified = async (id: string) =>
  (
    await db.one<{ yes: boolean }>`
    select email_verified_at is not null as yes from users where id = ${id}`
  )?.yes

const expectUnusable = (answer: Answer) =>
  expect([answer.status, answer.json["code"]]).toEqual([410, "link_unusable"])

describe("confirming an address", () => {
  test("the link confirms it once, for whoever opens it", async () => {
    const { id, email, browser, token } = await withLink("verify")
    const settings = () => browser.call(account, "GET", "/api/account")
    expect((await settings()).json["email_verified"]).toBe(false)
    const answer = await verify(token)
    expect([answer.status, answer.json]).toEqual([200, { email }])
    expect(answer.headers.getSetCookie(), "it signs nobody in").toEqual([])
    expect((await settings()).json["email_verified"]).toBe(true)
    expect(await isVerified(id)).toBe(true)
    expectUnusable(await verify(token))
  })

  test("of two that open it at once one gets through", async () => {
    const { token } = await withLink("verify")
    const statuses = (await Promise.all([verify(token), verify(token)])).map((a) => a.status)
    expect(statuses.sort()).toEqual([200, 410])
  })

  test("uses up every other link that would confirm it", async () => {
    const { email, browser, token } = await withLink("verify")
    const others = [await linkFor(email, browser), await linkFor(email, browser)]
    const someoneElse = await withLink("verify")
    const forPassword = await linkFor(email)
    expect((await verify(others[0])).status).toBe(200)
    for (const used of [token, ...others]) expectUnusable(await verify(used))
    expect((await verify(someoneElse.token)).status).toBe(200)
    expect((await reset(forPassword)).status).toBe(204)
  })

  test("who has confirmed already gets no more mail", async () => {
    const { browser, token } = await withLink("verify")
    await verify(token)
    box.mails.splice(0)
    const answer = await browser.call(authMail, "POST", "/api/auth/resend-verification", {})
    await browser.afterwards()
    expect([answer.status, box.mails]).toEqual([204, []])
  })

  test("a stranger cannot ask for a link", async () => {
    const answer = await openBrowser().call(authMail, "POST", "/api/auth/resend-verification", {})
    expect([answer.status, answer.json["code"]]).toEqual([401, "sign_in_required"])
  })
})

describe("a new password", () => {
  test("is set, ends all sessions, confirms the address, and is told by mail", async () => {
    const { id, email, browser, token } = await withLink("reset")
    const another = await browserOf(db, id)
    const answer = await reset(token, newPassword, browser)
    expect([answer.status, answer.text]).toEqual([204, ""])
    for (const device of [browser, another]) {
      expect((await device.call(account, "GET", "/api/account")).status).toBe(401)
    }
    expect((await signIn(email, password)).status).toBe(401)
    expect((await signIn(email, newPassword)).status).toBe(200)
    expect(await isVerified(id)).toBe(true)
    expect(box.lastTo(email).subject).toContain("was changed")
    expect(tokenIn(box.lastTo(email)), "that mail holds no secret").toBe("")
    expectUnusable(await reset(token))
  })

  test("makes every other link for a new password useless", async () => {
    const { email, token } = await withLink("reset")
    const second = await linkFor(email)
    expect(second).not.toBe(token)
    expect((await reset(second)).status).toBe(204)
    expectUnusable(await reset(token, "a-third-one"))
  })

  test("changed in the profile, the links that wait are useless too", async () => {
    const { token, browser } = await withLink("reset")
    const body = { current_password: password, new_password: newPassword }
    expect((await browser.call(account, "PUT", "/api/account/password", body)).status).toBe(204)
    await browser.afterwards()
    expectUnusable(await reset(token))
  })

  test("of two that use the link at once one gets through", async () => {
    const { email, token } = await withLink("reset")
    const [one, other] = await Promise.all([reset(token, "one-of-two"), reset(token, "two-of-two")])
    expect([one.status, other.status].sort()).toEqual([204, 410])
    const winner = one.status === 204 ? "one-of-two" : "two-of-two"
    expect((await signIn(email, winner)).status).toBe(200)
  })

  test("of two links used at once one gets through", async () => {
    const { email, token } = await withLink("reset")
    const second = await linkFor(email)
    const statuses = (await Promise.all([reset(token), reset(second)])).map((a) => a.status)
    expect(statuses.sort()).toEqual([204, 410])
  })

  test("too short a one is refused at the field, and the link can still be used", async () => {
    const { token } = await withLink("reset")
    const answer = await reset(token, "12345")
    expect(answer.status).toBe(422)
    expect(answer.json).toMatchObject({ errors: { password: "password_too_short" } })
    expect((await reset(token)).status).toBe(204)
  })

  test("a member who came by Google gets a password by it", async () => {
    const { email } = await makeUser(db, { googleSubject: "google-1", verified: true })
    expect((await reset(await linkFor(email))).status).toBe(204)
    expect((await signIn(email, newPassword)).status).toBe(200)
  })
})

describe("no good", () => {
  const use = { verify, reset }
  const never: [what: string, spoil: (email: string) => Promise<unknown>][] = [
    ["expired", (email) => db.one`update mail_links set expires_at = now() where email = ${email}`],
    [
      "sent to a former address",
      (email) => db.one`update users set email = ${`new-${email}`} where email = ${email}`,
    ],
    ["of an account that is gone", (email) => db.one`delete from users where email = ${email}`],
  ]

  for (const purpose of ["verify", "reset"] as const) {
    test.each(never)(`is a ${purpose} link that is %s`, async (_what, spoil) => {
      const { id, email, token } = await withLink(purpose)
      await spoil(email)
      expectUnusable(await use[purpose](token))
      expect(await isVerified(id)).not.toBe(true)
      expect((await signIn(`new-${email}`, newPassword)).status).toBe(401)
    })

    test.each<[unknown]>([
      ["x".repeat(43)],
      [""],
      ["short"],
      ["y".repeat(44)],
      [`${"z".repeat(42)}=`],
      [`${"z".repeat(42)}\u0000`],
      [{ $ne: "" }],
      [null],
      [undefined],
    ])(`is a ${purpose} link that carries %j`, async (token) => {
      expectUnusable(await use[purpose](token))
    })

    test(`is a ${purpose} link as it stands in the database`, async () => {
      const { id, email } = await withLink(purpose)
      const row = await db.one<{ hex: string; base64: string }>`
        select encode(token_hash, 'hex') as hex, encode(token_hash, 'base64') as base64
        from mail_links where email = ${email}`
      const base64url = row?.base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
      for (const stolen of [row?.hex, row?.base64, base64url, row?.hex.slice(0, 43)]) {
        expectUnusable(await use[purpose](stolen))
      }
      expect(await isVerified(id)).toBe(false)
    })
  }

  test("is a link for another purpose, which it does not use up", async () => {
    const confirming = await withLink("verify")
    expectUnusable(await reset(confirming.token))
    expect((await signIn(confirming.email, newPassword)).status).toBe(401)
    expect((await verify(confirming.token)).status).toBe(200)

    const resetting = await withLink("reset")
    expectUnusable(await verify(resetting.token))
    expect((await reset(resetting.token)).status).toBe(204)
  })
})

test("after a reset the new password lets in at once, however many tries there were before", async () => {
  const { email, token } = await withLink("reset")
  const browser = openBrowser()
  for (let tries = 0; tries < 10; tries++) await signIn(email, "not-this-one", browser)
  expect((await signIn(email, password, browser)).status).toBe(429)
  expect((await reset(token, newPassword, browser)).status).toBe(204)
  expect((await signIn(email, newPassword, browser)).status).toBe(200)
})
