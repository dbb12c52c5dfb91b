/** Leaving for good: who may, and what is left. */
import { beforeEach, describe, expect, test } from "vitest"
import { contentVersion } from "../../db/queries/content-version.ts"
import account from "../../netlify/functions/account.ts"
import auth from "../../netlify/functions/auth.ts"
import { deliverMails } from "../../netlify/lib/deliver.ts"
import { listFiles } from "../../netlify/lib/storage.ts"
import { storage } from "../blobs.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { type FullMember, makeFullMember } from "../full-member.ts"
import { mailbox } from "../mailbox.ts"
import { browserOf, makeMember } from "../members.ts"

const database = testDatabase()
const db = database.owner.as(null)
const builds = listenForBuilds()
const box = mailbox()
storage()

const password = "tere-mari"
const leave = async (browser: TestBrowser, body: object = {}) => {
  const answer = await browser.call(account, "DELETE", "/api/account", body)
  await browser.afterwards()
  return answer
}
const isThere = async (id: string) => (await db.many`select from users where id = ${id}`).length > 0

describe("with the password", () => {
  test("the account is gone, and the browser signed out", async () => {
    const { id, browser } = await makeMember(db, { password })
    const answer = await leave(browser, { password })
    expect([answer.status, answer.text]).toEqual([204, ""])
    expect(answer.headers.getSetCookie()).toEqual([
      "daina_session=; HttpOnly; Path=/; SameSite=Lax; Max-Age=0",
      "daina_signed_in=; Path=/; SameSite=Lax; Max-Age=0",
    ])
    expect(browser.cookies.size).toBe(0)
    expect(await isThere(id)).toBe(false)
  })

  test.each([
    [{ password: "not-it" }, 422, "invalid", { password: "wrong_password" }],
    [{ password: "" }, 422, "invalid", { password: "required" }],
    [{ password: { $ne: "" } }, 422, "invalid", { password: "required" }],
    [{}, 403, "sign_in_again", undefined],
  ])("%j is refused, and nothing is gone", async (body, status, code, errors) => {
    const { id, browser } = await makeMember(db, { password })
    const answer = await leave(browser, body)
    expect([answer.status, answer.json["code"]]).toEqual([status, code])
    expect(answer.json["errors"]).toEqual(errors)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await isThere(id)).toBe(true)
  })

  test("guesses count like those at the sign-in", async () => {
    const { id, browser } = await makeMember(db, { password })
    await Promise.all(Array.from({ length: 10 }, () => leave(browser, { password: "not-it" })))
    const refused = await leave(browser, { password })
    expect([refused.status, refused.json["code"]]).toEqual([429, "rate_limited"])
    expect(await isThere(id)).toBe(true)
  })
})

describe("without a password", () => {
  const viaGoogle = async (options: object = {}) => {
    const user = await makeUser(db, {
      verified: true,
      googleSubject: crypto.randomUUID(),
      ...options,
    })
    return { ...user, browser: await browserOf(db, user.id, { method: "google" }) }
  }
  const signedInAgo = (id: string, span: string) => db.one`
    update sessions set created_at = now() - ${span}::interval where user_id = ${id}`

  test("a fresh sign-in with Google is proof enough", async () => {
    const { id, browser } = await viaGoogle()
    await signedInAgo(id, "9 minutes")
    expect((await leave(browser)).status).toBe(204)
    expect(await isThere(id)).toBe(false)
  })

  test("one that is older than ten minutes is not", async () => {
    const { id, browser } = await viaGoogle()
    await signedInAgo(id, "11 minutes")
    const answer = await leave(browser)
    expect([answer.status, answer.json["code"]]).toEqual([403, "sign_in_again"])
    expect(await isThere(id)).toBe(true)
    expect((await browser.call(account, "GET", "/api/account")).status).toBe(200)
  })

  test("another device's is not", async () => {
    const { id } = await viaGoogle({ password })
    expect((await leave(await browserOf(db, id))).status).toBe(403)
    expect(await isThere(id)).toBe(true)
  })

  test("nobody guesses a password that is not there", async () => {
    const { id, browser } = await viaGoogle()
    for (const guess of ["null", "undefined", "nobody"]) {
      const answer = await leave(browser, { password: guess })
      expect(answer.json).toMatchObject({ errors: { password: "wrong_password" } })
    }
    expect(await isThere(id)).toBe(true)
  })
})

describe("the last super admin", () => {
  beforeEach(async () => void (await db.one`delete from user_roles`))
  const superAdmins = async () =>
    (await db.many`select from user_roles where role = 'super_admin'`).length

  test("cannot leave, and stays signed in", async () => {
    const { id, browser } = await makeMember(db, { password, role: "super_admin" })
    await makeMember(db, { role: "admin" })
    const answer = await leave(browser, { password })
    expect([answer.status, answer.json["code"]]).toEqual([409, "last_super_admin"])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await isThere(id)).toBe(true)
    expect((await browser.call(account, "GET", "/api/account")).status).toBe(200)
  })

  test("is the one of two who leave at once", async () => {
    const two = [
      await makeMember(db, { password, role: "super_admin" }),
      await makeMember(db, { password, role: "super_admin" }),
    ]
    const answers = await Promise.all(two.map(({ browser }) => leave(browser, { password })))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await superAdmins()).toBe(1)
  })
})

