import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { connect } from "../../../db/client.ts"
import { probeAll } from "../../../netlify/lib/monitoring/probes.ts"
import { listFiles } from "../../../netlify/lib/pictures/storage.ts"
import { getRows } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { makeSuggestion } from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"
import { makePost, makeTeam } from "../../support/people/teams.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db, app, run, clear } = await openTestDatabase()
const fileStorage = startStorage()

const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
const otherAdmin = await makeMember(db, { role: "super_admin", displayName: "Other" })

test("the dashboard counts members, teams, posts and open reports, and lists the newest members", async () => {
  const users = await repeatConcurrently(12, async (index) => {
    const { id } = await makeUser(db, { displayName: `Member ${index}` })
    await db.one`
      update users set created_at = now() + ${index + 1} * interval '1 second' where id = ${id}`
    return id
  })
  await makeUser(db, { role: "admin" })
  const team = await makeTeam(db, {})
  await makePost(db, team.id, null, { published: false })
  const post = await makePost(db, team.id, null)
  await db.one`
    insert into report_cases (kind, team_id, post_id, title, status, decided_at)
    values ('team', ${team.id}, null, 'Team', 'open', null),
      ('post', null, ${post.id}, 'Post', 'dismissed', now())`
  const { json } = await superAdmin.browser.get("/api/admin/stats")
  expect(json).toMatchObject({ users: 15, teams: 1, posts: 2, super_admins: 2 })
  const newest = users.toReversed().slice(0, 10)
  expect(json["recent"]).toMatchObject(newest.map((id) => ({ id, role: "user", is_hidden: false })))
  const waiting = await superAdmin.browser.get("/api/admin/waiting")
  expect(waiting.json).toEqual({ newcomers: 0, reports: 1, suggestions: 0 })
})

describe("the audit log", () => {
  const getPage = async (params: Record<string, string> = {}) => {
    const path = `/api/admin/audit?${new URLSearchParams(params)}`
    const response = await superAdmin.browser.get(path)
    expect(response.status).toBe(200)
    return { rows: getRows(response, "audit"), next: response.json["next"] }
  }
  const listAllIds = async () =>
    (await db.value<number[]>`select array_agg(id::integer order by id desc) from audit_log`) ?? []

  /**
   * Creates 60 entries of the log, numbered from 1. `superAdmin` is the actor of every second entry and the target of
   * every fifth entry. Every third entry is a block.
   */
  beforeEach(async () => {
    await clear("audit_log")
    await db.one`
      insert into audit_log (at, actor_id, action, target_id, reason)
      select '2026-11-01T00:00:00Z'::timestamptz + n * interval '1 hour',
        case when n % 2 = 0 then ${superAdmin.id}::uuid else ${otherAdmin.id}::uuid end,
        case when n % 3 = 0 then 'users.block' else 'news.update' end,
        case when n % 5 = 0 then ${superAdmin.id}::uuid else gen_random_uuid() end, 'Because'
      from generate_series(1, 60) n`
  })

  test("the log lists the latest entry first, with the names of existing members", async () => {
    const { rows, next } = await getPage({ limit: "2" })
    const latest = { at: "2026-11-03T12:00:00.000Z", action: "users.block", reason: "Because" }
    expect(rows).toMatchObject([
      { ...latest, actor_name: "Chief", target_id: superAdmin.id },
      { actor_name: "Other", action: "news.update" },
    ])
    expect(next).toBe(String(rows.at(-1)?.["id"]))
    const { id } = await makeUser(db, { displayName: "Gone" })
    await db.one`insert into audit_log (actor_id, action) values (${id}, 'news.update')`
    await db.one`delete from users where id = ${id}`
    expect((await getPage({ limit: "1" })).rows).toMatchObject([{ actor_id: id, actor_name: null }])
  })

  test("the log names members, suggestions, reported content and articles", async () => {
    const team = await makeTeam(db, { [otherAdmin.id]: "owner" }, { name: "Reported" })
    const suggestion = await makeSuggestion(db, "More halls")
    const deletedId = crypto.randomUUID()
    const actions: [action: string, target: string, after: object | null, name: string | null][] = [
      ["users.block", otherAdmin.id, null, "Other"],
      [
        "user_roles.insert",
        otherAdmin.id,
        { user_id: otherAdmin.id, role: "super_admin" },
        "Other",
      ],
      ["profiles.hide", otherAdmin.id, null, "Other"],
      ["users.delete", deletedId, null, null],
      ["suggestions.update", suggestion, null, "More halls"],
      ["reports.hide", deletedId, { kind: "team", target_id: team.id }, "Reported"],
      ["reports.hide", deletedId, { kind: "profile", target_id: otherAdmin.id }, "Other"],
      ["news.update", deletedId, { title: "Autumn" }, "Autumn"],
    ]
    await clear("audit_log")
    for (const [action, target, after] of actions) {
      await db.one`
        insert into audit_log (action, target_id, after)
        values (${action}, ${target}, ${after && JSON.stringify(after)}::jsonb)`
    }
    const { rows } = await getPage()
    const names = actions.map(([, , , name]) => name)
    expect(rows.map(({ target_name }) => target_name)).toEqual(names.toReversed())
  })

  test("the log can be paged to its end while entries are added", async () => {
    const before = await listAllIds()
    const listedIds: unknown[] = []
    for (let next: unknown = ""; typeof next === "string"; ) {
      const page = await getPage({ limit: "7", cursor: next })
      listedIds.push(...page.rows.map(({ id }) => id))
      next = page.next
      await db.one`insert into audit_log (action) values ('later')`
    }
    expect(listedIds).toEqual(before)
  })

  const actorAndTarget = { actor: superAdmin.id, target: superAdmin.id }
  const timeRange = { since: "2026-11-01T10:00:00Z", until: "2026-11-01T12:00:00Z" }
  test.each<[string, () => Record<string, string>, isMatch: (n: number) => boolean]>([
    ["a table", () => ({ action: "users." }), (n) => n % 3 === 0],
    ["an action", () => ({ action: "news.update" }), (n) => n % 3 !== 0],
    ["an action without entries", () => ({ action: "ideas" }), () => false],
    ["a range of time", () => timeRange, (n) => n === 10 || n === 11],
    ["the actor", () => ({ actor: superAdmin.id }), (n) => n % 2 === 0],
    ["the target", () => ({ target: superAdmin.id }), (n) => n % 5 === 0],
    ["all filters", () => ({ ...actorAndTarget, action: "users." }), (n) => n % 30 === 0],
  ])("the log is filtered by %s", async (_filter, params, isMatch) => {
    const expected = (await listAllIds()).filter((_id, index) => isMatch(60 - index))
    expect((await getPage(params())).rows.map(({ id }) => id)).toEqual(expected.slice(0, 50))
  })

  test.each<[name: string, params: Record<string, string>]>([
    ["an invalid action", { action: "news' or true" }],
    ["an invalid time", { since: "yesterday" }],
    ["an invalid member id", { actor: "x", target: "y" }],
    ["an invalid cursor", { cursor: "-1" }],
  ])("the log ignores %s", async (_name, params) => {
    const { rows } = await getPage(params)
    expect(rows.map(({ id }) => id)).toEqual((await listAllIds()).slice(0, 50))
  })

  test("daina_app cannot change the log, not even for a super admin", async () => {
    for (const viewer of [null, { userId: superAdmin.id }]) {
      for (const text of [
        "insert into audit_log (action) values ('x')",
        "update audit_log set before = null where id = 1",
        "delete from audit_log",
        "truncate audit_log",
        "drop table audit_log",
        "alter table audit_log disable trigger all",
        "select write_audit_row()",
      ]) {
        const attempt = app.as(viewer).batch([{ text, params: [] }])
        await expect(attempt).rejects.toThrow(/permission denied|must be owner|trigger functions/)
      }
    }
    expect(await listAllIds()).toHaveLength(60)
  })
})

