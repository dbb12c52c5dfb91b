/** A member who shows by Google once more that it is them, and where the journey leads back to. */
import { beforeEach, describe, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import auth from "../../netlify/functions/auth.ts"
import google from "../../netlify/functions/auth-google.ts"
import { ORIGIN, openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { googleServer, location } from "../google.ts"
import { browserOf } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const server = googleServer()
const PROOF = { proof: "1", next: "/lv/profile?delete", language: "lv" }

let people = 0
/** Somebody with a Google account, who is signed in since yesterday. */
async function member(options: { remember?: boolean } = {}) {
  people += 1
  const sub = `sub-${people}`
  const user = await makeUser(db, { googleSubject: sub, owned: true })
  const browser = await browserOf(db, user.id, { method: "google", ...options })
  await db.one`
    update sessions set created_at = now() - interval '1 day' where user_id = ${user.id}`
  return { ...user, browser, claims: { sub, email: user.email, email_verified: true } }
}

const whoIs = async (browser: TestBrowser) =>
  Object((await browser.call(auth, "GET", "/api/auth/session")).json["user"]).id
const subjectsOf = (id: string) => db.one`
  select google_subject as subject from users where id = ${id}`
const leaves = async (browser: TestBrowser) =>
  (await browser.call(account, "DELETE", "/api/account", {})).status

beforeEach(() => {
  server.claims = { sub: "a-stranger", email: "stranger@daina.test", email_verified: true }
})

describe("proof", () => {
  test("by one's own Google account opens a fresh session, remembered as before", async () => {
    const { id, browser, claims } = await member({ remember: true })
    expect(await leaves(browser)).toBe(403)
    const before = browser.cookies.get("daina_session")
    // Its address at Google may be another by now, and not verified yet.
    server.claims = { ...claims, email: "moved@elsewhere.test", email_verified: false }
    const answer = await server.signIn(browser, PROOF)
    expect(location(answer)).toBe("/lv/profile?delete")
    expect(browser.cookies.get("daina_session")).not.toBe(before)
    expect(answer.headers.getSetCookie().join()).toMatch(/daina_session=[^,]+Max-Age=2592000/)
    expect(browser.cookies.has("daina_google_done"), "nobody is greeted").toBe(false)
    expect(await whoIs(browser)).toBe(id)
    expect(await leaves(browser)).toBe(204)
  })

  test("by another Google account is none: nobody is signed in, and nothing linked", async () => {
    const { id, browser, claims } = await member()
    const someoneElse = await member()
    for (const wrong of [server.claims, someoneElse.claims, { ...claims, sub: "same-address" }]) {
      server.claims = wrong
      const answer = await server.signIn(browser, PROOF)
      expect(location(answer)).toBe("/lv/profile?delete=&error=google_mismatch")
      expect(await whoIs(browser)).toBe(id)
      expect(browser.cookies.has("daina_google")).toBe(false)
    }
    expect(await leaves(browser)).toBe(403)
    expect(await subjectsOf(id)).toEqual({ subject: claims.sub })
    expect(await db.many`select from users where email = 'stranger@daina.test'`).toEqual([])
  })

  test("is none for an account without Google, and links nothing", async () => {
    const { id, email } = await makeUser(db, { owned: true })
    const browser = await browserOf(db, id)
    server.claims = { sub: "a-first", email, email_verified: true }
    expect(location(await server.signIn(browser, PROOF))).toContain("error=google_mismatch")
    expect(await subjectsOf(id)).toEqual({ subject: null })
    expect(await leaves(browser)).toBe(403)
  })

  test.each<[what: string, meanwhile: (browser: TestBrowser) => Promise<unknown>]>([
    ["signed out meanwhile", (browser) => browser.call(auth, "POST", "/api/auth/sign-out", {})],
    [
      "another member by now",
      async (browser) => {
        const other = await member()
        browser.cookies.set("daina_session", other.browser.cookies.get("daina_session") ?? "")
      },
    ],
  ])("is none for a member who is %s", async (_what, meanwhile) => {
    const { browser, claims } = await member()
    server.claims = claims
    const back = await server.confirm(await server.leave(browser, PROOF))
    await meanwhile(browser)
    const before = await whoIs(browser)
    const answer = await server.comeBack(browser, back)
    expect(location(answer)).toContain("/lv/profile?delete=&error=google_mismatch")
    expect(await whoIs(browser)).toBe(before)
  })

  test("that is called off leads back to where it was asked for", async () => {
    const { id, browser } = await member()
    const back = await server.confirm(await server.leave(browser, PROOF))
    back.searchParams.delete("code")
    back.searchParams.set("error", "access_denied")
    const answer = await server.comeBack(browser, back)
    expect(location(answer)).toBe("/lv/profile?delete=&error=google_failed")
    expect(await whoIs(browser)).toBe(id)
  })

  test("asked of a stranger is signing in like any other", async () => {
    const browser = openBrowser()
    expect(location(await server.signIn(browser, PROOF))).toBe("/lv/profile?delete")
    expect(await whoIs(browser)).toBeTypeOf("string")
  })
})

describe("a link that is pressed before its page's script", () => {
  const nextAfter = async (query: string, referer: string) => {
    const browser = openBrowser()
    const path = `/api/auth/google${query}`
    const left = await browser.call(google, "GET", path, undefined, { referer })
    return location(await server.comeBack(browser, await server.confirm(left)))
  }
  const page = (next: string) => `${ORIGIN}/login?${new URLSearchParams({ next })}`

  test("leads where that page was to lead", async () => {
    expect(await nextAfter("", page("/profile?delete"))).toBe("/profile?delete")
    expect(await nextAfter("?next=/news", page("/profile")), "what it says itself").toBe("/news")
  })

  test.each([
    ["another site's page", "https://evil.example/login?next=/profile"],
    ["a page that leads elsewhere", page("https://evil.example")],
    ["a page that leads elsewhere in disguise", page("/\\evil.example")],
    ["a page that leads too far", page(`/${"x".repeat(1000)}`)],
    ["no address", "next=/profile"],
    ["a page that leads nowhere", `${ORIGIN}/login`],
  ])("leads home from %s", async (_what, referer) => {
    expect(await nextAfter("", referer)).toBe("/")
  })

  test("leads home when it asks for too much itself", async () => {
    expect(await nextAfter(`?next=/${"x".repeat(1000)}`, page("/profile"))).toBe("/")
  })
})
