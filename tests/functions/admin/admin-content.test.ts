import { beforeEach, describe, expect, test } from "vitest"
import { TEAM_LIMITS } from "../../../src/features/teams/schema.ts"
import { expectErrors, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeUser } from "../../support/factories.ts"
import {
  adminEventFields,
  adminTeamFields,
  articleFields,
  ideaFields,
  makeSuggestion,
  readUpdatedAt,
} from "../../support/people/admin.ts"
import { makeIdea } from "../../support/people/ideas.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { DENIED } from "../../support/people/rights.ts"
import { makeEvent, makePost, makeTeam } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, app, owner, clear } = await openTestDatabase()
const builds = startBuildHook()
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"

const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
const otherAdmin = await makeMember(db, { role: "super_admin", displayName: "Other" })
beforeEach(() => clear("teams", "news", "events", "ideas", "suggestions"))

const call = (method: string, path: string, body?: object, member = superAdmin) =>
  member.browser.send(method, `/api/admin/${path}`, body)
const listActionsOn = (target: unknown) => db.value<string[]>`
  select array_agg(action order by id) from audit_log where target_id = ${String(target)}`
const readEvent = async (slug: unknown) => (await openBrowser().get(`/api/events/${slug}`)).json

const article = { ...articleFields, slug: "night" }
describe.each([
  ["teams", adminTeamFields, "name", async () => (await makeTeam(db, {})).id],
  ["news", article, "title", async () => (await makeArticle(db)).id],
  ["events", adminEventFields, "title", async () => (await makeEvent(db, null)).id],
  ["ideas", ideaFields, "title", () => makeIdea(db)],
] as const)("concurrent edits of the %s", (list, fields, field, make) => {
  const save = (id: string, text: string, updated_at: string, member = superAdmin) =>
    call("PATCH", `${list}/${id}`, { ...fields, [field]: text, updated_at }, member)

  test("the second of two saves is refused, and the response contains the first save", async () => {
    const id = await make()
    const openedAt = await readUpdatedAt(db, id)
    const first = await save(id, "Theirs", openedAt, otherAdmin)
    expect([first.status, first.json[field]]).toEqual([200, "Theirs"])
    const second = await save(id, "Mine", openedAt)
    expect(getStatusAndCode(second)).toEqual([409, "stale"])
    expect(second.json["current"]).toMatchObject({ id, [field]: "Theirs" })
    const thirdResponse = await save(id, "Mine", String(first.json["updated_at"]))
    expect([thirdResponse.status, thirdResponse.json[field]]).toEqual([200, "Mine"])
  })

  test("one of 20 concurrent saves succeeds and is logged", async () => {
    const id = await make()
    const openedAt = await readUpdatedAt(db, id)
    const responses = await repeatConcurrently(20, (n) =>
      save(id, `Version ${n}`, openedAt, n % 2 ? superAdmin : otherAdmin),
    )
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 19 })
    const actions = await listActionsOn(id)
    expect(actions?.filter((action) => action === `${list}.update`)).toHaveLength(1)
  })

  test("after another super admin has deleted the item, a save or a second deletion gets 404", async () => {
    const id = await make()
    const openedAt = await readUpdatedAt(db, id)
    const path = `${list}/${id}`
    expect((await call("DELETE", path, undefined, otherAdmin)).status).toBe(204)
    expect((await save(id, "Mine", openedAt)).status).toBe(404)
    expect((await call("DELETE", path)).status).toBe(404)
  })
})

