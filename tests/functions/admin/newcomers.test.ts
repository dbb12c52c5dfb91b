/** Tests of newcomers: members that no super admin has approved yet. Their teams and posts are not listed until then. */
import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { content } from "../../../src/content/content.ts"
import { readSearchableContent } from "../../../src/content/search-index/entries.ts"
import type { TeamRole } from "../../../src/features/teams/schema.ts"
import { getRows, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { repeatConcurrently, runDuringTransaction } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  eventFields,
  makeEvent,
  makePost,
  makeTeam,
  postFields,
  teamFields,
} from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, app, ownerUrl, clear } = await openTestDatabase()
const builds = startBuildHook()
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"

let newcomer: Member
const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
const secondSuperAdmin = await makeMember(db, { role: "super_admin", displayName: "Second" })
beforeEach(async () => {
  await clear("teams", "events")
  newcomer = await makeMember(db, { displayName: "Newcomer", isApproved: false })
})

const createTeam = ({ browser }: Member) =>
  browser.send("POST", "/api/teams", { ...teamFields, slug: `stars-${randomUUID()}` })
const createPost = ({ browser }: Member, slug: string, fields: object = {}) =>
  browser.send("POST", `/api/teams/${slug}/posts`, { ...postFields, ...fields })
const createEvent = ({ browser }: Member, team_id: string, fields: object = {}) =>
  browser.send("POST", "/api/events", { ...eventFields, team_id, ...fields })
const sendAction = (ids: string[], action: string, { browser } = superAdmin) =>
  browser.send("POST", "/api/admin/newcomers/action", { ids, action })
const approve = (ids: string[], admin = superAdmin) => sendAction(ids, "approve", admin)
const makeUnreviewedTeam = (members: Record<string, TeamRole>) =>
  makeTeam(db, members, { reviewed: false })

describe("a member with an unconfirmed email address", () => {
  let unconfirmed: Member
  let team: { id: string; slug: string }
  beforeEach(async () => {
    unconfirmed = await makeMember(db, { isConfirmed: false, displayName: "New" })
    team = await makeTeam(db, { [unconfirmed.id]: "owner" })
  })

  test("a member with an unconfirmed email address cannot create a team, publish a post or add an event", async () => {
    const draft = await makePost(db, team.id, unconfirmed.id, { published: false })
    const publishDraft = () => publish(unconfirmed, { ...draft }, "A post")
    const { id, updated_at } = await makeEvent(db, team.id)
    const event = { ...eventFields, team_id: team.id, updated_at }
    const edit = () => unconfirmed.browser.send("PATCH", `/api/events/${id}`, event)
    for (const refused of [
      await createTeam(unconfirmed),
      await createPost(unconfirmed, team.slug),
      await publishDraft(),
      await createEvent(unconfirmed, team.id),
      await createEvent(unconfirmed, team.id, { event_type: "team" }),
      await edit(),
    ]) {
      expect(getStatusAndCode(refused)).toEqual([403, "email_unconfirmed"])
    }
    await db.one`update users set email_verified_at = now() where id = ${unconfirmed.id}`
    expect((await createTeam(unconfirmed)).status).toBe(201)
    expect([(await publishDraft()).status, (await edit()).status]).toEqual([200, 200])
  })

  test("a member with an unconfirmed email address can save drafts and delete events", async () => {
    expect((await createPost(unconfirmed, team.slug, { is_published: false })).status).toBe(201)
    const { id } = await makeEvent(db, team.id)
    const deleted = await unconfirmed.browser.send("DELETE", `/api/events/${id}`)
    expect(deleted.status).toBe(204)
  })

  test("a member with an unconfirmed email address can delete the account", async () => {
    await makePost(db, team.id, unconfirmed.id)
    await makeEvent(db, team.id, { author: unconfirmed.id })
    const viewer = app.as({ userId: unconfirmed.id })
    expect(await viewer.value`select schedule_own_deletion('{}')`).toBe("leaving")
  })
})

test("a super admin with an unconfirmed email address can create a team", async () => {
  const options = { role: "super_admin", displayName: "New chief", isConfirmed: false } as const
  expect((await createTeam(await makeMember(db, options))).status).toBe(201)
})

