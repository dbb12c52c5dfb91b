import { beforeEach, describe, expect, test } from "vitest"
import {
  type BrowserResponse,
  getStatusAndCode,
  openBrowser,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { type Member, makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import { getSignedInUser, password, resetPassword, signIn } from "../../support/people/sign-in.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { getLocation, startGoogle } from "../../support/servers/google.ts"

const { db, clear } = await openTestDatabase()
const google = startGoogle()
startStorage()

let superAdmin: Member
beforeEach(async () => {
  await clear("users", "audit_log")
  superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
})

const call = (method: string, path: string, body?: object, browser = superAdmin.browser) =>
  browser.send(method, `/api/admin/users${path}`, body)
type Action = (id: string, browser?: TestBrowser) => Promise<BrowserResponse>
const block = (id: string, reason: string | null = null, browser?: TestBrowser) =>
  call("PUT", `/${id}/block`, { reason }, browser)
const unblock: Action = (id, browser) => call("DELETE", `/${id}/block`, undefined, browser)
const listLogEntries = () => db.many<{ action: string; target_id: string; reason: string | null }>`
  select action, target_id, reason from audit_log where actor_id = ${superAdmin.id} order by id`

describe("blocking", () => {
  test("a block ends all sessions at once, and the list shows time and reason", async () => {
    const { id, browser } = await makeMember(db, { displayName: "Mari" })
    const phone = await openSignedInBrowser(db, id)
    const reason = "Spam \n in blogs"
    expect((await block(id, ` ${reason} `)).status).toBe(204)
    expect(await db.many`select from sessions where user_id = ${id}`).toEqual([])
    for (const device of [browser, phone, await openSignedInBrowser(db, id)]) {
      expect(await getSignedInUser(device)).toBeNull()
      const writeResponse = await device.send("PATCH", "/api/profile", { display_name: "x" })
      expect(getStatusAndCode(writeResponse)).toEqual([401, "sign_in_required"])
    }
    const { json } = await call("GET", "?filter=blocked")
    const blocked = { id, blocked_at: expect.stringMatching(/Z$/), blocked_reason: reason }
    expect(json["users"]).toMatchObject([blocked])
    expect(await listLogEntries()).toEqual([{ action: "users.block", target_id: id, reason }])
  })

  test("a log-in reveals the block only with the right password", async () => {
    const { id, email } = await makeUser(db, { password })
    await block(id)
    const refused = await signIn(email)
    expect(getStatusAndCode(refused)).toEqual([403, "account_blocked"])
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(getStatusAndCode(await signIn(email, "guessed-it"))).toEqual([
      401,
      "invalid_credentials",
    ])
    expect(await db.many`select from sessions where user_id = ${id}`).toEqual([])
    await unblock(id)
    expect((await signIn(email)).status).toBe(200)
  })

  test.each(["email address", "Google id"])(
    "a log-in with Google is refused if a blocked account has the same %s",
    async (match) => {
      const claims = { sub: "sub-1", email: "blocked@daina.test", email_verified: true }
      const googleSubject = match === "Google id" ? claims.sub : undefined
      const { id } = await makeUser(db, { email: claims.email, ownsAddress: true, googleSubject })
      await block(id)
      Object.assign(google.claims, claims)
      const browser = openBrowser()
      expect(getLocation(await google.signIn(browser))).toBe("/login?error=google_blocked")
      expect(await getSignedInUser(browser)).toBeNull()
      await unblock(id)
      await google.signIn(browser)
      expect(await getSignedInUser(browser)).toMatchObject({ id })
    },
  )

  test("links for a password reset do not log in a blocked member", async () => {
    const { id, email } = await makeUser(db, { password, ownsAddress: true })
    const storeLink = (token: string) => db.one`
      insert into mail_links (token_hash, user_id, purpose, email, expires_at)
      values (sha256(${token}::bytea), ${id}, 'reset_password', ${email},
        now() + interval '1 hour')`
    const [tokenBeforeBlock, tokenAfterBlock] = ["b".repeat(43), "a".repeat(43)]
    await storeLink(tokenBeforeBlock)
    await block(id)
    await storeLink(tokenAfterBlock)
    const browser = openBrowser()
    expect((await resetPassword(tokenBeforeBlock, "another-one", browser)).status).toBe(410)
    await resetPassword(tokenAfterBlock, "another-one", browser)
    expect(await getSignedInUser(browser)).toBeNull()
  })
})
