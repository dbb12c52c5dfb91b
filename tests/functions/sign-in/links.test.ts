import { describe, expect, test } from "vitest"
import { storeAttempts } from "../../support/attempts.ts"
import {
  type BrowserResponse,
  getStatusAndCode,
  openBrowser,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { getToken, startMailbox } from "../../support/mailbox.ts"
import { openSignedInBrowser } from "../../support/people/members.ts"
import {
  changePassword,
  isSignedIn,
  requestPasswordReset,
  requestVerification,
  resetPassword,
  signIn,
  verifyEmail,
} from "../../support/people/sign-in.ts"

const { db } = await openTestDatabase()
const mailbox = startMailbox()
const password = "the-old-one"
const newPassword = "the-new-one"

const verify = (token: unknown) => verifyEmail(token)
const reset = (token: unknown, chosenPassword = newPassword, browser?: TestBrowser) =>
  resetPassword(token, chosenPassword, browser)

/**
 * Requests an emailed link and returns its token. With a signed-in browser, the link confirms the email address; without a
 * browser, it resets the password.
 */
async function requestLink(email: string, browser: TestBrowser | null = null): Promise<string> {
  const response = await (browser ? requestVerification(browser) : requestPasswordReset(email))
  expect(response.status).toBe(204)
  return getToken(mailbox.getLastMailTo(email))
}

async function makeMemberWithLink(purpose: "verify" | "reset") {
  const user = await makeUser(db, { password, isConfirmed: false })
  const browser = await openSignedInBrowser(db, user.id)
  const token = await requestLink(user.email, purpose === "verify" ? browser : null)
  return { ...user, browser, token }
}

const isVerified = (id: string) =>
  db.value<boolean>`select email_verified_at is not null from users where id = ${id}`

const expectUnusable = (response: BrowserResponse) =>
  expect(getStatusAndCode(response)).toEqual([410, "link_unusable"])

describe("confirming an address", () => {
  test("a link confirms the email address once, without a log-in", async () => {
    const { id, email, token } = await makeMemberWithLink("verify")
    expect(await isVerified(id)).toBe(false)
    const response = await verify(token)
    expect([response.status, response.json]).toEqual([200, { email }])
    expect(response.headers.getSetCookie(), "the link does not log in").toEqual([])
    expect(await isVerified(id)).toBe(true)
    expectUnusable(await verify(token))
  })

  test("a confirmation makes other confirmation links unusable, but no reset link", async () => {
    const { email, browser, token } = await makeMemberWithLink("verify")
    const otherLinks = [await requestLink(email, browser), await requestLink(email, browser)]
    const otherMember = await makeMemberWithLink("verify")
    const resetToken = await requestLink(email)
    expect((await verify(otherLinks[0])).status).toBe(200)
    for (const otherToken of [token, ...otherLinks]) expectUnusable(await verify(otherToken))
    expect((await verify(otherMember.token)).status).toBe(200)
    expect((await reset(resetToken)).status).toBe(204)
  })

  test("a confirmed member and an anonymous visitor get no confirmation email", async () => {
    const { browser, token } = await makeMemberWithLink("verify")
    await verify(token)
    mailbox.mails.splice(0)
    expect((await requestVerification(browser)).status).toBe(204)
    expect((await requestVerification(openBrowser())).status).toBe(401)
    expect(mailbox.mails).toEqual([])
  })
})

describe("a new password", () => {
  test("a reset sets the password, ends all sessions, confirms the address and sends an email", async () => {
    const { id, email, browser, token } = await makeMemberWithLink("reset")
    const otherBrowser = await openSignedInBrowser(db, id)
    const response = await reset(token, newPassword, browser)
    expect([response.status, response.text]).toEqual([204, ""])
    expect([await isSignedIn(browser), await isSignedIn(otherBrowser)]).toEqual([false, false])
    expect(mailbox.getLastMailTo(email).subject).toContain("was changed")
    expect(getToken(mailbox.getLastMailTo(email)), "the email has no link with a token").toBe("")
    expect((await signIn(email, password)).status).toBe(401)
    expect((await signIn(email, newPassword)).status).toBe(200)
    expect(await isVerified(id)).toBe(true)
    expectUnusable(await reset(token))
  })

  test("a new link makes earlier links unusable", async () => {
    const { email, token } = await makeMemberWithLink("reset")
    const otherMember = await makeMemberWithLink("reset")
    const second = await requestLink(email)
    expectUnusable(await reset(token))
    expect((await reset(second)).status).toBe(204)
    expect((await reset(otherMember.token)).status).toBe(204)
  })

  test("a link works until a further requested email is sent", async () => {
    const { email, token } = await makeMemberWithLink("reset")
    await db.one`select request_password_reset(${email})`
    await db.many`
      select store_mail_link(m.id, sha256('next'), '1 hour') from mails m
      join users u on u.id = m.user_id where u.email = ${email} and m.sent_at is null`
    expect((await reset(token)).status).toBe(204)
  })

  test("changing the password in the profile makes reset links unusable", async () => {
    const { token, browser } = await makeMemberWithLink("reset")
    expect((await changePassword(browser, password, newPassword)).status).toBe(204)
    expectUnusable(await reset(token))
  })

  test("a reset link stays usable after a password that is too short", async () => {
    const { token } = await makeMemberWithLink("reset")
    const response = await reset(token, "12345")
    expect(response.status).toBe(422)
    expect(response.json).toMatchObject({ errors: { password: "password_too_short" } })
    expect((await reset(token)).status).toBe(204)
  })

  test("after a reset, a member can log in despite too many wrong attempts before it", async () => {
    const { email, token } = await makeMemberWithLink("reset")
    const browser = openBrowser()
    await storeAttempts(db, "sign-in", `${email} ${browser.ip}`, 10)
    expect((await signIn(email, password, browser)).status).toBe(429)
    expect((await reset(token, newPassword, browser)).status).toBe(204)
    expect((await signIn(email, newPassword, browser)).status).toBe(200)
  })

  test("a member without a password can set one by a reset", async () => {
    const googleMember = await makeUser(db, { googleSubject: crypto.randomUUID() })
    expect((await reset(await requestLink(googleMember.email))).status).toBe(204)
    expect((await signIn(googleMember.email, newPassword)).status).toBe(200)
  })
})

describe.each([
  ["verify", verify],
  ["reset", reset],
] as const)("a link with the purpose %s", (purpose, openLink) => {
  test("the link works for only one of two concurrent requests", async () => {
    const { token } = await makeMemberWithLink(purpose)
    const statuses = (await repeatConcurrently(2, () => openLink(token)))
      .map(({ status }) => status)
      .sort()
    expect(statuses).toEqual([purpose === "verify" ? 200 : 204, 410])
  })

  test.each<[name: string, breakLink: (email: string) => Promise<unknown>]>([
    ["expired", (email) => db.one`update mail_links set expires_at = now() where email = ${email}`],
    [
      "for a former address",
      (email) => db.one`update users set email = ${`new-${email}`} where email = ${email}`,
    ],
    ["for a deleted account", (email) => db.one`delete from users where email = ${email}`],
  ])("a link that is %s is unusable", async (_name, breakLink) => {
    const { id, email, token } = await makeMemberWithLink(purpose)
    await breakLink(email)
    expectUnusable(await openLink(token))
    expect(await isVerified(id)).not.toBe(true)
    expect((await signIn(`new-${email}`, newPassword)).status).toBe(401)
  })

  test("an unknown or malformed token is refused", async () => {
    const [unknown, tooShort] = ["x".repeat(43), "z".repeat(42)]
    for (const token of [
      unknown,
      "",
      "short",
      `${unknown}x`,
      `${tooShort}=`,
      `${tooShort}\u0000`,
      { $ne: "" },
      null,
    ]) {
      expectUnusable(await openLink(token))
    }
  })

  test("the stored hash of a token is unusable as a token", async () => {
    const { id, email } = await makeMemberWithLink(purpose)
    const row = await db.one<{ hex: string; base64: string }>`
      select encode(token_hash, 'hex') as hex, encode(token_hash, 'base64') as base64
      from mail_links where email = ${email}`
    const base64url = row?.base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
    for (const stolen of [row?.hex, row?.base64, base64url, row?.hex.slice(0, 43)]) {
      expectUnusable(await openLink(stolen))
    }
    expect(await isVerified(id)).toBe(false)
  })

  test("a link is refused by the route for the other kind of link, and stays usable", async () => {
    const { email, token } = await makeMemberWithLink(purpose)
    expectUnusable(await (purpose === "verify" ? reset : verify)(token))
    expect((await signIn(email, newPassword)).status).toBe(401)
    expect((await openLink(token)).status).toBeLessThan(300)
  })
})