describe("the settings screen", () => {
  const getSettings = async () => (await superAdmin.browser.get("/api/admin/settings")).json

  test("the settings screen reports no failure on a working site", async () => {
    const working = { ok: true, ms: expect.any(Number) }
    const probes = {
      database: working,
      authentication: working,
      storage: working,
      row_level_security: working,
    }
    const services = { mail: "none", mails_failed: 0, google: false, telegram: false }
    expect(await getSettings()).toEqual({ ...probes, ...services, password_min: 6 })
    expect(await listFiles("probes/"), "the file of the storage check is deleted").toEqual([])
  })

  const ok = { ok: true }
  const failed = { ok: false }

  test("the settings screen shows only a failing storage as failed", async () => {
    await fileStorage.runWhileUnavailable(async () => {
      const expected = { storage: failed, database: ok, authentication: ok }
      expect(await getSettings()).toMatchObject(expected)
    })
  })

  test("the settings screen shows row-level security as failed if a table lacks it", async () => {
    onTestFinished(async () => void (await db.one`drop table table_without_policies`))
    await db.one`create table table_without_policies (id int)`
    expect(await getSettings()).toMatchObject({ row_level_security: failed })
  })

  test("while the database is down, the settings screen shows every check except the storage as failed", async () => {
    const unreachable = connect("postgres://daina_app:x@127.0.0.1:1/nothing").as(null)
    expect(await probeAll(unreachable, unreachable)).toMatchObject({
      database: failed,
      authentication: failed,
      row_level_security: failed,
      storage: ok,
    })
  })

  test("the settings screen shows authentication as failed when sessions cannot be read", async () => {
    const restore = "grant execute on function find_session(bytea, boolean) to daina_auth"
    onTestFinished(async () => void (await run(restore)))
    await db.one`revoke execute on function find_session(bytea, boolean) from daina_auth`
    const probes = await probeAll(app.as({ userId: superAdmin.id }))
    expect(probes).toMatchObject({ authentication: failed, database: ok })
  })

  test.each([
    ["OUTBOX_DIR", { mail: "outbox" }],
    ["SMTP_URL", { mail: "smtp" }],
    ["GOOGLE_CLIENT_ID", { google: true }],
    // Telegram also needs the variable TELEGRAM_CHAT_ID.
    ["TELEGRAM_BOT_TOKEN", { telegram: false }],
  ])("when only %s is set, the settings screen shows %j", async (name, expected) => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv(name, "something")
    expect(await getSettings()).toMatchObject(expected)
  })
})
