import { beforeEach, describe, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import type { ReportKind } from "../../../src/features/reports/schema.ts"
import { expectErrors, getStatusAndCode } from "../../support/browser-like.ts"
import { runDuringTransaction } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeCase, type TestReportCase } from "../../support/people/reports.ts"
import { makeEvent, makePost, makeTeam } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, ownerUrl, clear } = await openTestDatabase()
const builds = startBuildHook()

let author: Member
let teamOwner: Member
type Kind = Exclude<ReportKind, "comment">
let ids: Record<Kind, string>
let slug: string
const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
const otherAdmin = await makeMember(db, { role: "super_admin", displayName: "Other admin" })
beforeEach(async () => {
  await clear("report_cases")
  author = await makeMember(db, { displayName: "Author" })
  teamOwner = await makeMember(db, { displayName: "Boss", privacy: { show_display_name: false } })
  const team = await makeTeam(db, { [teamOwner.id]: "owner" }, { name: "Stars" })
  slug = team.slug
  await db.one`update teams set description = ${"D".repeat(300)} where id = ${team.id}`
  await db.one`update profiles set bio = 'I sell.' where user_id = ${author.id}`
  const post = await makePost(db, team.id, author.id, { title: "Buy this" })
  await db.one`update team_posts set content = 'Only today.' where id = ${post.id}`
  const event = await makeEvent(db, team.id, { title: "Secret party" })
  await db.one`
    update events set description = 'Bring cash.', user_id = ${author.id}, location = 'Riga' where id = ${event.id}`
  ids = { team: team.id, post: post.id, event: event.id, profile: author.id }
})

const getReports = (path: string) => superAdmin.browser.get(`/api/admin/reports${path}`)
/**
 * Decides a case. The decision `hide` hides the reported content, `dismiss` changes nothing, and `inform` emails the owner
 * of content that was hidden earlier without an email.
 */
const decide = (reportCase: TestReportCase, body: object, { browser } = superAdmin) =>
  browser.send("PATCH", `/api/admin/reports/${reportCase.id}`, {
    updated_at: reportCase.updated_at,
    ...body,
  })
const report = async (kind: Kind, reason: string, { browser }: Member) =>
  browser.send("POST", "/api/reports", { kind, target_id: ids[kind], reason })
const KINDS: Kind[] = ["team", "post", "event", "profile"]
const tables = { team: "teams", post: "team_posts", event: "events", profile: "users" }
const isHidden = (kind: Kind) => db.value<boolean>`
  select coalesce(
    (select hidden_at from teams where id = ${ids[kind]}),
    (select hidden_at from team_posts where id = ${ids[kind]} and not is_published),
    (select hidden_at from events where id = ${ids[kind]}),
    (select hidden_at from profiles where user_id = ${ids[kind]})
  ) is not null`
const listLogEntries = (id: string) => db.many<{ actor_id: string; action: string }>`
  select actor_id, action, after from audit_log where target_id = ${id} order by id`

