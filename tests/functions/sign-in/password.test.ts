import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { getPasswordRefusal } from "../../../netlify/lib/sign-in/password.ts"
import { expectRateLimited, storeAttempts } from "../../support/attempts.ts"
import {
  type BrowserResponse,
  expectErrors,
  openBrowser,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { runDuringTransaction } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser, type TestUser } from "../../support/factories.ts"
import { getToken, startMailbox } from "../../support/mailbox.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import {
  changePassword,
  isSignedIn,
  password,
  proveIdentity,
  requestPasswordReset,
  resetPassword,
  signIn,
  signUp,
} from "../../support/people/sign-in.ts"

const { db, ownerUrl } = await openTestDatabase()
const mailbox = startMailbox()

const changePasswordIn = (
  browser: TestBrowser,
  currentPassword: unknown,
  chosenPassword: unknown = "new-one",
  headers = {},
) => changePassword(browser, currentPassword, chosenPassword, headers)
const canLogIn = async (email: string, triedPassword: string) =>
  (await signIn(email, triedPassword)).status === 200

async function requestResetToken({ email }: TestUser): Promise<string> {
  await requestPasswordReset(email)
  return getToken(mailbox.getLastMailTo(email))
}

test("a changed password ends all other sessions and sends an email", async () => {
  const { id, email } = await makeUser(db, { password })
  const thisBrowser = await openSignedInBrowser(db, id, { remember: true })
  const before = thisBrowser.cookies.get("daina_session") ?? ""
  const otherBrowser = await openSignedInBrowser(db, id)
  const response = await changePasswordIn(thisBrowser, password)
  expect([response.status, response.text]).toEqual([204, ""])
  const [newCookie] = response.headers.getSetCookie()
  expect(newCookie, "the new session is remembered like the old session").toContain(
    "Max-Age=2592000",
  )
  expect(await isSignedIn(thisBrowser)).toBe(true)
  expect(await isSignedIn(otherBrowser)).toBe(false)
  expect(thisBrowser.cookies.get("daina_session")).not.toBe(before)
  thisBrowser.cookies.set("daina_session", before)
  expect(await isSignedIn(thisBrowser), "the former cookie opens no session").toBe(false)
  expect([await canLogIn(email, password), await canLogIn(email, "new-one")]).toEqual([false, true])
  expect(mailbox.getLastMailTo(email).text).toContain("http://daina.test/profile")
})

test("the email about a changed password contains the time, and a recognized browser", async () => {
  const { browser, email } = await makeMember(db, { password })
  const agent = "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/148.0.0.0 Safari/537.36"
  await changePasswordIn(browser, password, "new-one", { "user-agent": agent })
  const { text, html } = mailbox.getLastMailTo(email)
  expect(text).toMatch(new RegExp(`^When: .*${new Date().getFullYear()}.*\\d:\\d\\d`, "m"))
  expect(text).toContain("\nDevice: Chrome, ChromeOS\n")
  expect(html).toContain("Device: Chrome, ChromeOS")
  await changePasswordIn(browser, "new-one", "newer-one", { "user-agent": "curl/8 <b>" })
  expect(mailbox.getLastMailTo(email).text).toMatch(/^When: /m)
  expect(mailbox.getLastMailTo(email).text).not.toMatch(/Device|curl/)
})

test("a session that was not remembered still ends with the browser after a password change", async () => {
  const { browser } = await makeMember(db, { password })
  const response = await changePasswordIn(browser, password)
  expect(response.headers.getSetCookie().slice(0, 2).join()).not.toContain("Max-Age")
})

test.each([
  [{ current_password: "not-it" }, { current_password: "wrong_password" }],
  [{ current_password: undefined }, { current_password: "required" }],
  [{ current_password: "x".repeat(201) }, { current_password: "invalid" }],
  [{ new_password: "12345" }, { new_password: "password_too_short" }],
  [{ new_password: "1".repeat(201) }, { new_password: "password_too_long" }],
  [{ new_password: { $ne: "" } }, { new_password: "required" }],
])(
  "a change with %j is refused with an error at the field and ends no session",
  async (wrong, errors) => {
    const { email, browser } = await makeMember(db, { password })
    const body = { current_password: password, new_password: "new-one", ...wrong }
    const response = await changePasswordIn(browser, body.current_password, body.new_password)
    expectErrors(response, errors)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await isSignedIn(browser)).toBe(true)
    expect(await canLogIn(email, password)).toBe(true)
  },
)

