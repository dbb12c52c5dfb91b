/** What the admin area only shows: counts, the log, and whether everything works. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { connect } from "../../db/client.ts"
import adminAudit from "../../netlify/functions/admin-audit.ts"
import adminSettings from "../../netlify/functions/admin-settings.ts"
import adminStats from "../../netlify/functions/admin-stats.ts"
import { probeAll } from "../../netlify/lib/probes.ts"
import { listFiles } from "../../netlify/lib/storage.ts"
import { storage } from "../blobs.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { type Member, makeMember } from "../members.ts"
import { makePost, makeTeam } from "../teams.ts"

const { owner, app } = testDatabase()
const db = owner.as(null)
const stored = storage()

let chief: Member
let other: Member
beforeAll(async () => {
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  other = await makeMember(db, { role: "super_admin", displayName: "Other" })
})

test("the dashboard counts everything, and names the ten newest", async () => {
  const users = []
  for (let index = 0; index < 12; index++) {
    users.push(await makeUser(db, { displayName: `Member ${index}` }))
    await db.one`
      update users set created_at = now() + ${index + 1} * interval '1 second'
      where id = ${users.at(-1)?.id}`
  }
  await makeUser(db, { role: "admin" })
  const team = await makeTeam(db, {})
  await makePost(db, team.id, null, { published: false })
  const post = await makePost(db, team.id, null)
  await db.one`insert into report_cases (kind, team_id, title) values ('team', ${team.id}, 'Team')`
  await db.one`
    insert into report_cases (kind, post_id, title, status, decided_at)
    values ('post', ${post.id}, 'Post', 'dismissed', now())`
  const { json } = await chief.browser.call(adminStats, "GET", "/api/admin/stats")
  expect(json).toMatchObject({ users: 15, teams: 1, posts: 2, super_admins: 2, reports: 1 })
  const newest = users.toReversed().slice(0, 10)
  expect(json["recent"]).toMatchObject(
    newest.map(({ id }) => ({ id, role: "user", is_hidden: false })),
  )
})

describe("the log", () => {
  const page = async (asked: Record<string, string> = {}) => {
    const path = `/api/admin/audit?${new URLSearchParams(asked)}`
    const { status, json } = await chief.browser.call(adminAudit, "GET", path)
    expect(status).toBe(200)
    const rows: Record<string, unknown>[] = Array.isArray(json["audit"]) ? json["audit"] : []
    return { rows, next: json["next"] }
  }
  const idsOf = async (asked: Record<string, string>) =>
    (await page(asked)).rows.map(({ id }) => id)

  beforeEach(async () => {
    await db.one`delete from audit_log`
    await db.one`
      insert into audit_log (at, actor_id, action, target_id, reason)
      select '2026-11-01T00:00:00Z'::timestamptz + n * interval '1 hour',
        case when n % 2 = 0 then ${chief.id}::uuid else ${other.id}::uuid end,
        case when n % 3 = 0 then 'users.block' else 'news.update' end,
        case when n % 5 = 0 then ${chief.id}::uuid else gen_random_uuid() end, 'Because'
      from generate_series(1, 60) n`
  })

  test("is told the latest first, with names", async () => {
    const { rows, next } = await page({ limit: "2" })
    expect(rows).toMatchObject([
      {
        at: "2026-11-03T12:00:00.000Z",
        actor_name: "Chief",
        action: "users.block",
        target_id: chief.id,
        reason: "Because",
      },
      { actor_name: "Other", action: "news.update" },
    ])
    expect(next).toBe(String(rows.at(-1)?.["id"]))
  })

  test("names the member, the suggestion, or what was reported, while it is there", async () => {
    const team = await makeTeam(db, { [other.id]: "owner" }, { name: "Reported" })
    const [suggestion] = await db.many<{ id: string }>`
      insert into suggestions (name, email, category, priority, title, description, language)
      values ('Mari', 'mari@daina.test', 'other', 'low', 'More halls', 'Text', 'en') returning id`
    const acts: [string, string | undefined, object | null, string | null][] = [
      ["users.block", other.id, null, "Other"],
      ["user_roles.insert", other.id, { user_id: other.id, role: "super_admin" }, "Other"],
      ["profiles.hide", other.id, null, "Other"],
      ["users.delete", crypto.randomUUID(), null, null],
      ["suggestions.update", suggestion?.id, null, "More halls"],
      ["reports.hide", crypto.randomUUID(), { kind: "team", target_id: team.id }, "Reported"],
      ["reports.hide", crypto.randomUUID(), { kind: "profile", target_id: other.id }, "Other"],
      ["news.update", crypto.randomUUID(), { title: "Autumn" }, null],
    ]
    await db.one`delete from audit_log`
    for (const [action, target, after] of acts) {
      await db.one`
        insert into audit_log (action, target_id, after)
        values (${action}, ${target ?? null}, ${after && JSON.stringify(after)}::jsonb)`
    }
    const { rows } = await page()
    expect(rows.map(({ target_name }) => target_name)).toEqual(
      acts.map(([, , , name]) => name).toReversed(),
    )
  })

  test("comes page by page to its end, although it grows meanwhile", async () => {
    const before = (await db.many<{ id: number }>`select id from audit_log order by id desc`).map(
      ({ id }) => id,
    )
    const seen: unknown[] = []
    let next: unknown = ""
    while (typeof next === "string") {
      const found = await page({ limit: "7", cursor: next })
      seen.push(...found.rows.map(({ id }) => id))
      next = found.next
      await db.one`insert into audit_log (action) values ('later')`
    }
    expect(seen).toEqual(before)
  })

  test.each<[string, Record<string, string>, (n: number) => boolean]>([
    ["a table", { action: "users." }, (n) => n % 3 === 0],
    ["an act", { action: "news.update" }, (n) => n % 3 !== 0],
    ["an act that is not there", { action: "ideas" }, () => false],
    [
      "moments",
      { since: "2026-11-01T10:00:00Z", until: "2026-11-01T12:00:00Z" },
      (n) => n === 10 || n === 11,
    ],
    ["what is no act", { action: "news' or true" }, () => true],
    ["what is no moment", { since: "yesterday" }, () => true],
    ["what is no member", { actor: "x", target: "y" }, () => true],
    ["what is no cursor", { cursor: "-1" }, () => true],
  ])("is narrowed by %s", async (_what, asked, isMeant) => {
    const all = await db.many<{ id: number }>`select id from audit_log order by id`
    const meant = all.filter((_row, index) => isMeant(index + 1)).map(({ id }) => id)
    expect(await idsOf(asked)).toEqual(meant.toReversed().slice(0, 50))
  })

  test("is narrowed by who did it, and to whom, together", async () => {
    expect(await idsOf({ actor: chief.id })).toHaveLength(30)
    expect(await idsOf({ target: chief.id })).toHaveLength(12)
    expect(await idsOf({ actor: chief.id, target: chief.id, action: "users." })).toHaveLength(2)
  })

  test("of somebody who has left has their id, without a name", async () => {
    const { id } = await makeUser(db, { displayName: "Gone" })
    await db.one`insert into audit_log (actor_id, action) values (${id}, 'news.update')`
    await db.one`delete from users where id = ${id}`
    const { rows } = await page({ limit: "1" })
    expect(rows).toMatchObject([{ actor_id: id, actor_name: null }])
  })

  test("is written by nobody, whoever they are, by SQL as daina_app", async () => {
    for (const userId of [null, chief.id]) {
      const asApp = app.as(userId ? { userId } : null)
      for (const attempt of [
        () => asApp.many`insert into audit_log (action) values ('x')`,
        () => asApp.many`update audit_log set reason = 'x'`,
        () => asApp.many`update audit_log set before = null where id = 1`,
        () => asApp.many`delete from audit_log`,
        () => asApp.many`truncate audit_log`,
        () => asApp.many`drop table audit_log`,
        () => asApp.many`alter table audit_log disable trigger all`,
        () => asApp.many`select write_audit_row()`,
      ]) {
        await expect(attempt()).rejects.toThrow(/permission denied|must be owner|trigger functions/)
      }
    }
    expect(await db.many`select from audit_log`).toHaveLength(60)
  })
})

describe("the settings", () => {
  const settings = async () =>
    (await chief.browser.call(adminSettings, "GET", "/api/admin/settings")).json

  test("are well where everything works, and leave nothing in the storage", async () => {
    const well = { ok: true, ms: expect.any(Number) }
    expect(await settings()).toEqual({
      database: well,
      authentication: well,
      storage: well,
      row_level_security: well,
      password_min: 6,
      mail: "none",
      google: false,
      telegram: false,
    })
    expect(await listFiles("probes/")).toEqual([])
  })

  test("a storage that refuses is told, and nothing else", async () => {
    await stored.whileShut(async () => {
      expect(await settings()).toMatchObject({
        storage: { ok: false },
        database: { ok: true },
        authentication: { ok: true },
      })
    })
    expect(await settings()).toMatchObject({ storage: { ok: true } })
  })

  test("a table without row-level security is told", async () => {
    await db.one`create table bare (id int)`
    expect(await settings()).toMatchObject({ row_level_security: { ok: false } })
    await db.one`drop table bare`
    expect(await settings()).toMatchObject({ row_level_security: { ok: true } })
  })

  test("a database that does not answer fails what stands on it, not the storage", async () => {
    const nowhere = connect("postgres://daina_app:x@127.0.0.1:1/nothing").as(null)
    expect(await probeAll(nowhere)).toMatchObject({
      database: { ok: false },
      authentication: { ok: false },
      row_level_security: { ok: false },
      storage: { ok: true },
    })
  })

  test("sessions that cannot be looked up fail signing in alone", async () => {
    await db.one`revoke execute on function session_by_token(bytea, boolean) from daina_app`
    try {
      const found = await probeAll(app.as({ userId: chief.id }))
      expect(found).toMatchObject({ authentication: { ok: false }, database: { ok: true } })
    } finally {
      await db.one`grant execute on function session_by_token(bytea, boolean) to daina_app`
    }
  })

  test.each([
    ["OUTBOX_DIR", { mail: "outbox" }],
    ["SMTP_URL", { mail: "smtp" }],
    ["GOOGLE_CLIENT_ID", { google: true }],
    ["TELEGRAM_BOT_TOKEN", { telegram: false }],
  ])("tell what %s sets", async (name, expected) => {
    process.env[name] = "something"
    try {
      expect(await settings()).toMatchObject(expected)
    } finally {
      delete process.env[name]
    }
  })
})