const getSlugs = (rows: { slug: string }[]) => rows.map(({ slug }) => slug)

/** Returns the teams, posts and events in the public lists and in the search index. */
async function readLists() {
  const latest = await openBrowser().get("/api/team-posts")
  const searchEntries = await Promise.all(
    (await readSearchableContent()).groups
      .filter(({ kind }) => kind === "team" || kind === "event")
      .flatMap(({ entries }) => entries.map((loadEntry) => loadEntry())),
  )
  return {
    home: getRows(latest, "team_posts").map(({ title }) => title),
    search: JSON.stringify(searchEntries),
    teams: getSlugs(await content.listedTeams()),
    events: getSlugs(await content.listedEvents()),
  }
}

function publish({ browser }: Member, post: Record<string, unknown>, title: string) {
  const body = { ...postFields, title, updated_at: post["updated_at"] }
  return browser.send("PATCH", `/api/posts/${post["id"]}`, body)
}

describe("a newcomer's team", () => {
  async function makeTeamWithContent() {
    const { json } = await createTeam(newcomer)
    const team = { id: String(json["id"]), slug: String(json["slug"]) }
    const post = await createPost(newcomer, team.slug, { title: "First steps" })
    const event = await createEvent(newcomer, team.id)
    return { team, post: String(post.json["id"]), event: String(event.json["slug"]) }
  }

  test("a newcomer's team is not listed, but its own pages and its members' lists show it", async () => {
    const { team, event } = await makeTeamWithContent()
    const anonymous = openBrowser()
    const page = await anonymous.get(`/api/teams/${team.slug}`)
    expect([page.status, page.json["is_listed"]]).toEqual([200, false])
    const blog = await anonymous.get(`/api/teams/${team.slug}/posts`)
    expect(blog.json["posts"]).toMatchObject([{ title: "First steps", is_listed: false }])
    expect((await anonymous.get(`/api/events/${event}`)).status).toBe(200)
    const other = await makeMember(db)
    for (const { browser } of [other, newcomer, superAdmin]) {
      const list = await browser.get(`/api/teams?search=${teamFields.name}`)
      expect(list.json["teams"]).toEqual([])
    }
    const ownTeams = await newcomer.browser.get("/api/teams/mine")
    expect(ownTeams.json["teams"]).toMatchObject([{ slug: team.slug, is_listed: false }])
    const getCalendar = async ({ browser }: Member, query = "") =>
      getRows(await browser.get(`/api/events${query}`), "events")
    expect(await getCalendar(other)).toEqual([])
    for (const calendar of [
      await getCalendar(newcomer),
      await getCalendar(superAdmin),
      await getCalendar(other, `?team=${team.slug}`),
    ]) {
      expect(calendar).toMatchObject([{ slug: event }])
    }
    expect(getSlugs(await content.teams())).toEqual([team.slug])
    expect(getSlugs(await content.publicEvents())).toEqual([event])
    expect(await readLists()).toEqual({ home: [], search: "[]", teams: [], events: [] })
  })

  test("managers of a newcomer's team see the reason why a public event is not listed", async () => {
    const { team } = await makeTeamWithContent()
    const future = { start_date: "2100-01-01T16:00:00Z", end_date: "2100-01-01T18:00:00Z" }
    const expectReason = async (unlisted_reason: string | null) => {
      const { json: event } = await createEvent(newcomer, team.id, future)
      expect(event).toMatchObject({ unlisted_reason })
      const path = `/api/events/${event["id"]}/signup`
      const signup = await newcomer.browser.get(path)
      expect(signup.json["event"]).toMatchObject({ unlisted_reason })
      const myEvents = await newcomer.browser.get("/api/my-events")
      const row = getRows(myEvents, "team_events").find(({ id }) => id === event["id"])
      expect(row).toMatchObject({ unlisted_reason, may_edit: true })
    }
    await expectReason("unreviewed")
    const ownEvent = await createEvent(newcomer, team.id, { event_type: "team" })
    expect(ownEvent.json["unlisted_reason"], "a team-only event is never listed").toBeNull()
    await db.one`update teams set hidden_at = now() where id = ${team.id}`
    await expectReason("hidden")
    await db.one`update teams set hidden_at = null, reviewed_at = now() where id = ${team.id}`
    await expectReason(null)
  })

  test("an approval lists a team, its content and its owner's later content, and is logged", async () => {
    const { team, post, event } = await makeTeamWithContent()
    const version = await getContentVersion(db)
    builds.calls.length = 0
    const { status, json } = await approve([team.id])
    expect([status, json["results"]]).toEqual([200, [{ id: team.id, ok: true }]])
    expect(Number(json["content_version"])).toBeGreaterThan(version)
    expect(builds.calls).toHaveLength(1)
    const directory = await openBrowser().get("/api/teams")
    expect(directory.json["teams"]).toMatchObject([{ slug: team.slug }])
    expect(await readLists()).toEqual({
      home: ["First steps"],
      search: expect.stringContaining("First steps"),
      teams: [team.slug],
      events: [event],
    })
    expect((await createTeam(newcomer)).json["is_listed"]).toBe(true)
    const log = await db.many`
      select action, actor_id from audit_log where target_id = any(${[team.id, post, newcomer.id]}::uuid[])
      order by id`
    const actions = ["users.approve", "teams.approve", "team_posts.approve"]
    expect(log).toEqual(actions.map((action) => ({ action, actor_id: superAdmin.id })))
  })

  test("an approval does not change a team's updated_at", async () => {
    const { team } = await makeTeamWithContent()
    const readUpdateTime = () => db.one`select updated_at from teams where id = ${team.id}`
    const before = await readUpdateTime()
    await approve([team.id])
    expect(await readUpdateTime()).toEqual(before)
  })

  test("posts in an unapproved team and posts of newcomers need an approval", async () => {
    const approvedMember = await makeMember(db)
    const unreviewed = await makeUnreviewedTeam({
      [newcomer.id]: "owner",
      [approvedMember.id]: "admin",
    })
    await createPost(approvedMember, unreviewed.slug, { title: "By an approved member" })
    expect((await readLists()).home).toEqual([])
    await approve([unreviewed.id])
    expect((await readLists()).home).toEqual(["By an approved member"])

    const other = await makeMember(db, { isApproved: false })
    const team = await makeTeam(db, { [approvedMember.id]: "owner", [other.id]: "admin" })
    const draft = await createPost(other, team.slug, { title: "Draft", is_published: false })
    const post = await createPost(other, team.slug, { title: "By a newcomer" })
    expect((await readLists()).home).toEqual(["By an approved member"])
    await approve([String(post.json["id"])])
    expect((await readLists()).home).toEqual(["By a newcomer", "By an approved member"])
    await publish(other, draft.json, "Draft")
    expect((await readLists()).home).toContain("Draft")
  })

  test("the approval of a team does not approve posts of other newcomers", async () => {
    const other = await makeMember(db, { isApproved: false })
    const team = await makeUnreviewedTeam({ [newcomer.id]: "owner", [other.id]: "admin" })
    const draft = await createPost(other, team.slug, { title: "Draft", is_published: false })
    await approve([team.id])
    await publish(other, draft.json, "Rewritten")
    expect((await readLists()).home).toEqual([])
  })

  test("content that super admins create or publish needs no review", async () => {
    const created = await createTeam(superAdmin)
    expect(created.json["is_listed"]).toBe(true)
    const team = await makeTeam(db, { [newcomer.id]: "owner" })
    const draft = await createPost(newcomer, team.slug, { title: "Draft", is_published: false })
    await superAdmin.browser.send("POST", "/api/admin/posts/action", {
      ids: [draft.json["id"]],
      action: "publish",
    })
    expect((await readLists()).home).toEqual(["Draft"])
  })

  test("concurrent approvals of a team by two super admins are logged once", async () => {
    const team = await makeUnreviewedTeam({ [newcomer.id]: "owner" })
    const responses = await repeatConcurrently(8, (index) =>
      approve([team.id], index % 2 ? superAdmin : secondSuperAdmin),
    )
    for (const { json } of responses) expect(json["results"]).toEqual([{ id: team.id, ok: true }])
    const log = await db.many`
      select action from audit_log where target_id = any(${[team.id, newcomer.id]}::uuid[]) order by id`
    expect(log).toEqual([{ action: "users.approve" }, { action: "teams.approve" }])
  })

  test("the approval of a deleted or unknown team has the result not_found", async () => {
    const { team } = await makeTeamWithContent()
    // The only member leaves, which deletes the team.
    await newcomer.browser.send("DELETE", `/api/teams/${team.slug}/members/${newcomer.id}`)
    const ids = [team.id, UNKNOWN_ID]
    const notFound = ids.map((id) => ({ id, ok: false, code: "not_found" }))
    expect((await approve(ids)).json["results"]).toEqual(notFound)
  })

  test("a post that is created while its author is being approved is also approved", async () => {
    const team = await makeUnreviewedTeam({ [newcomer.id]: "owner" })
    const approval = `
      with viewer as materialized (select set_config('app.viewer', $1, true))
      select approve_newcomers(array[$2]::uuid[]) from viewer`
    const { status } = await runDuringTransaction(
      ownerUrl,
      [approval, superAdmin.id, team.id],
      () => createPost(newcomer, team.slug, { title: "Just now" }),
    )
    expect(status).toBe(201)
    expect((await readLists()).home).toEqual(["Just now"])
  })
})