test("wrong current passwords count toward the limit of wrong log-ins", async () => {
  const { email, browser } = await makeMember(db, { password })
  await storeAttempts(db, "sign-in", `${email} ${browser.ip}`, 9)
  expect((await changePasswordIn(browser, "not-it")).status).toBe(422)
  expectRateLimited(await changePasswordIn(browser, password), 300)
  expect((await signIn(email, password, openBrowser(browser.ip))).status).toBe(429)
  expect(await canLogIn(email, password)).toBe(true)
})

test("a change with the right password clears the counted wrong attempts", async () => {
  const { browser, email } = await makeMember(db, { password })
  await storeAttempts(db, "sign-in", `${email} ${browser.ip}`, 9)
  expect((await changePasswordIn(browser, password, "the-second")).status).toBe(204)
  expect((await changePasswordIn(browser, "the-second", "the-third")).status).toBe(204)
})

test("only one of two concurrent changes succeeds", async () => {
  const { id, email } = await makeUser(db, { password })
  const browsers = [await openSignedInBrowser(db, id), await openSignedInBrowser(db, id)] as const
  const responses = await Promise.all([
    changePasswordIn(browsers[0], password, "from-one"),
    changePasswordIn(browsers[1], password, "from-two"),
  ])
  const accepted = responses.findIndex(({ status }) => status === 204)
  const refusedResponse = responses[1 - accepted]
  expect([409, 422]).toContain(refusedResponse?.status)
  expect(refusedResponse?.headers.getSetCookie()).toEqual([])
  const passwords = ["from-one", "from-two"]
  expect(await canLogIn(email, passwords[accepted] ?? "")).toBe(true)
  expect(await canLogIn(email, passwords[1 - accepted] ?? "")).toBe(false)
  const rows = await db.many`select from sessions where user_id = ${id}`
  expect(rows, "the session of the change, and the session of the log-in above").toHaveLength(2)
})

test("a member without a password cannot guess a current password", async () => {
  const { id } = await makeUser(db, { googleSubject: "google-1", isConfirmed: true })
  const browser = await openSignedInBrowser(db, id, { method: "google" })
  for (const guess of ["null", "undefined", "nobody"]) {
    const response = await changePasswordIn(browser, guess)
    expect(response.json).toMatchObject({ errors: { current_password: "wrong_password" } })
  }
})

test.each([
  ["123456", "password_common"],
  ["PassWord1", "password_common"],
  ["daina2026", "password_common"],
  ["MARI.MAASIKAS@DAINA.TEST", "password_is_email"],
  ["mari.maasikas", "password_is_email"],
  ["MARI.MAASIKAS1!", "password_is_email"],
  ["mari.maasikas-dances", null],
  ["three old trams", null],
  ["žvaigždė", null],
])("the check of the password %j of Mari Maasikas returns %s", async (chosenPassword, error) => {
  expect(await getPasswordRefusal(chosenPassword, "Mari.Maasikas@daina.test")).toBe(error)
})

test("common, blank and own-address passwords are refused by every route that sets a password", async () => {
  const { browser, ...user } = await makeMember(db, { password })
  const token = await requestResetToken(user)
  const address = "new@daina.test"
  const register = (chosenPassword: string) =>
    signUp({ email: address, password: chosenPassword, terms: true })
  const routes: [
    field: string,
    ownEmail: string,
    choose: (chosenPassword: string) => Promise<BrowserResponse>,
  ][] = [
    ["password", address, register],
    ["password", user.email, (chosenPassword) => resetPassword(token, chosenPassword)],
    [
      "new_password",
      user.email,
      (chosenPassword) => changePasswordIn(browser, password, chosenPassword),
    ],
  ]
  for (const [field, ownEmail, choose] of routes) {
    for (const [chosenPassword, error] of [
      ["123456", "password_common"],
      ["      ", "password_blank"],
      [ownEmail.toUpperCase(), "password_is_email"],
    ] as const) {
      const response = await choose(chosenPassword)
      expectErrors(response, { [field]: error })
      expect(response.headers.getSetCookie()).toEqual([])
    }
  }
})

test("a change to the current password is refused", async () => {
  const { browser } = await makeMember(db, { password })
  const errors = { new_password: "password_unchanged" }
  expectErrors(await changePasswordIn(browser, password, password), errors)
})