const REFUSED_FIELDS: [list: "teams" | "events" | "ideas", wrong: object, errors: object][] = [
  ["teams", { name: " " }, { name: "required" }],
  ["teams", { name: "x".repeat(TEAM_LIMITS.name + 1) }, { name: "too_long" }],
  ["teams", { cover_image_url: "https://evil.example/x.webp" }, { cover_image_url: "invalid" }],
  ["teams", { cover_image_url: "/uploads/news-images/x.webp" }, { cover_image_url: "invalid" }],
  ["teams", { updated_at: "yesterday" }, { updated_at: "invalid" }],
  ["events", { title: "" }, { title: "required" }],
  ["events", { start_date: "" }, { start_date: "required" }],
  ["events", { end_date: "2027-05-01T10:00:00Z" }, { end_date: "end_before_start" }],
  ["events", { start_date: "1999-01-01T10:00:00Z" }, { start_date: "invalid_date" }],
  ["events", { max_participants: -1 }, { max_participants: "invalid_number" }],
  ["events", { max_participants: 1.5 }, { max_participants: "invalid_number" }],
  ["events", { max_participants: 2 ** 31 }, { max_participants: "invalid_number" }],
  ["events", { registration_url: "javascript:alert(1)" }, { registration_url: "invalid_url" }],
  ["events", { image_url: "/uploads/news-images/x.webp" }, { image_url: "invalid" }],
  ["events", { time_zone: "Mars/Olympus" }, { time_zone: "invalid" }],
  ["ideas", { title: "x".repeat(121) }, { title: "too_long" }],
  ["ideas", { description: " " }, { description: "required" }],
  ["ideas", { category: "cars" }, { category: "required" }],
  ["ideas", { status: "perhaps" }, { status: "invalid" }],
  ["ideas", { reply: "x".repeat(2001) }, { reply: "too_long" }],
]
test.each(REFUSED_FIELDS)(
  "%s with %j is refused with the errors %j",
  async (list, wrong, errors) => {
    const { id, updated_at } = await makeTeam(db, {}, { name: "Stars" })
    const save = {
      teams: () => call("PATCH", `teams/${id}`, { ...adminTeamFields, updated_at, ...wrong }),
      events: () => call("POST", "events", { ...adminEventFields, ...wrong }),
      ideas: () => call("POST", "ideas", { ...ideaFields, ...wrong }),
    }
    expectErrors(await save[list](), errors)
    const names = db.many`
    select name from teams union all select title from events union all select title from ideas`
    expect(await names).toEqual([{ name: "Stars" }])
  },
)

describe("teams", () => {
  test("each change of a team's verification is logged and requests a build", async () => {
    const { id } = await makeTeam(db, {})
    const verify = (is_verified: boolean, team = id) =>
      call("PUT", `teams/${team}/verified`, { is_verified })
    for (const isVerified of [true, true, false]) {
      const response = await verify(isVerified)
      expect([response.status, response.json["is_verified"]]).toEqual([200, isVerified])
    }
    expect(await listActionsOn(id)).toEqual(["teams.update", "teams.update"])
    expect(builds.calls, "the second action changed nothing").toHaveLength(2)
    expect((await verify(true, UNKNOWN_ID)).status, "an unknown team").toBe(404)
  })

  test("a team is not found by an unknown id or by its slug", async () => {
    await makeTeam(db, {}, { slug: "stars" })
    for (const unknownId of [UNKNOWN_ID, "stars"]) {
      const response = await call("GET", `teams/${unknownId}`)
      expect(getStatusAndCode(response)).toEqual([404, "not_found"])
    }
  })
})

