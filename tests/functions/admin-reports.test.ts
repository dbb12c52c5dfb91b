/** What super admins do with reports: the queue, and one decision each. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { contentVersion } from "../../db/queries/content-version.ts"
import type { ReportKind } from "../../db/queries/reports.ts"
import adminReports from "../../netlify/functions/admin-reports.ts"
import reports from "../../netlify/functions/reports.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { meanwhile } from "../meanwhile.ts"
import { type Member, makeMember } from "../members.ts"
import { makeCase, type TestCase } from "../reports.ts"
import { forgetWrites, makePost, makeTeam } from "../teams.ts"

const { owner, ownerUrl } = testDatabase()
const db = owner.as(null)
const builds = listenForBuilds()

let chief: Member
let second: Member
let author: Member
let boss: Member
let ids: Record<ReportKind, string>
let slug: string
beforeAll(async () => {
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  second = await makeMember(db, { role: "super_admin", displayName: "Second" })
})
beforeEach(async () => {
  await forgetWrites(db)
  await db.one`delete from report_cases`
  author = await makeMember(db, { displayName: "Author" })
  boss = await makeMember(db, { displayName: "Boss", privacy: { show_display_name: false } })
  const team = await makeTeam(db, { [boss.id]: "owner" }, { name: "Stars" })
  slug = team.slug
  await db.one`update teams set description = ${"D".repeat(300)} where id = ${team.id}`
  await db.one`update profiles set bio = 'I sell.' where user_id = ${author.id}`
  const post = await makePost(db, team.id, author.id, { title: "Buy this" })
  await db.one`update team_posts set content = 'Only today.' where id = ${post.id}`
  ids = { team: team.id, post: post.id, profile: author.id }
  builds.calls.length = 0
})

const get = (path = "", browser = chief.browser) =>
  browser.call(adminReports, "GET", `/api/admin/reports${path}`)
const decide = (of: TestCase, body: object, browser = chief.browser) =>
  browser.call(adminReports, "PATCH", `/api/admin/reports/${of.id}`, {
    updated_at: of.updated_at,
    ...body,
  })
const KINDS: ReportKind[] = ["team", "post", "profile"]
const isHidden = async (kind: ReportKind) => {
  const row = await db.one<{ hidden: boolean }>`
    select coalesce(
      (select hidden_at from teams where id = ${ids[kind]}),
      (select hidden_at from team_posts where id = ${ids[kind]} and not is_published),
      (select hidden_at from profiles where user_id = ${ids[kind]})
    ) is not null as hidden`
  return row?.hidden
}
const logOf = (id: string) => db.many`
  select actor_id, action, after from audit_log where target_id = ${id} order by id`

describe("the queue", () => {
  test.each<[ReportKind, object]>([
    [
      "team",
      { title: "Stars", excerpt: "D".repeat(200), owner: { display_name: "Boss" }, slug: true },
    ],
    [
      "post",
      { title: "Buy this", excerpt: "Only today.", owner: { display_name: "Author" }, slug: true },
    ],
    [
      "profile",
      { title: "Author", excerpt: "I sell.", owner: { display_name: "Author" }, slug: false },
    ],
  ])("a %s stands there with what it is, whose, and why", async (kind, expected) => {
    const { slug: hasTeam, owner: of, ...texts } = Object(expected)
    const first = await makeMember(db, { displayName: "First" })
    const said = { kind, target_id: ids[kind] }
    for (const [browser, reason] of [
      [first.browser, "spam"],
      [(await makeMember(db)).browser, "spam"],
      [(await makeMember(db)).browser, "bullying"],
    ] as const) {
      await browser.call(reports, "POST", "/api/reports", { ...said, reason })
    }
    const { json } = await get("?filter=open")
    expect(json).toEqual({
      reports: [
        {
          id: expect.any(String),
          ...said,
          ...texts,
          team: hasTeam ? { name: "Stars", slug } : null,
          owner: { id: kind === "team" ? boss.id : author.id, ...of },
          is_hidden: false,
          reports: 3,
          reasons: { spam: 2, bullying: 1 },
          status: "open",
          reply: null,
          opened_at: expect.stringMatching(/Z$/),
          last_report_at: expect.stringMatching(/Z$/),
          decided_at: null,
          decided_by: null,
          updated_at: expect.stringMatching(/Z$/),
        },
      ],
    })
  })

  test("opened, it holds what each said, the newest first, without those who left", async () => {
    const [first, gone] = [await makeUser(db, { displayName: "First" }), await makeUser(db)]
    const { id } = await makeCase(db, "post", ids.post, { reporters: [gone.id, first.id] })
    await db.one`update reports set details = 'My words' where case_id = ${id}`
    await db.one`delete from users where id = ${gone.id}`
    const { status, json } = await get(`/${id}`)
    expect([status, json["reports"]]).toEqual([200, 2])
    const item = { reason: "spam", created_at: expect.stringMatching(/Z$/) }
    expect(json["items"]).toEqual([
      { reporter: { id: first.id, display_name: "First" }, details: "My words", ...item },
      { reporter: null, details: null, ...item },
    ])
  })

  test("is filtered by what was decided, and by what it is", async () => {
    for (const kind of KINDS) await makeCase(db, kind, ids[kind])
    const kindsOf = async (filter: string) => {
      const { json } = await get(`?filter=${filter}`)
      return [json["reports"]].flat().map((row) => Object(row).kind)
    }
    await db.one`
      update report_cases set status = 'hidden', decided_at = now() where kind = 'team'`
    await db.one`
      update report_cases set status = 'dismissed', decided_at = now() where kind = 'post'`
    expect(await kindsOf("open")).toEqual(["profile"])
    expect(await kindsOf("hidden")).toEqual(["team"])
    expect(await kindsOf("dismissed")).toEqual(["post"])
    for (const kind of KINDS) expect(await kindsOf(kind)).toEqual([kind])
    expect((await kindsOf("")).sort()).toEqual(["post", "profile", "team"])
  })

  test("an id of nobody's is not there", async () => {
    for (const id of [crypto.randomUUID(), "x"]) expect((await get(`/${id}`)).status).toBe(404)
  })
})

describe.each(KINDS)("a %s", (kind) => {
  test("is hidden, once, with the reply, in the log, and the site is built without it", async () => {
    const opened = await makeCase(db, kind, ids[kind])
    const before = await contentVersion(db)
    const { status, json } = await decide(opened, { decision: "hide", reply: " No ads.\n" })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: opened.id,
      status: "hidden",
      is_hidden: true,
      reply: "No ads.",
      decided_by: { id: chief.id, display_name: "Chief" },
      decided_at: expect.any(String),
      content_version: await contentVersion(db),
    })
    expect(await isHidden(kind)).toBe(true)
    expect(await contentVersion(db)).toBeGreaterThan(before)
    expect(builds.calls).toEqual(["POST"])
    expect(await logOf(opened.id)).toEqual([
      { actor_id: chief.id, action: "reports.hide", after: { kind, target_id: ids[kind] } },
    ])
    const [act] = (await logOf(ids[kind])).filter((row) => Object(row).actor_id === chief.id)
    const action = { team: "teams.update", post: "team_posts.update", profile: "profiles.hide" }
    expect(act).toMatchObject({ action: action[kind] })
  })

  test("is left as it is, and nothing is built", async () => {
    const opened = await makeCase(db, kind, ids[kind])
    const before = await contentVersion(db)
    const { status, json } = await decide(opened, { decision: "dismiss" })
    expect([status, json["status"], json["reply"]]).toEqual([200, "dismissed", null])
    expect(await isHidden(kind)).toBe(false)
    expect(await contentVersion(db)).toBe(before)
    expect(builds.calls).toEqual([])
    expect(await logOf(opened.id)).toMatchObject([{ action: "reports.dismiss" }])
  })

  test("two who decide at once: one does, the other is told what", async () => {
    const opened = await makeCase(db, kind, ids[kind])
    const answers = await Promise.all([
      decide(opened, { decision: "hide" }),
      decide(opened, { decision: "dismiss" }, second.browser),
    ])
    const [done, late] = answers.toSorted((a, b) => a.status - b.status)
    expect([done?.status, late?.status, late?.json["code"]]).toEqual([200, 409, "already_decided"])
    expect(late?.json["current"]).toMatchObject({
      id: opened.id,
      status: done?.json["status"],
      decided_by: done?.json["decided_by"],
    })
    expect(await isHidden(kind)).toBe(done?.json["status"] === "hidden")
    const mails = await db.many`select from mails where case_id = ${opened.id}`
    expect(mails).toHaveLength(kind === "post" ? 3 : 2)
  })

  test("a report that came in meanwhile is read first", async () => {
    const opened = await makeCase(db, kind, ids[kind])
    const other = await makeMember(db)
    const body = { kind, target_id: ids[kind], reason: "violence" }
    expect((await other.browser.call(reports, "POST", "/api/reports", body)).status).toBe(201)
    const late = await decide(opened, { decision: "dismiss" })
    expect([late.status, late.json["code"]]).toEqual([409, "stale"])
    expect(late.json["current"]).toMatchObject({
      status: "open",
      reports: 2,
      reasons: { spam: 1, violence: 1 },
    })
    const again = { ...opened, updated_at: Object(late.json["current"]).updated_at }
    expect((await decide(again, { decision: "dismiss" })).status).toBe(200)
  })

  test("a report at the same moment: it is in the case, or opens none of what is hidden", async () => {
    const opened = await makeCase(db, kind, ids[kind])
    const other = await makeMember(db)
    const body = { kind, target_id: ids[kind], reason: "violence" }
    const [decided, reported] = await Promise.all([
      decide(opened, { decision: "hide" }),
      other.browser.call(reports, "POST", "/api/reports", body),
    ])
    const outcome = [decided.status, reported.status]
    expect([
      [200, 404],
      [409, 201],
    ]).toContainEqual(outcome)
    const open = await db.many`select from report_cases where status = 'open'`
    expect(open).toHaveLength(decided.status === 200 ? 0 : 1)
  })

  test("that is deleted meanwhile is not there any more", async () => {
    const opened = await makeCase(db, kind, ids[kind])
    const table = { team: "teams", post: "team_posts", profile: "users" }[kind]
    const { status, json } = await meanwhile(
      ownerUrl,
      [`delete from ${table} where id = $1`, ids[kind]],
      () => decide(opened, { decision: "hide" }),
    )
    expect([status, json["code"]]).toEqual([404, "not_found"])
    expect(await db.many`select from report_cases`).toEqual([])
    expect(await db.many`select from mails where case_id is not null`).toEqual([])
  })

  test("whoever reported it and leaves this moment: it is decided all the same", async () => {
    const leaver = await makeUser(db)
    const opened = await makeCase(db, kind, ids[kind], { reporters: [leaver.id] })
    const { status } = await meanwhile(
      ownerUrl,
      ["delete from users where id = $1", leaver.id],
      () => decide(opened, { decision: "hide" }),
    )
    expect(status).toBe(200)
    const mails = await db.many`select from mails where user_id = ${leaver.id}`
    expect(mails).toEqual([])
  })
})

describe("who runs the site", () => {
  const reported = async (role: "admin" | "super_admin") => {
    const { id } = await makeUser(db, { role, displayName: "Them" })
    ids.profile = id
    return makeCase(db, "profile", id)
  }

  test("is not hidden; that they were reported can be dismissed", async () => {
    const opened = await reported("super_admin")
    const refused = await decide(opened, { decision: "hide", reply: "x" })
    expect([refused.status, refused.json["code"]]).toEqual([409, "is_super_admin"])
    expect(refused.json["current"]).toMatchObject({ status: "open", reply: null })
    expect(await isHidden("profile")).toBe(false)
    expect((await decide(opened, { decision: "dismiss" })).status).toBe(200)
  })

  test("is hidden as an admin, who has no rights beyond a member's", async () => {
    expect((await decide(await reported("admin"), { decision: "hide" })).status).toBe(200)
    expect(await isHidden("profile")).toBe(true)
  })

  test("may dismiss what is about themself", async () => {
    const opened = await makeCase(db, "profile", chief.id)
    expect((await decide(opened, { decision: "hide" })).json["code"]).toBe("is_super_admin")
    expect((await decide(opened, { decision: "dismiss" })).status).toBe(200)
  })
})

test.each<[what: string, body: object, errors: object]>([
  ["no decision", {}, { decision: "invalid" }],
  ["another decision", { decision: "delete" }, { decision: "invalid" }],
  ["too long a reply", { decision: "hide", reply: "x".repeat(1001) }, { reply: "too_long" }],
  ["no moment", { decision: "hide", updated_at: "now" }, { updated_at: "invalid" }],
])("%s is refused", async (_what, body, errors) => {
  const opened = await makeCase(db, "team", ids.team)
  const { status, json } = await decide(opened, body)
  expect([status, json["code"], json["errors"]]).toEqual([422, "invalid", errors])
  expect(await isHidden("team")).toBe(false)
})

test("what was hidden by hand before is hidden still, and the case is closed", async () => {
  await db.one`update teams set hidden_at = '2026-01-01' where id = ${ids.team}`
  const opened = await makeCase(db, "team", ids.team)
  expect((await decide(opened, { decision: "hide" })).status).toBe(200)
  const rows = await db.many`select hidden_at from teams where id = ${ids.team}`
  expect(rows).toEqual([{ hidden_at: "2026-01-01T00:00:00.000Z" }])
})