describe("what is left of a member who had everything", () => {
  let mari: FullMember
  const leaves = async () => {
    mari = await makeFullMember(database)
    return () => leave(mari.browser, { password: mari.password })
  }
  const works = (id: string) => db.one`
    select
      (select jsonb_agg(jsonb_build_array(title, author_id, updated_at) order by title) from news
        where author_id = ${id} or author_id is null) as news,
      (select jsonb_agg(jsonb_build_array(title, user_id, updated_at)) from team_posts) as posts,
      (select jsonb_agg(jsonb_build_array(title, user_id, updated_at)) from events) as events,
      (select jsonb_agg(jsonb_build_array(title, author_id, updated_at)) from ideas) as ideas,
      (select jsonb_agg(jsonb_build_array(title, description, user_id)) from suggestions)
        as suggestions`

  beforeEach(async () => {
    await db.batch([
      { text: "delete from news", params: [] },
      { text: "delete from teams", params: [] },
      { text: "delete from ideas", params: [] },
      { text: "delete from suggestions", params: [] },
    ])
  })

  test("no table holds their id but the audit log, which holds nothing else of them", async () => {
    const go = await leaves()
    const { id, email } = mari
    expect((await go()).status).toBe(204)
    const tables = await db.many<{ name: string; content: string }>`
      select relname as name, table_to_xml(oid, true, false, '')::text as content
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
    const holding = (text: string) =>
      tables.filter(({ content }) => content.includes(text)).map(({ name }) => name)
    expect(holding(id)).toEqual(["audit_log"])
    for (const personal of [
      email,
      "Mari Maasikas",
      "Tantsin.",
      "Secret browser/1",
      "mari@example.org",
      "In Mari's words",
    ]) {
      expect(holding(personal), personal).toEqual([])
    }
    const acts = await db.many<{ action: string }>`
      select action, before, after from audit_log where target_id = ${id} order by id`
    expect(acts.length).toBeGreaterThan(3)
    for (const act of acts) expect(act).toMatchObject({ before: null, after: null })
    expect(acts.at(-1)?.action).toBe("account.delete")
    const done =
      await db.many`select action from audit_log where actor_id = ${id} and target_id <> ${id}`
    expect(done.length).toBeGreaterThan(0)
  })

  test("what they wrote stays as it was, without their name", async () => {
    const go = await leaves()
    const before = await works(mari.id)
    await go()
    const anonymous = JSON.stringify(before).replaceAll(`"${mari.id}"`, "null")
    expect(anonymous).not.toBe(JSON.stringify(before))
    expect(JSON.stringify(await works(mari.id))).toBe(anonymous)
  })

  test("the site is built anew without it", async () => {
    const go = await leaves()
    const version = await contentVersion(db)
    builds.calls.length = 0
    await go()
    expect(await contentVersion(db)).toBeGreaterThan(version)
    expect(builds.calls).toEqual(["POST"])
  })

  test("their files are gone", async () => {
    const go = await leaves()
    expect(await listFiles(`avatars/${mari.id}/`)).toHaveLength(1)
    await go()
    expect(await listFiles(`avatars/${mari.id}/`)).toEqual([])
  })

  test("every device is signed out", async () => {
    const go = await leaves()
    const phone = await browserOf(db, mari.id)
    const session = mari.browser.cookies.get("daina_session") ?? ""
    await go()
    mari.browser.cookies.set("daina_session", session)
    for (const device of [mari.browser, phone]) {
      expect((await device.call(account, "GET", "/api/account")).status).toBe(401)
    }
  })

  test("no mail goes to them any more", async () => {
    const go = await leaves()
    await box.whileDown(async () => void (await go()))
    await deliverMails()
    expect(box.mails).toEqual([])
  })

  test("others and what is theirs stay", async () => {
    const go = await leaves()
    const { boss, teamMate } = mari.others
    await go()
    expect(await Promise.all([boss, teamMate].map(isThere))).toEqual([true, true])
    expect(await db.many`select role from team_members where user_id = ${teamMate}`).toHaveLength(1)
  })

  test("their address can sign up again, as somebody new", async () => {
    const go = await leaves()
    await go()
    const browser = openBrowser()
    const body = { email: mari.email, password: "another", terms: true }
    const answer = await browser.call(auth, "POST", "/api/auth/sign-up", body)
    expect([answer.status, answer.json["role"]]).toEqual([201, "user"])
    expect(Object(answer.json["user"]).id).not.toBe(mari.id)
    const { json } = await browser.call(account, "GET", "/api/account")
    expect(json).toMatchObject({ email_verified: false, has_google: false })
  })
})
