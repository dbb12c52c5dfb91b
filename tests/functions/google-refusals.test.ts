/** Attacks on signing in with Google, and what goes wrong there. */
import { beforeEach, describe, expect, test } from "vitest"
import auth from "../../netlify/functions/auth.ts"
import { type Answer, ORIGIN, openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { googleServer, location } from "../google.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const google = googleServer()

beforeEach(() => {
  google.claims = { sub: "sub-1", email: "mari@daina.test", email_verified: true }
})

const isSignedIn = async (browser: TestBrowser) =>
  (await browser.call(auth, "GET", "/api/auth/session")).json["user"] !== null

async function expectFailure(browser: TestBrowser, answer: Answer) {
  expect([answer.status, location(answer)]).toEqual([302, "/login?error=google_failed"])
  expect(await isSignedIn(browser)).toBe(false)
  expect(browser.cookies.has("daina_google"), "the journey is over").toBe(false)
}

describe("a way back that is not the one from this journey fails", () => {
  const spoilt: [what: string, spoil: (back: URL) => void][] = [
    ["another state", (back) => back.searchParams.set("state", "x".repeat(43))],
    ["no state", (back) => back.searchParams.delete("state")],
    ["no code", (back) => back.searchParams.delete("code")],
    ["a code that was made up", (back) => back.searchParams.set("code", "made-up")],
    [
      "a refusal at Google",
      (back) => {
        back.searchParams.delete("code")
        back.searchParams.set("error", "access_denied")
      },
    ],
  ]
  test.each(spoilt)("%s", async (_what, spoil) => {
    const browser = openBrowser()
    const back = await google.confirm(await google.leave(browser))
    spoil(back)
    await expectFailure(browser, await google.comeBack(browser, back))
    expect(await db.many`select from users`).toEqual([])
  })

  test("in a browser that never left", async () => {
    const back = await google.confirm(await google.leave(openBrowser()))
    const victim = openBrowser()
    await expectFailure(victim, await google.comeBack(victim, back))
  })

  test("with the code of somebody else's journey, put into one's own", async () => {
    const thief = openBrowser()
    const stolen = await google.confirm(await google.leave(openBrowser()))
    const own = await google.confirm(await google.leave(thief))
    own.searchParams.set("code", stolen.searchParams.get("code") ?? "")
    await expectFailure(thief, await google.comeBack(thief, own))
  })

  test("a second time", async () => {
    const browser = openBrowser()
    const left = await google.leave(browser)
    const kept = browser.cookies.get("daina_google") ?? ""
    const back = await google.confirm(left)
    expect(location(await google.comeBack(browser, back))).toBe("/")

    const replayed = openBrowser()
    await expectFailure(replayed, await google.comeBack(replayed, back))
    replayed.cookies.set("daina_google", kept)
    await expectFailure(replayed, await google.comeBack(replayed, back))
  })

  test.each(["", "{", "null", "%ff", "{}", '{"state":"a"}'])(
    "with the cookie %j",
    async (value) => {
      const browser = openBrowser()
      const back = await google.confirm(await google.leave(browser))
      browser.cookies.set("daina_google", encodeURIComponent(value))
      await expectFailure(browser, await google.comeBack(browser, back))
    },
  )
})

describe("a token that is not what we asked for opens nothing", () => {
  const now = Math.floor(Date.now() / 1000)
  test.each<[claims: Record<string, unknown>]>([
    [{ nonce: "another" }],
    [{ nonce: undefined }],
    [{ aud: "another-client" }],
    [{ aud: ["daina-test", "another-client"] }],
    [{ iss: "https://accounts.google.com" }],
    [{ iss: "http://127.0.0.1:1" }],
    [{ exp: now - 1 }],
    [{ exp: undefined }],
    [{ sub: "" }],
    [{ sub: "x".repeat(256) }],
    [{ email: undefined }],
    [{ email: "not mail" }],
    [{ email: "a@b.ee\r\nBcc: c@d.ee" }],
    [{ email_verified: undefined }],
    [{ email_verified: 1 }],
  ])("%j", async (claims) => {
    Object.assign(google.claims, claims)
    const browser = openBrowser()
    await expectFailure(browser, await google.signIn(browser))
    expect(await db.many`select from users where google_subject <> 'sub-1'`).toEqual([])
  })

  test.each([400, 401, 500, 503])("no token at all: Google answers %i", async (status) => {
    google.status = status
    const browser = openBrowser()
    await expectFailure(browser, await google.signIn(browser))
    google.status = 200
    expect(location(await google.signIn(browser)), "and then it works again").toBe("/")
  })

  test("nobody answers at Google's address", async () => {
    const browser = openBrowser()
    const back = await google.confirm(await google.leave(browser))
    const { GOOGLE_ISSUER } = process.env
    process.env.GOOGLE_ISSUER = "http://127.0.0.1:9"
    const answer = await google.comeBack(browser, back)
    process.env.GOOGLE_ISSUER = GOOGLE_ISSUER
    await expectFailure(browser, answer)
  })
})

describe("afterwards", () => {
  test.each(["/profile?delete", "/lv/admin/news?edit=new#x", "/%2F/evil.example"])(
    "a page of ours is gone to: %s",
    async (next) => {
      expect(location(await google.signIn(openBrowser(), { next }))).toBe(next)
    },
  )

  const elsewhere = [
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\nset-cookie: a=b",
    "/.//evil.example",
    "/x/..//evil.example",
    "admin",
  ]
  test.each(elsewhere)("anything else leads home: %j", async (next) => {
    const answer = await google.signIn(openBrowser(), { next, language: "ru" })
    expect(location(answer)).toBe("/ru")
  })

  test.each(elsewhere)("also when it stands in the browser's cookie: %j", async (next) => {
    const browser = openBrowser()
    const left = await google.leave(browser)
    const kept = JSON.parse(decodeURIComponent(browser.cookies.get("daina_google") ?? ""))
    browser.cookies.set("daina_google", encodeURIComponent(JSON.stringify({ ...kept, next })))
    expect(location(await google.comeBack(browser, await google.confirm(left)))).toBe("/")
  })

  test.each(elsewhere)("nor does a failure lead there: %j", async (next) => {
    google.status = 500
    const target = new URL(location(await google.signIn(openBrowser(), { next })), ORIGIN)
    expect([target.origin, target.pathname]).toEqual([ORIGIN, "/login"])
    expect(target.searchParams.get("next")).toBeNull()
  })

  test("an unknown language is English", async () => {
    expect(location(await google.signIn(openBrowser(), { language: "//evil" }))).toBe("/")
  })
})
