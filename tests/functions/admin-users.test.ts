/** What is done to members in the admin area: roles, blocking, deleting. */
import { beforeEach, describe, expect, test } from "vitest"
import adminUsers from "../../netlify/functions/admin-users.ts"
import auth from "../../netlify/functions/auth.ts"
import authMail from "../../netlify/functions/auth-mail.ts"
import profile from "../../netlify/functions/profile.ts"
import { storage } from "../blobs.ts"
import { type Answer, openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { googleServer, location } from "../google.ts"
import { meanwhile } from "../meanwhile.ts"
import { browserOf, type Member, makeMember } from "../members.ts"
import { forgetWrites } from "../teams.ts"

const { owner, app, ownerUrl } = testDatabase()
const db = owner.as(null)
const google = googleServer()
storage()
const password = "tere-mari"

let chief: Member
beforeEach(async () => {
  await db.one`delete from users`
  await db.one`delete from audit_log`
  await forgetWrites(db)
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
})

const setRole = (id: string, role: string, browser = chief.browser) =>
  browser.call(adminUsers, "PUT", `/api/admin/users/${id}/role`, { role })
const block = (id: string, reason: string | null = null, browser = chief.browser) =>
  browser.call(adminUsers, "PUT", `/api/admin/users/${id}/block`, { reason })
const unblock = (id: string, browser = chief.browser) =>
  browser.call(adminUsers, "DELETE", `/api/admin/users/${id}/block`)
const remove = (id: string, browser = chief.browser) =>
  browser.call(adminUsers, "DELETE", `/api/admin/users/${id}`)

const result = ({ status, json }: Answer) => [status, json["code"]]
const countOf = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length
const roleOf = async (id: string) =>
  (await db.one<{ role: string }>`select role from user_roles where user_id = ${id}`)?.role ??
  "user"
const bosses = async () =>
  (
    await db.many<{ id: string }>`
      select u.id from user_roles r join users u on u.id = r.user_id
      where r.role = 'super_admin' and u.blocked_at is null`
  ).map(({ id }) => id)
const log = () => db.many<{ action: string; target_id: string; reason: string | null }>`
  select action, target_id, reason from audit_log where actor_id = ${chief.id} order by id`
/** As if everything so far had happened that much earlier. */
const letPass = (span: string) => db.one`
  update attempts set last_at = last_at - ${span}::interval,
    moments = array(select m - ${span}::interval from unnest(moments) as m order by m)`

describe("roles", () => {
  test.each(["user", "admin", "super_admin"])("%s is given, and told", async (role) => {
    const { id } = await makeUser(db, { role: "admin" })
    const answer = await setRole(id, role)
    expect([answer.status, answer.json]).toEqual([200, { id, role }])
    expect(await roleOf(id)).toBe(role)
  })

  test("the log says why, and nothing of a role that was there already", async () => {
    const { id } = await makeUser(db)
    await setRole(id, "admin")
    await setRole(id, "admin")
    await setRole(id, "user")
    await setRole(id, "user")
    const why = { target_id: id, reason: "Changed in the admin panel" }
    expect(await log()).toEqual([
      { action: "user_roles.insert", ...why },
      { action: "user_roles.delete", ...why },
    ])
  })

  test("counts at the member's next call", async () => {
    const { id, browser } = await makeMember(db)
    expect((await setRole(id, "user", browser)).status).toBe(403)
    await setRole(id, "super_admin")
    expect((await browser.call(adminUsers, "GET", "/api/admin/users")).status).toBe(200)
    await setRole(id, "admin")
    expect((await browser.call(adminUsers, "GET", "/api/admin/users")).status).toBe(403)
  })

  test.each([[{}], [{ role: "emperor" }], [{ role: null }], [{ role: ["admin"] }]])(
    "%j is refused at the field",
    async (body) => {
      const { id } = await makeUser(db)
      const path = `/api/admin/users/${id}/role`
      const answer = await chief.browser.call(adminUsers, "PUT", path, body)
      expect(result(answer)).toEqual([422, "invalid"])
      expect(answer.json["errors"]).toHaveProperty("role")
      expect(await roleOf(id)).toBe("user")
    },
  )
})

describe("ids", () => {
  const acts: ((id: string) => Promise<Answer>)[] = [
    (id) => setRole(id, "admin"),
    (id) => block(id),
    (id) => unblock(id),
    (id) => remove(id),
  ]

  test.each(["1", "not-an-id", "00000000-0000-0000-0000-000000000000", "%27%20or%20true"])(
    "%s is no member's",
    async (id) => {
      for (const act of acts) {
        const answer = await act(id)
        expect(result(answer)).toEqual([422, "invalid"])
        expect(answer.json["errors"]).toEqual({ id: "invalid_user_id" })
      }
      expect(await log()).toEqual([])
    },
  )

  test("somebody who is not there is not found", async () => {
    for (const act of acts) {
      const answer = await act("00000000-0000-4000-8000-000000000000")
      expect(result(answer)).toEqual([404, "not_found"])
    }
    expect(await log()).toEqual([])
  })
})

describe("one's own account", () => {
  test.each([1, 2])(
    "is not demoted, blocked or deleted here, with %i super admins",
    async (count) => {
      if (count === 2) await makeUser(db, { role: "super_admin" })
      for (const answer of [
        await setRole(chief.id, "user"),
        await setRole(chief.id, "super_admin"),
        await block(chief.id),
        await remove(chief.id),
        await remove(chief.id.toUpperCase()),
      ]) {
        expect(result(answer)).toEqual([409, "own_account"])
      }
      expect(await bosses()).toHaveLength(count)
      expect(await log()).toEqual([])
    },
  )
})

describe("the last super admin", () => {
  test("is whoever is not blocked", async () => {
    const other = await makeMember(db, { role: "super_admin" })
    await block(other.id)
    const own = app.as({ userId: chief.id }).one`select delete_own_account() as outcome`
    expect(await own).toEqual({ outcome: "last_super_admin" })
    await unblock(other.id)
    const next = app.as({ userId: chief.id }).one`select delete_own_account() as outcome`
    expect(await next).toEqual({ outcome: "deleted" })
    expect(await bosses()).toEqual([other.id])
  })

  type Act = (id: string, browser: TestBrowser) => Promise<Answer>
  const demote: Act = (id, browser) => setRole(id, "user", browser)
  const keepOut: Act = (id, browser) => block(id, null, browser)

  test.each<[string, Act, Act]>([
    ["demote", demote, demote],
    ["block", keepOut, keepOut],
    ["delete", remove, remove],
    ["demote and delete", demote, remove],
    ["block and demote", keepOut, demote],
  ])("stays when two %s each other at once, 50 times over", async (_what, first, second) => {
    const other = await makeMember(db, { role: "super_admin" })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? first(other.id, chief.browser) : second(chief.id, other.browser),
      ),
    )
    expect(await bosses()).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  test("stays when two leave at once", async () => {
    const other = await makeMember(db, { role: "super_admin" })
    const outcomes = await Promise.all(
      [chief.id, other.id].map(
        (userId) =>
          app.as({ userId }).one<{ outcome: string }>`select delete_own_account() as outcome`,
      ),
    )
    expect(outcomes.map((row) => row?.outcome).toSorted()).toEqual(["deleted", "last_super_admin"])
    expect(await bosses()).toHaveLength(1)
  })

  test("whoever is demoted while their own act waits does not act any more", async () => {
    const other = await makeMember(db, { role: "super_admin" })
    const { id } = await makeUser(db)
    const answer = await meanwhile(
      ownerUrl,
      ["update user_roles set role = 'admin' where user_id = $1", other.id],
      () => setRole(id, "super_admin", other.browser),
    )
    expect(result(answer)).toEqual([403, "forbidden"])
    expect(await roleOf(id)).toBe("user")
  })

  test("many acts on one member at once have no fault, and one outcome", async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, () => makeMember(db, { role: "super_admin" })),
    )
    for (let round = 0; round < 5; round++) {
      await forgetWrites(db)
      const { id } = await makeUser(db, { role: round % 2 ? "super_admin" : undefined })
      const answers = await Promise.all(
        others.flatMap(({ browser }) => [
          setRole(id, "super_admin", browser),
          setRole(id, "user", browser),
          block(id, null, browser),
          remove(id, browser),
        ]),
      )
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(await db.many`select from users where id = ${id}`).toEqual([])
    }
  })
})

