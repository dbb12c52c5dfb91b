/** A password that is changed while somebody signs in with it opens nothing from then on. */
import { setTimeout } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import auth from "../../netlify/functions/auth.ts"
import authMail from "../../netlify/functions/auth-mail.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser, type TestUser } from "../factories.ts"
import { mailbox, tokenIn } from "../mailbox.ts"
import { meanwhile } from "../meanwhile.ts"
import { browserOf } from "../members.ts"

const { owner, ownerUrl } = testDatabase()
const db = owner.as(null)
const box = mailbox()
const password = "the-old-one"
const newPassword = "the-new-one"

const signIn = (email: string, browser: TestBrowser) =>
  browser.call(auth, "POST", "/api/auth/sign-in", { email, password })
const isSignedIn = async (browser: TestBrowser) =>
  (await browser.call(account, "GET", "/api/account")).status === 200

/** Gives the member a new password; each way prepares itself before the race. */
const ways: [way: string, prepare: (user: TestUser) => Promise<() => Promise<unknown>>][] = [
  [
    "changed in the profile",
    async ({ id }) => {
      const browser = await browserOf(db, id)
      const body = { current_password: password, new_password: newPassword }
      return async () => {
        await browser.call(account, "PUT", "/api/account/password", body)
        await browser.afterwards()
      }
    },
  ],
  [
    "replaced by a mailed link",
    async ({ email }) => {
      const browser = openBrowser()
      await browser.call(authMail, "POST", "/api/auth/forgot-password", { email })
      await browser.afterwards()
      const body = { token: tokenIn(box.lastTo(email)), password: newPassword }
      return async () => {
        await browser.call(authMail, "POST", "/api/auth/reset-password", body)
        await browser.afterwards()
      }
    },
  ],
]

describe.each(ways)("%s", (_way, prepare) => {
  test("while many sign in, no session of the old one is left", async () => {
    for (const delay of [0, 20, 60]) {
      const user = await makeUser(db, { password })
      const replace = await prepare(user)
      const browsers = Array.from({ length: 10 }, () => openBrowser())
      const [answers] = await Promise.all([
        Promise.all(browsers.map((browser) => signIn(user.email, browser))),
        setTimeout(delay).then(replace),
      ])
      for (const { status } of answers) expect([200, 401]).toContain(status)
      expect(await Promise.all(browsers.map(isSignedIn))).toEqual(browsers.map(() => false))
    }
  })
})

test("a sign-in that has compared the old one already is refused", async () => {
  const { id, email } = await makeUser(db, { password })
  const browser = openBrowser()
  const change: [string, string] = ["select replace_password($1, 'another')", id]
  const answer = await meanwhile(ownerUrl, change, () => signIn(email, browser))
  expect([answer.status, answer.json["code"]]).toEqual([401, "invalid_credentials"])
  expect(browser.cookies.size).toBe(0)
  expect(await db.many`select from sessions where user_id = ${id}`).toEqual([])
})
