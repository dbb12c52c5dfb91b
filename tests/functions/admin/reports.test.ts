import { beforeEach, describe, expect, test } from "vitest"
import { reportContent } from "../../../db/queries/reports.ts"
import type { ReportKind } from "../../../src/features/reports/schema.ts"
import { expectRateLimited } from "../../support/attempts.ts"
import { expectErrors, getStatusAndCode, type TestBrowser } from "../../support/browser-like.ts"
import { repeatConcurrently, runDuringTransaction } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { makeComment } from "../../support/people/comments.ts"
import { type Member, makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import { DENIED } from "../../support/people/rights.ts"
import { addMember, makeEvent, makePost, makeTeam } from "../../support/people/teams.ts"

const { db, app, ownerUrl } = await openTestDatabase()

let author: Member
let team: string
let post: string
let event: string
let comment: string
const reporter = await makeMember(db, { displayName: "Mari" })
beforeEach(async () => {
  author = await makeMember(db, { displayName: "Author" })
  team = (await makeTeam(db, { [author.id]: "owner" }, { name: "Stars" })).id
  post = (await makePost(db, team, author.id, { title: "Buy this" })).id
  event = (await makeEvent(db, team, { title: "Secret party" })).id
  comment = await makeComment(db, post, author.id)
  await db.one`update events set user_id = ${author.id} where id = ${event}`
})

const getTargets = () => ({ team, post, event, comment, profile: author.id })
const report = (
  kind: ReportKind,
  target_id: string,
  fields: object = {},
  browser = reporter.browser,
) => browser.send("POST", "/api/reports", { kind, target_id, reason: "spam", ...fields })
const listStoredReports = (target: string) => db.many`
  select c.kind, c.status, c.title, c.reports, r.reporter_id, r.reason, r.details
  from report_cases c join reports r on r.case_id = c.id
  where coalesce(c.team_id, c.post_id, c.event_id, c.profile_id, c.comment_id) = ${target} order by r.id`
describe.each<[ReportKind, string]>([
  ["team", "Stars"],
  ["post", "Buy this"],
  ["event", "Secret party"],
  // Emails name a case by its title. A comment has no title, so its case has the title of the post.
  ["comment", "Buy this"],
  ["profile", "Author"],
])("a %s", (kind, title) => {
  test("a report opens a case", async () => {
    const target = getTargets()[kind]
    const response = await report(kind, target, { reason: "bullying", details: "  Twice.\r\n " })
    expect(response.status).toBe(201)
    const expected = { kind, reason: "bullying" }
    const created_at = expect.stringMatching(/Z$/)
    expect(response.json).toEqual({ report: { ...expected, target_id: target, created_at } })
    expect(await listStoredReports(target)).toEqual([
      {
        ...expected,
        status: "open",
        title,
        reports: 1,
        reporter_id: reporter.id,
        details: "Twice.",
      },
    ])
  })

  test("a member has one report per content, even with concurrent requests", async () => {
    const target = getTargets()[kind]
    const responses = await repeatConcurrently(5, (index) =>
      report(kind, target, { reason: index % 2 ? "spam" : "violence" }),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    const [first] = await listStoredReports(target)
    for (const { status, json } of responses) {
      expect(json["already"]).toBe(status === 200 ? true : undefined)
      expect(Object(json["report"]).reason).toBe(Object(first).reason)
    }
    expect(await listStoredReports(target)).toHaveLength(1)
  })

  test("concurrent reports by several members open one case", async () => {
    const target = getTargets()[kind]
    const reporters = await repeatConcurrently(6, () => makeMember(db))
    const responses = await Promise.all(
      reporters.map(({ browser }) => report(kind, target, {}, browser)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(201))
    const cases = await db.many`
      select reports from report_cases
      where coalesce(team_id, post_id, event_id, profile_id, comment_id) = ${target}`
    expect(cases).toEqual([{ reports: 6 }])
  })

  test("hidden content cannot be reported", async () => {
    const target = getTargets()[kind]
    // The target has one kind, so only one of these statements changes a row.
    await db.one`update teams set hidden_at = now() where id = ${target}`
    await db.one`update profiles set hidden_at = now() where user_id = ${target}`
    await db.one`update events set hidden_at = now() where id = ${target}`
    await db.one`update comments set hidden_at = now(), hidden_by = 'site' where id = ${target}`
    await db.one`
      update team_posts set is_published = false, hidden_at = now() where id = ${target}`
    expect(getStatusAndCode(await report(kind, target))).toEqual([404, "not_found"])
    expect(await listStoredReports(target)).toEqual([])
  })

  test("content that is deleted during the report is not found", async () => {
    const target = getTargets()[kind]
    const tables = {
      team: "teams",
      post: "team_posts",
      event: "events",
      comment: "comments",
      profile: "users",
    }
    const table = tables[kind]
    const response = runDuringTransaction(
      ownerUrl,
      [`delete from ${table} where id = $1`, target],
      () => report(kind, target),
    )
    expect(getStatusAndCode(await response)).toEqual([404, "not_found"])
    expect(await listStoredReports(target)).toEqual([])
  })

  test("members cannot report their own content", async () => {
    const response = report(kind, getTargets()[kind], {}, author.browser)
    expect(getStatusAndCode(await response)).toEqual([409, "own_content"])
    expect(await listStoredReports(getTargets()[kind])).toEqual([])
  })
})

test("members can report their team and other members' posts in the team", async () => {
  await addMember(db, team, reporter.id, "admin")
  expect((await report("team", team)).status).toBe(201)
  expect((await report("post", post)).status).toBe(201)
})

describe("content that cannot be reported", () => {
  test("only the team's managers can report a draft", async () => {
    const { id } = await makePost(db, team, author.id, { published: false })
    expect(getStatusAndCode(await report("post", id))).toEqual([404, "not_found"])
    await addMember(db, team, reporter.id, "member")
    expect(getStatusAndCode(await report("post", id))).toEqual([404, "not_found"])
    await db.one`update team_members set role = 'admin' where user_id = ${reporter.id}`
    expect((await report("post", id)).status).toBe(201)
  })

  test("a post of a hidden team cannot be reported, not even by members of the team", async () => {
    await db.one`update teams set hidden_at = now() where id = ${team}`
    await addMember(db, team, reporter.id, "member")
    expect(getStatusAndCode(await report("post", post))).toEqual([404, "not_found"])
    expect(getStatusAndCode(await report("team", team))).toEqual([404, "not_found"])
  })

  test("members of a team cannot report its team-only events, or events while the team is hidden", async () => {
    await db.one`update events set event_type = 'team' where id = ${event}`
    await addMember(db, team, reporter.id, "member")
    expect(getStatusAndCode(await report("event", event))).toEqual([404, "not_found"])
    await db.one`update events set event_type = 'public' where id = ${event}`
    await db.one`update teams set hidden_at = now() where id = ${team}`
    expect(getStatusAndCode(await report("event", event))).toEqual([404, "not_found"])
  })

  test("an id of another kind of content is not found", async () => {
    expect(getStatusAndCode(await report("post", team))).toEqual([404, "not_found"])
    expect(getStatusAndCode(await report("team", author.id))).toEqual([404, "not_found"])
  })
})

describe("members without the right to report", () => {
  test("a blocked member cannot report through the API or in SQL, and an anonymous visitor cannot in SQL", async () => {
    const blocked = await makeUser(db)
    const browser: TestBrowser = await openSignedInBrowser(db, blocked.id)
    await db.one`update users set blocked_at = now() where id = ${blocked.id}`
    expect(getStatusAndCode(await report("team", team, {}, browser))).toEqual([
      401,
      "sign_in_required",
    ])
    const body = { kind: "team", target_id: team, reason: "spam", details: null } as const
    for (const viewer of [{ userId: blocked.id }, null]) {
      await expect(reportContent(app.as(viewer), body)).rejects.toMatchObject({ code: DENIED })
    }
    expect(await listStoredReports(team)).toEqual([])
  })

  test("the eleventh report in an hour is refused with Retry-After", async () => {
    for (let index = 0; index < 10; index++) await report("team", crypto.randomUUID())
    expectRateLimited(await report("team", team), 3600)
    expect(await listStoredReports(team)).toEqual([])
    const other = await makeMember(db)
    expect((await report("team", team, {}, other.browser)).status).toBe(201)
  })
})

test.each<[name: string, body: object, errors: object]>([
  ["a missing reason", { reason: undefined }, { reason: "required" }],
  ["an unknown reason", { reason: "ugly" }, { reason: "required" }],
  ["an unknown kind", { kind: "song" }, { kind: "invalid" }],
  ["an invalid id", { target_id: "stars" }, { target_id: "invalid" }],
  [
    "the reason 'something else' with blank details",
    { reason: "other", details: " \u00a0 " },
    { details: "required" },
  ],
  ["details that are too long", { details: "x".repeat(1001) }, { details: "too_long" }],
])("a report with %s is refused", async (_name, body, errors) => {
  expectErrors(await report("team", team, body), errors)
  expect(await listStoredReports(team)).toEqual([])
})

test("a member can report content again after a decision", async () => {
  await report("team", team)
  await db.one`
    update report_cases set status = 'dismissed', decided_at = now() where team_id = ${team}`
  const secondReport = await report("team", team, { reason: "violence" })
  expect([secondReport.status, secondReport.json["already"]]).toEqual([201, undefined])
  const cases = db.many`select status from report_cases where team_id = ${team} order by opened_at`
  expect(await cases).toEqual([{ status: "dismissed" }, { status: "open" }])
})

test("a report during a concurrent decision to hide the content opens no case", async () => {
  await report("team", team)
  const other = await makeMember(db)
  const hideTeam = `with hidden as (update teams set hidden_at = now() where id = $1)
    update report_cases set status = 'hidden', decided_at = now() where team_id = $1`
  const response = runDuringTransaction(ownerUrl, [hideTeam, team], () =>
    report("team", team, {}, other.browser),
  )
  expect(getStatusAndCode(await response)).toEqual([404, "not_found"])
  expect(await listStoredReports(team)).toHaveLength(1)
})