describe("the queue", () => {
  test.each<[Kind, texts: object, owner: "Boss" | "Author"]>([
    ["team", { title: "Stars", excerpt: "D".repeat(200) }, "Boss"],
    ["post", { title: "Buy this", excerpt: "Only today." }, "Author"],
    ["event", { title: "Secret party", excerpt: "Bring cash." }, "Author"],
    ["profile", { title: "Author", excerpt: "I sell." }, "Author"],
  ])(
    "a reported %s is listed with its content, owner and reasons",
    async (kind, texts, display_name) => {
      for (const reason of ["spam", "spam", "bullying"]) {
        await report(kind, reason, await makeMember(db))
      }
      const { json } = await getReports("?filter=open")
      const text = expect.any(String)
      const time = expect.stringMatching(/Z$/)
      const event = { slug: text, start_date: text, time_zone: "Europe/Riga", location: "Riga" }
      expect(json["reports"]).toEqual([
        {
          id: text,
          kind,
          target_id: ids[kind],
          ...texts,
          is_hidden: false,
          event: kind === "event" ? event : null,
          thread: null,
          team: kind === "profile" ? null : { name: "Stars", slug },
          owner: { id: { Boss: teamOwner, Author: author }[display_name].id, display_name },
          reports: 3,
          reasons: { spam: 2, bullying: 1 },
          status: "open",
          opened_at: time,
          last_report_at: time,
          updated_at: time,
          owner_informed_at: null,
          reply: null,
          owner_reply: null,
          decided_at: null,
          decided_by: null,
        },
      ])
    },
  )

  test("a case lists its reports, newest first, without names of deleted members", async () => {
    const [first, deletedMember] = [
      await makeUser(db, { displayName: "First" }),
      await makeUser(db),
    ]
    const details = "My words"
    const { id } = await makeCase(db, "post", ids.post, {
      reporters: [deletedMember.id, first.id],
      details,
    })
    await db.one`delete from users where id = ${deletedMember.id}`
    const { status, json } = await getReports(`/${id}`)
    expect([status, json["reports"]]).toEqual([200, 2])
    const item = { reason: "spam", created_at: expect.stringMatching(/Z$/) }
    expect(json["items"]).toEqual([
      { reporter: { id: first.id, display_name: "First" }, details, ...item },
      { reporter: null, details: null, ...item },
    ])
  })
})

describe.each(KINDS)("a %s", (kind) => {
  test("a decision to hide the content hides it, stores the reply and is logged", async () => {
    const openCase = await makeCase(db, kind, ids[kind])
    const before = await getContentVersion(db)
    const { status, json } = await decide(openCase, { decision: "hide", reply: " No ads.\n" })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: openCase.id,
      status: "hidden",
      is_hidden: true,
      reply: "No ads.",
      decided_by: { id: superAdmin.id, display_name: "Chief" },
      decided_at: expect.any(String),
      content_version: await getContentVersion(db),
    })
    expect(await isHidden(kind)).toBe(true)
    expect(await getContentVersion(db)).toBeGreaterThan(before)
    expect(builds.calls).toEqual(["POST"])
    const after = { kind, target_id: ids[kind], informs_owner: true }
    const entry = [{ actor_id: superAdmin.id, action: "reports.hide", after }]
    expect(await listLogEntries(openCase.id)).toEqual(entry)
    const action = kind === "profile" ? "profiles.hide" : `${tables[kind]}.update`
    expect(await listLogEntries(ids[kind])).toContainEqual(
      expect.objectContaining({ actor_id: superAdmin.id, action }),
    )
  })

  test("if two admins decide a case concurrently, the second gets the decision of the first", async () => {
    const openCase = await makeCase(db, kind, ids[kind])
    const responses = await Promise.all([
      decide(openCase, { decision: "hide" }),
      decide(openCase, { decision: "dismiss" }, otherAdmin),
    ])
    const [acceptedResponse, refusedResponse] = responses.toSorted((a, b) => a.status - b.status)
    expect([
      acceptedResponse?.status,
      refusedResponse?.status,
      refusedResponse?.json["code"],
    ]).toEqual([200, 409, "already_decided"])
    const { status, decided_by } = acceptedResponse?.json ?? {}
    expect(refusedResponse?.json["current"]).toMatchObject({ id: openCase.id, status, decided_by })
    expect(await isHidden(kind)).toBe(status === "hidden")
    const mails = await db.many`select from mails where case_id = ${openCase.id}`
    // When content is hidden, emails go to the reporter, the author and, for posts and events, the team's owner.
    const emailsWhenHidden = kind === "post" || kind === "event" ? 3 : 2
    expect(mails).toHaveLength(status === "hidden" ? emailsWhenHidden : 1)
  })

  test("a report that is concurrent with hiding either comes first or is refused", async () => {
    const openCase = await makeCase(db, kind, ids[kind])
    const other = await makeMember(db)
    const [decision, reportResponse] = await Promise.all([
      decide(openCase, { decision: "hide" }),
      report(kind, "violence", other),
    ])
    const statuses = `${decision.status} ${reportResponse.status}`
    expect(["200 404", "409 201"]).toContain(statuses)
    const openCases = await db.many`select from report_cases where status = 'open'`
    expect(openCases).toHaveLength(decision.status === 200 ? 0 : 1)
  })

  test("content that is deleted during the decision is not found", async () => {
    const openCase = await makeCase(db, kind, ids[kind])
    const deletion = `delete from ${tables[kind]} where id = $1`
    const response = await runDuringTransaction(ownerUrl, [deletion, ids[kind]], () =>
      decide(openCase, { decision: "hide" }),
    )
    expect(getStatusAndCode(response)).toEqual([404, "not_found"])
    expect(await db.many`select from report_cases`).toEqual([])
    expect(await db.many`select from mails where case_id is not null`).toEqual([])
  })
})