describe("posts", () => {
  test("a bulk action on posts responds with a result for each post", async () => {
    const sendAction = (ids: string[], action: string) =>
      call("POST", "posts/action", { ids, action })
    const { id } = await makePost(db, (await makeTeam(db, {})).id, null)
    const isShown = () => db.value`select is_published from team_posts where id = ${id}`
    const response = await sendAction([UNKNOWN_ID, id.toUpperCase()], "hide")
    expect(response.json["results"]).toEqual([
      { id: UNKNOWN_ID, ok: false, code: "not_found" },
      { id: id.toUpperCase(), ok: true },
    ])
    expect(await isShown()).toBe(false)
    await sendAction([id], "publish")
    expect(await isShown()).toBe(true)
    await sendAction([id], "delete")
    expect(await isShown()).toBeNull()
    const actions = ["team_posts.update", "team_posts.update", "team_posts.delete"]
    expect(await listActionsOn(id)).toEqual(actions)
  })

  test("posts are listed with the beginning of their text, without Markdown", async () => {
    const team = await makeTeam(db, {})
    const { id } = await makePost(db, team.id, null)
    const content = "## We won\n\n**Thank you**, [Riga](https://riga.test) & all < 3 of you"
    await db.one`update team_posts set content = ${content} where id = ${id}`
    const { json } = await call("GET", "posts")
    const excerpt = "We won Thank you, Riga & all < 3 of you"
    expect(json["posts"]).toMatchObject([{ id, excerpt }])
  })

  test("a member's deletion of their own post is not in the audit log", async () => {
    const { id: user } = await makeUser(db)
    const team = await makeTeam(db, { [user]: "owner" })
    const { id } = await makePost(db, team.id, user)
    await owner.as({ userId: user }).one`delete from team_posts where id = ${id}`
    expect(await listActionsOn(id)).toBeNull()
  })
})

describe("events", () => {
  test("a new event is stored with all fields of the form, and public at once", async () => {
    const changedFields = { ...adminEventFields, is_cancelled: true }
    const { status, json } = await call("POST", "events", changedFields)
    expect(status).toBe(201)
    const times = { start_date: "2027-06-01T15:00:00.000Z", end_date: "2027-06-01T19:00:00.000Z" }
    const stored = { ...changedFields, ...times, time_zone: "Europe/Riga", team_name: null }
    expect(json).toMatchObject(stored)
    expect(builds.calls).toEqual(["POST"])
    const shown = { title: adminEventFields.title, prize: "A trophy", is_cancelled: true }
    expect(await readEvent(json["slug"])).toMatchObject(shown)
  })

  test("an edited public event of a team stays in the team", async () => {
    const team = await makeTeam(db, {}, { name: "Stars" })
    const { id, updated_at } = await makeEvent(db, team.id)
    const body = { ...adminEventFields, is_cancelled: true, updated_at }
    const response = await call("PATCH", `events/${id}`, body)
    expect(response.json).toMatchObject({ team_name: "Stars", is_cancelled: true, featured: true })
  })

  test("a hidden event stays visible to its author and its team's owner, who get an email", async () => {
    const [teamOwner, author, otherMember] = [
      await makeMember(db),
      await makeMember(db),
      await makeMember(db),
    ]
    const roles = {
      [teamOwner.id]: "owner",
      [author.id]: "member",
      [otherMember.id]: "member",
    } as const
    const team = await makeTeam(db, roles)
    const event = { title: "Secret party", author: author.id }
    const { id, slug } = await makeEvent(db, team.id, event)
    const readIsHidden = async ({ browser }: Pick<Member, "browser">) =>
      (await browser.get(`/api/events/${slug}`)).json["is_hidden"]
    const visitor = { browser: openBrowser() }
    expect(await readIsHidden(visitor)).toBe(false)
    const hidden = await call("PUT", `events/${id}/hidden`, { is_hidden: true })
    expect([hidden.status, hidden.json["is_hidden"]]).toEqual([200, true])
    expect(builds.calls).toEqual(["POST"])
    for (const member of [teamOwner, author, superAdmin])
      expect(await readIsHidden(member)).toBe(true)
    for (const member of [otherMember, visitor]) expect(await readIsHidden(member)).toBeUndefined()
    const emailedMembers = db.value`
      select array_agg(user_id order by user_id) from mails where kind = 'hidden_by_admins'`
    expect(await emailedMembers).toEqual([teamOwner.id, author.id].sort())
    const unhiding = app.as({ userId: teamOwner.id })
      .one`update events set hidden_at = null where id = ${id}`
    await expect(unhiding).rejects.toMatchObject({ code: DENIED })
    const list = await call("GET", "events?filter=hidden")
    expect(list.json["events"]).toMatchObject([{ id, is_hidden: true }])
    await call("PUT", `events/${id}/hidden`, { is_hidden: false })
    expect(await readIsHidden(visitor)).toBe(false)
    expect(await listActionsOn(id)).toEqual(["events.update", "events.update"])
  })
})

