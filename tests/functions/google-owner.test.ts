/**
 * Who can make Google's button lead to an account: whoever has shown that its address is theirs. Somebody
 * may have signed up with another's address, and wait inside for its owner to come.
 */
import { beforeEach, describe, expect, test } from "vitest"
import auth from "../../netlify/functions/auth.ts"
import authMail from "../../netlify/functions/auth-mail.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { googleServer, location } from "../google.ts"
import { mailbox, tokenIn } from "../mailbox.ts"
import { browserOf, makeMember } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const box = mailbox()
const google = googleServer()

let people = 0
let email: string
beforeEach(() => {
  people += 1
  email = `person-${people}@daina.test`
  google.claims = { sub: `sub-${people}`, email, email_verified: true }
})

const post = async (browser: TestBrowser, path: string, body: object) => {
  const answer = await browser.call(authMail, "POST", `/api/auth/${path}`, body)
  await browser.afterwards()
  return answer
}

/** Somebody who signed up with the address, and the link that confirms it. */
async function signedUp() {
  const browser = openBrowser()
  const body = { email, password: "tere-mari", terms: true }
  const { json } = await browser.call(auth, "POST", "/api/auth/sign-up", body)
  await browser.afterwards()
  const { id } = Object(json["user"])
  return { id: String(id), browser, token: tokenIn(box.lastTo(email)) }
}

const isSignedIn = async (browser: TestBrowser) =>
  (await browser.call(auth, "GET", "/api/auth/session")).json["user"] !== null

const REFUSED = "/login?error=google_unconfirmed"
const byGoogle = async (browser = openBrowser()) => location(await google.signIn(browser))

const proofs = (id: string) => db.one`
  select email_verified_at is not null as verified, email_owned_at is not null as owned
  from users where id = ${id}`

describe("the link of the mail", () => {
  test("pressed in the browser that is signed in to the account, opens it to Google", async () => {
    const { id, browser, token } = await signedUp()
    expect(await byGoogle()).toBe(REFUSED)
    expect((await post(browser, "verify-email", { token })).status).toBe(200)
    expect(await proofs(id)).toEqual({ verified: true, owned: true })
    expect(await byGoogle()).toBe("/")
  })

  test.each<[who: string, browser: (id: string) => Promise<TestBrowser>]>([
    ["nobody", async () => openBrowser()],
    ["another member", async () => (await makeMember(db, { owned: true })).browser],
    [
      "the member, whose session has run out",
      async (id) => {
        const browser = await browserOf(db, id)
        await db.one`update sessions set expires_at = now() where user_id = ${id}`
        return browser
      },
    ],
  ])("pressed by %s, confirms the address alone", async (_who, browserFor) => {
    const { id, token } = await signedUp()
    expect((await post(await browserFor(id), "verify-email", { token })).status).toBe(200)
    expect(await proofs(id)).toEqual({ verified: true, owned: false })
    expect(await byGoogle()).toBe(REFUSED)
  })
})

test("a new password by mail opens the account to Google, and shuts out whoever was inside", async () => {
  const { id, browser: thief, token } = await signedUp()
  await post(openBrowser(), "verify-email", { token })
  expect(await byGoogle()).toBe(REFUSED)

  await post(openBrowser(), "forgot-password", { email })
  const link = { token: tokenIn(box.lastTo(email)), password: "only-mine" }
  expect((await post(openBrowser(), "reset-password", link)).status).toBe(204)
  expect(await isSignedIn(thief)).toBe(false)
  expect(await proofs(id)).toEqual({ verified: true, owned: true })
  const mine = openBrowser()
  expect(await byGoogle(mine)).toBe("/")
  expect((await mine.call(auth, "GET", "/api/auth/session")).json["user"]).toEqual({ id, email })
})

test("an account that Google opened is its holder's own", async () => {
  const browser = openBrowser()
  await byGoogle(browser)
  const { json } = await browser.call(auth, "GET", "/api/auth/session")
  expect(await proofs(Object(json["user"]).id)).toEqual({ verified: true, owned: true })
})