test("dismissing a case changes no content and requests no build", async () => {
  const openCase = await makeCase(db, "post", ids.post)
  const before = await getContentVersion(db)
  const { status, json } = await decide(openCase, { decision: "dismiss" })
  expect([status, json["status"], json["reply"]]).toEqual([200, "dismissed", null])
  expect([await isHidden("post"), builds.calls]).toEqual([false, []])
  expect(await getContentVersion(db)).toBe(before)
  expect(await listLogEntries(openCase.id)).toMatchObject([{ action: "reports.dismiss" }])
})

test("a decision is refused if the case got another report after the admin had opened it", async () => {
  const openCase = await makeCase(db, "team", ids.team)
  expect((await report("team", "violence", await makeMember(db))).status).toBe(201)
  const refused = await decide(openCase, { decision: "dismiss" })
  expect(getStatusAndCode(refused)).toEqual([409, "stale"])
  const currentCase = { status: "open", reports: 2, reasons: { spam: 1, violence: 1 } }
  expect(refused.json["current"]).toMatchObject(currentCase)
  const newest = { ...openCase, updated_at: Object(refused.json["current"]).updated_at }
  expect((await decide(newest, { decision: "dismiss" })).status).toBe(200)
})

test("the profile of a super admin cannot be hidden, but the case can be dismissed", async () => {
  ids.profile = (await makeUser(db, { role: "super_admin", displayName: "Them" })).id
  const openCase = await makeCase(db, "profile", ids.profile)
  const refused = await decide(openCase, { decision: "hide", reply: "x" })
  expect(getStatusAndCode(refused)).toEqual([409, "is_super_admin"])
  expect(refused.json["current"]).toMatchObject({ status: "open", reply: null })
  expect(await isHidden("profile")).toBe(false)
  expect((await decide(openCase, { decision: "dismiss" })).status).toBe(200)
})

test.each<[name: string, body: object, errors: object]>([
  ["a missing decision", { decision: undefined }, { decision: "invalid" }],
  ["an unknown decision", { decision: "delete" }, { decision: "invalid" }],
  ["a long answer to the owner", { owner_reply: "x".repeat(1001) }, { owner_reply: "too_long" }],
  ["a long reply", { reply: "x".repeat(1001) }, { reply: "too_long" }],
  ["an invalid version", { updated_at: "now" }, { updated_at: "invalid" }],
])("%s is refused", async (_name, body, errors) => {
  const openCase = await makeCase(db, "team", ids.team)
  expectErrors(await decide(openCase, { decision: "hide", ...body }), errors)
  expect(await isHidden("team")).toBe(false)
})

test("content that was hidden before the decision keeps the time of the first hiding", async () => {
  await db.one`update teams set hidden_at = '2026-01-01' where id = ${ids.team}`
  const openCase = await makeCase(db, "team", ids.team)
  expect((await decide(openCase, { decision: "hide" })).status).toBe(200)
  const rows = await db.many`select hidden_at from teams where id = ${ids.team}`
  expect(rows).toEqual([{ hidden_at: "2026-01-01T00:00:00.000Z" }])
})

