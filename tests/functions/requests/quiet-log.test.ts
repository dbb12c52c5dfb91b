/** Tests that the refusal of an invalid request writes no line to the log, except a line about a security event. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type BrowserResponse, openBrowser } from "../../support/browser-like.ts"
import { runDuringTransaction } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { articleFields } from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"
import {
  changePassword,
  password,
  resetPassword,
  signIn,
  signUp,
  verifyEmail,
} from "../../support/people/sign-in.ts"

const { db, ownerUrl } = await openTestDatabase()
const METHODS = ["error", "warn", "log", "info"] as const
let loggedLines: string[]
beforeEach(() => {
  loggedLines = []
  for (const method of METHODS) {
    vi.spyOn(console, method).mockImplementation((line) => {
      if (!/^\{"log":"security"/.test(String(line))) loggedLines.push(String(line))
    })
  }
})
afterEach(() => void vi.restoreAllMocks())

const expectRefusedWithoutLog = (
  { status, json }: BrowserResponse,
  ...expected: [status: number, code: string]
) => {
  expect([status, json["code"]]).toEqual(expected)
  expect(loggedLines).toEqual([])
}

test("a password change that is refused during another password change is not logged", async () => {
  const { id, browser } = await makeMember(db, { password: "the-old-one" })
  const change: [string, string] = ["select replace_password($1, 'another', null)", id]
  const response = await runDuringTransaction(ownerUrl, change, () =>
    changePassword(browser, "the-old-one", "the-new-one"),
  )
  expectRefusedWithoutLog(response, 409, "stale")
})

test("a refused save of another member's profile is not logged", async () => {
  const { browser } = await makeMember(db)
  const { id: user_id } = await makeUser(db)
  const body = { user_id, display_name: "Mari" }
  expectRefusedWithoutLog(await browser.send("PATCH", "/api/profile", body), 409, "stale")
})

test("an invalid picture, or an avatar address that is not an uploaded picture, is not logged", async () => {
  const { browser } = await makeMember(db)
  const avatar_url = "/uploads/avatars/x"
  const body = { display_name: "Mari", avatar_url }
  expectRefusedWithoutLog(await browser.send("PATCH", "/api/profile", body), 422, "invalid")
  const type = { "content-type": "image/png" }
  const upload = browser.send("PUT", "/api/profile/avatar", new Uint8Array(9), type)
  expectRefusedWithoutLog(await upload, 415, "unsupported_image")
})

test("a value that Postgres cannot store is not logged", async () => {
  const { browser } = await makeMember(db, { role: "super_admin" })
  const article = { ...articleFields, slug: "a-title", content: "a\u0000b" }
  const response = await browser.send("POST", "/api/admin/news", article)
  expectRefusedWithoutLog(response, 400, "malformed")
})

test("a body that is invalid or too long is not logged", async () => {
  const call = (body: Uint8Array) => openBrowser().send("POST", "/api/auth/sign-in", body)
  expectRefusedWithoutLog(await call(new TextEncoder().encode("{")), 400, "malformed")
  expectRefusedWithoutLog(await call(new Uint8Array([0xff, 0xfe])), 400, "malformed")
  expectRefusedWithoutLog(await call(new Uint8Array(5_000_000)), 413, "too_large")
})

test("a taken email address, an invalid link and a wrong password are not logged", async () => {
  const { email } = await makeUser(db)
  expectRefusedWithoutLog(await signUp({ email, password, terms: true }), 409, "email_taken")
  const token = "x".repeat(43)
  expectRefusedWithoutLog(await resetPassword(token, password), 410, "link_unusable")
  expectRefusedWithoutLog(await verifyEmail(token), 410, "link_unusable")
  expectRefusedWithoutLog(await signIn(email), 401, "invalid_credentials")
})