describe("the queue", () => {
  const getQueue = () => superAdmin.browser.get("/api/admin/newcomers")
  const countWaiting = async () =>
    (await superAdmin.browser.get("/api/admin/waiting")).json["newcomers"]

  test("the queue lists teams and published posts with their authors, newest first", async () => {
    const newTeamFields = { name: "Fresh", slug: "fresh" }
    const team = await makeTeam(
      db,
      { [newcomer.id]: "owner" },
      { ...newTeamFields, reviewed: false },
    )
    await db.one`
      update teams set description = ${"D".repeat(400)}, created_at = created_at - interval '1 day'
      where id = ${team.id}`
    const post = await makePost(db, team.id, newcomer.id, { title: "Hello", reviewed: false })
    await db.one`update team_posts set content = '*Come* on' where id = ${post.id}`
    await makePost(db, team.id, newcomer.id, { published: false, reviewed: false })
    const { json } = await getQueue()
    const author = { id: newcomer.id, display_name: "Newcomer", email_confirmed: true }
    const row = { team: newTeamFields, author }
    expect(json).toMatchObject({
      newcomers: [
        { ...row, id: post.id, kind: "post", title: "Hello", excerpt: "Come on" },
        { ...row, id: team.id, kind: "team", title: "Fresh", excerpt: "D".repeat(300) },
      ],
    })
    expect(await countWaiting()).toBe(2)
  })

  test("the queue leaves out hidden posts, and hidden teams with their posts", async () => {
    const team = await makeUnreviewedTeam({ [newcomer.id]: "owner" })
    await makePost(db, team.id, newcomer.id, { title: "Spam", reviewed: false })
    const other = await makeTeam(db, { [newcomer.id]: "owner" })
    const post = await makePost(db, other.id, newcomer.id, { title: "Spam", reviewed: false })
    expect(await countWaiting()).toBe(3)
    expect((await sendAction([team.id, post.id, UNKNOWN_ID], "hide")).json["results"]).toEqual([
      { id: team.id, ok: true },
      { id: post.id, ok: true },
      { id: UNKNOWN_ID, ok: false, code: "not_found" },
    ])
    expect((await getQueue()).json["newcomers"]).toEqual([])
    expect(await countWaiting()).toBe(0)
    expect((await openBrowser().get(`/api/teams/${team.slug}`)).status).toBe(404)
    const vettedAt = await db.value`select vetted_at from users where id = ${newcomer.id}`
    expect(vettedAt, "hiding does not approve the author").toBeNull()
  })

  test.each([
    ["an unknown action", UNKNOWN_ID, "praise"],
    ["an invalid id", "x", "approve"],
  ])("%s is refused", async (_name, id, action) => {
    expect(getStatusAndCode(await sendAction([id], action))).toEqual([422, "invalid"])
  })
})