describe("how often", () => {
  const expectRefusal = (answer: Answer) => {
    expect(result(answer)).toEqual([429, "rate_limited"])
    const wait = Number(answer.headers.get("retry-after"))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(300)
  }

  test("ten roles within five minutes, each super admin for themself", async () => {
    const { id } = await makeUser(db)
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) => setRole(id, index % 2 ? "user" : "admin")),
    )
    expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([10, 5])
    const before = await roleOf(id)
    expectRefusal(await setRole(id, before === "user" ? "admin" : "user"))
    expect(await roleOf(id)).toBe(before)
    const other = await makeMember(db, { role: "super_admin" })
    expect((await setRole(id, "admin", other.browser)).status).toBe(200)
    await letPass("5 minutes")
    expect((await setRole(id, "user")).status).toBe(200)
  })

  test("ten deletions within five minutes, counted apart from roles", async () => {
    const users = await Promise.all(Array.from({ length: 11 }, () => makeUser(db)))
    const answers = await Promise.all(users.map(({ id }) => remove(id)))
    expect([countOf(answers, 204), countOf(answers, 429)]).toEqual([10, 1])
    const [left] = await db.many<{ id: string }>`select id from users where id <> ${chief.id}`
    expectRefusal(await remove(left?.id ?? ""))
    expect((await setRole(left?.id ?? "", "admin")).status).toBe(200)
    await letPass("5 minutes")
    expect((await remove(left?.id ?? "")).status).toBe(204)
  })
})