describe("a password that keyboards send as different characters", () => {
  const composed = "\u0136\u012bnie\u0161u-\u00f5htu"
  const decomposed = "K\u0327i\u0304nie\u0161u-o\u0303htu"
  const fullWidth = "\uff2b\u0327i\u0304nies\u030cu\uff0do\u0303htu"
  /** Unicode forms of the same password. */
  const forms = [composed, decomposed, fullWidth]

  test.each(forms)(
    "each form opens the account when %j was chosen at sign-up",
    async (chosenPassword) => {
      const email = `${crypto.randomUUID()}@daina.test`
      const body = { email, password: chosenPassword, terms: true }
      expect((await signUp(body)).status).toBe(201)
      for (const triedPassword of forms) expect(await canLogIn(email, triedPassword)).toBe(true)
      expect(await canLogIn(email, "Kiniesu-ohtu")).toBe(false)
    },
  )

  test("each form opens the account after a change and after a reset", async () => {
    const { browser, ...user } = await makeMember(db, { password })
    expect((await changePasswordIn(browser, password, decomposed)).status).toBe(204)
    expect(await canLogIn(user.email, composed)).toBe(true)
    expect((await proveIdentity(browser, { password: fullWidth })).status).toBe(204)
    const unchanged = await changePasswordIn(browser, composed, decomposed)
    expectErrors(unchanged, { new_password: "password_unchanged" })
    expect((await resetPassword(await requestResetToken(user), fullWidth)).status).toBe(204)
    expect(await canLogIn(user.email, decomposed)).toBe(true)
  })

  test("length and commonness are checked in the normalized form of the password", async () => {
    for (const [chosenPassword, error] of [
      ["a\u0301".repeat(5), "password_too_short"],
      // Normalization turns this ligature into 18 letters.
      ["\ufdfa".repeat(12), "password_too_long"],
      ["a\u0301".repeat(401), "password_too_long"],
      ["\u3000".repeat(6), "password_blank"],
      ["\uff11\uff12\uff13\uff14\uff15\uff16", "password_common"],
    ]) {
      const body = { email: "new@daina.test", password: chosenPassword, terms: true }
      expect((await signUp(body)).json).toMatchObject({ errors: { password: error } })
    }
    const { email } = await makeUser(db, { password: "\u00e1".repeat(200) })
    expect(await canLogIn(email, "a\u0301".repeat(200))).toBe(true)
  })
})

/** Ways to change a password. `prepare` runs before the log-ins start, and returns a function that sets the password. */
const PASSWORD_CHANGES: [
  way: string,
  prepare: (user: TestUser) => Promise<() => Promise<unknown>>,
][] = [
  [
    "changed in the profile",
    async ({ id }) => {
      const browser = await openSignedInBrowser(db, id)
      return () => changePasswordIn(browser, password)
    },
  ],
  [
    "reset by an emailed link",
    async (user) => {
      const token = await requestResetToken(user)
      return () => resetPassword(token, "new-one")
    },
  ],
]

test.each(PASSWORD_CHANGES)(
  "if a password is %s during log-ins, no session that was opened with the old password remains",
  async (_way, prepare) => {
    for (const delayMs of [0, 30]) {
      const user = await makeUser(db, { password })
      const setPassword = await prepare(user)
      const browsers = Array.from({ length: 5 }, () => openBrowser())
      const [responses] = await Promise.all([
        Promise.all(browsers.map((browser) => signIn(user.email, password, browser))),
        sleep(delayMs).then(setPassword),
      ])
      for (const { status } of responses) expect([200, 401]).toContain(status)
      expect(await Promise.all(browsers.map(isSignedIn))).toEqual(browsers.map(() => false))
    }
  },
)

test("a log-in that compares the old password while the password is changed is refused", async () => {
  const { id, email } = await makeUser(db, { password })
  const browser = openBrowser()
  const passwordChange: [string, string] = ["select replace_password($1, 'another', null)", id]
  const response = await runDuringTransaction(ownerUrl, passwordChange, () =>
    signIn(email, password, browser),
  )
  expect([response.status, response.json["code"]]).toEqual([401, "invalid_credentials"])
  expect(browser.cookies.size).toBe(0)
  expect(await db.many`select from sessions where user_id = ${id}`).toEqual([])
})