describe("ideas", () => {
  test("a new idea is public with its reply, and is logged", async () => {
    const { status, json } = await call("POST", "ideas", ideaFields)
    expect(status).toBe(201)
    expect(json).toMatchObject({ ...ideaFields, vote_count: 0 })
    const popularIdeas = await openBrowser().get("/api/ideas/popular")
    const { category, is_popular, description, ...shown } = ideaFields
    expect(popularIdeas.json["ideas"]).toMatchObject([shown])
    expect(await listActionsOn(json["id"])).toEqual(["ideas.insert"])
  })

  test("marking an idea as popular does not change its votes", async () => {
    const id = await makeIdea(db, { voters: 3 })
    const setPopular = (is_popular: boolean, idea = id) =>
      call("PUT", `ideas/${idea}/popular`, { is_popular })
    expect((await setPopular(false)).json).toMatchObject({ is_popular: false, vote_count: 3 })
    expect((await setPopular(false)).json).toMatchObject({ is_popular: false })
    expect((await setPopular(true)).json).toMatchObject({ is_popular: true, vote_count: 3 })
    expect(await listActionsOn(id), "an action without a change is also logged").toHaveLength(3)
    expect(builds.calls, "an action without a change requests no build").toHaveLength(2)
    expect((await setPopular(true, UNKNOWN_ID)).status, "an unknown idea").toBe(404)
  })
})

describe("suggestions", () => {
  const sendAction = (ids: string[], action: string) =>
    call("POST", "suggestions/action", { ids, action })
  const convertToIdea = (id: string, member = superAdmin) =>
    call("POST", `suggestions/${id}/idea`, ideaFields, member)
  const readRow = (id: string) => db.one<{ read_at: string | null; idea_id: string | null }>`
    select read_at, idea_id from suggestions where id = ${id}`

  test("marking a suggestion as read again keeps the time of the first marking", async () => {
    const id = await makeSuggestion(db)
    await sendAction([id], "read")
    const first = await readRow(id)
    expect(first?.read_at).toMatch(/Z$/)
    await sendAction([id], "read")
    expect(await readRow(id)).toEqual(first)
    const { json } = await sendAction([id, UNKNOWN_ID], "unread")
    expect(json["results"]).toMatchObject([{ ok: true }, { ok: false, code: "not_found" }])
    expect(await readRow(id)).toMatchObject({ read_at: null })
  })

  test("two admins who convert a suggestion concurrently create one idea", async () => {
    const id = await makeSuggestion(db)
    const responses = await repeatConcurrently(20, (index) =>
      convertToIdea(id, index % 2 ? superAdmin : otherAdmin),
    )
    expect(countByStatus(responses)).toEqual({ 201: 1, 409: 19 })
    expect(responses.find(({ status }) => status === 409)?.json["code"]).toBe("already_decided")
    const idea = responses.find(({ status }) => status === 201)?.json["id"]
    const created = { id: idea, title: ideaFields.title, status: "planned" }
    expect(await db.many`select id, title, status from ideas`).toEqual([created])
    const convertedRow = { idea_id: idea, read_at: expect.stringMatching(/Z$/) }
    expect(await readRow(id)).toEqual(convertedRow)
    await call("DELETE", `ideas/${idea}`)
    expect((await convertToIdea(id)).status, "the suggestion can be converted again").toBe(201)
  })

  test("the log contains neither sender nor text of a suggestion", async () => {
    const id = await makeSuggestion(db, "Something about Jānis")
    await sendAction([id], "read")
    await sendAction([id], "delete")
    expect(await listActionsOn(id)).toEqual(["suggestions.update", "suggestions.delete"])
    const log = db.value`select string_agg(l::text, '') from audit_log l where target_id = ${id}`
    expect(await log).not.toMatch(/Jānis|Mari Maasikas|mari@example.org|Home from/)
  })
})