describe("blocking", () => {
  const whoIs = async (browser: TestBrowser) =>
    (await browser.call(auth, "GET", "/api/auth/session")).json["user"]
  const signIn = (email: string, tried = password) =>
    openBrowser().call(auth, "POST", "/api/auth/sign-in", { email, password: tried })

  test("signs out everywhere at once, and says when and why in the list", async () => {
    const { id, browser } = await makeMember(db, { displayName: "Mari" })
    const phone = await browserOf(db, id)
    expect((await block(id, " Spam \n in blogs ")).status).toBe(204)
    for (const device of [browser, phone]) {
      expect(await whoIs(device)).toBeNull()
      const write = await device.call(profile, "PATCH", "/api/profile", { display_name: "x" })
      expect(result(write)).toEqual([401, "sign_in_required"])
    }
    expect(await db.many`select from sessions where user_id = ${id}`).toEqual([])
    const { json } = await chief.browser.call(adminUsers, "GET", "/api/admin/users?filter=blocked")
    expect(json["users"]).toMatchObject([
      { id, blocked_at: expect.stringMatching(/Z$/), blocked_reason: "Spam \n in blogs" },
    ])
    expect(await log()).toEqual([
      { action: "users.block", target_id: id, reason: "Spam \n in blogs" },
    ])
  })

  test("a session that was opened at that moment is none", async () => {
    const { id } = await makeUser(db)
    await block(id)
    const late = await browserOf(db, id)
    expect(await whoIs(late)).toBeNull()
    const write = await late.call(profile, "PATCH", "/api/profile", { display_name: "x" })
    expect(write.status).toBe(401)
  })

  test("is told at the sign-in, but only to who knows the password", async () => {
    const { id, email } = await makeUser(db, { password })
    await block(id)
    const right = await signIn(email)
    expect(result(right)).toEqual([403, "account_blocked"])
    expect(right.headers.getSetCookie()).toEqual([])
    expect(result(await signIn(email, "guessed-it"))).toEqual([401, "invalid_credentials"])
    expect(await db.many`select from sessions where user_id = ${id}`).toEqual([])
    await unblock(id)
    expect((await signIn(email)).status).toBe(200)
  })

  test.each(["linked", "known"])("keeps out by Google, too: an account that is %s", async (how) => {
    const claims = { sub: "sub-1", email: "blocked@daina.test", email_verified: true }
    const { id } = await makeUser(db, {
      email: claims.email,
      owned: true,
      ...(how === "known" ? { googleSubject: claims.sub } : {}),
    })
    await block(id)
    Object.assign(google.claims, claims)
    const browser = openBrowser()
    expect(location(await google.signIn(browser))).toBe("/login?error=google_blocked")
    expect(await whoIs(browser)).toBeNull()
    await unblock(id)
    await google.signIn(browser)
    expect(await whoIs(browser)).toMatchObject({ id })
  })

  test("a link to a new password, from before or after, opens nothing", async () => {
    const { id, email } = await makeUser(db, { password, owned: true })
    const link = (token: string) => db.one`
      insert into mail_links (token_hash, user_id, purpose, email, expires_at)
      values (sha256(${token}::bytea), ${id}, 'reset_password', ${email},
        now() + interval '1 hour')`
    const use = async (token: string) => {
      const browser = openBrowser()
      const body = { token, password: "another-one" }
      const { status } = await browser.call(authMail, "POST", "/api/auth/reset-password", body)
      return { status, user: await whoIs(browser) }
    }
    await link("b".repeat(43))
    await block(id)
    expect(await use("b".repeat(43))).toEqual({ status: 410, user: null })
    await link("a".repeat(43))
    expect((await use("a".repeat(43))).user).toBeNull()
  })

  test("twice is once, and so is letting in again", async () => {
    const { id } = await makeUser(db)
    const answers = await Promise.all([block(id, "First"), block(id, "Second"), block(id, "Third")])
    expect(countOf(answers, 204)).toBe(3)
    expect((await Promise.all([unblock(id), unblock(id)])).map(({ status }) => status)).toEqual([
      204, 204,
    ])
    expect((await log()).map(({ action }) => action)).toEqual(["users.block", "users.unblock"])
    const row = await db.one`select blocked_at, blocked_reason from users where id = ${id}`
    expect(row).toEqual({ blocked_at: null, blocked_reason: null })
  })

  test.each([[{}], [{ reason: "x".repeat(501) }], [{ reason: 5 }]])(
    "%j is refused",
    async (body) => {
      const { id, browser } = await makeMember(db)
      const path = `/api/admin/users/${id}/block`
      const answer = await chief.browser.call(adminUsers, "PUT", path, body)
      expect(answer.status).toBe(422)
      expect(await whoIs(browser)).toMatchObject({ id })
    },
  )
})