describe("a case about a child in danger", () => {
  const getFirstTwo = async (sort: string) =>
    (await getReports(`?filter=open&sort=${sort}&limit=2`)).json["reports"]

  test("a case about a child in danger comes first while it is open, in both orders", async () => {
    const dangerCase = await makeCase(db, "team", ids.team, { reason: "child_danger" })
    for (const kind of ["post", "event"] as const) await makeCase(db, kind, ids[kind])
    await db.one`
      update report_cases set last_report_at = now() + interval '1 hour' where event_id = ${ids.event}`
    await db.one`
      update report_cases set last_report_at = now() - interval '1 hour' where post_id = ${ids.post}`
    for (const sort of ["newest", "oldest"]) {
      expect(await getFirstTwo(sort)).toMatchObject([
        { id: dangerCase.id },
        { reasons: { spam: 1 } },
      ])
    }
    expect((await decide(dangerCase, { decision: "dismiss" })).status).toBe(200)
    const { json } = await getReports("?sort=newest")
    expect(json["reports"]).toMatchObject([
      { kind: "event" },
      { id: dangerCase.id },
      { kind: "post" },
    ])
  })
})

describe("the owner of reported content", () => {
  const listEmailsToOwner = () => db.many`
    select user_id from mails where kind = 'content_hidden' and user_id = ${author.id}`

  test("an owner who was not informed about the decision at first can be informed once later", async () => {
    const openCase = await makeCase(db, "profile", ids.profile, { reason: "child_danger" })
    const body = { reply: "Thanks.", owner_reply: "Not now.", informs_owner: false }
    const { json } = await decide(openCase, { decision: "hide", ...body })
    const withoutEmail = { status: "hidden", reply: "Thanks.", owner_reply: null }
    expect(json).toMatchObject({ ...withoutEmail, owner_informed_at: null })
    expect(await listEmailsToOwner()).toEqual([])
    const hiddenCase = { id: openCase.id, updated_at: String(json["updated_at"]) }
    const inform = { decision: "inform", owner_reply: "It breaks our rules.", reply: "Ignored" }
    expect(getStatusAndCode(await decide(openCase, inform))).toEqual([409, "stale"])
    const informResponse = await decide(hiddenCase, inform)
    expect(informResponse.json).toMatchObject({
      reply: "Thanks.",
      owner_reply: "It breaks our rules.",
      owner_informed_at: expect.any(String),
      decided_at: json["decided_at"],
    })
    expect(await listEmailsToOwner()).toHaveLength(1)
    const actions = [{ action: "reports.hide" }, { action: "reports.inform" }]
    expect(await listLogEntries(openCase.id)).toMatchObject(actions)
    const informedCase = { id: openCase.id, updated_at: String(informResponse.json["updated_at"]) }
    const secondInform = await decide(informedCase, inform)
    expect(getStatusAndCode(secondInform)).toEqual([409, "already_decided"])
    expect(await listEmailsToOwner()).toHaveLength(1)
  })

  test("the owner is not emailed about an open or dismissed case", async () => {
    const openCase = await makeCase(db, "profile", ids.profile)
    expect(getStatusAndCode(await decide(openCase, { decision: "inform" }))).toEqual([409, "stale"])
    const { json } = await decide(openCase, { decision: "dismiss", owner_reply: "Nothing." })
    expect(json).toMatchObject({ owner_reply: null, owner_informed_at: null })
    const dismissed = { id: openCase.id, updated_at: String(json["updated_at"]) }
    const refused = await decide(dismissed, { decision: "inform" })
    expect(getStatusAndCode(refused)).toEqual([409, "already_decided"])
    expect(await listEmailsToOwner()).toEqual([])
  })
})
