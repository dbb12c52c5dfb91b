/** Teams, posts, events, ideas and suggestions, as who runs the site changes them. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import adminEvents from "../../netlify/functions/admin-events.ts"
import adminIdeas from "../../netlify/functions/admin-ideas.ts"
import adminPosts from "../../netlify/functions/admin-posts.ts"
import adminSuggestions from "../../netlify/functions/admin-suggestions.ts"
import adminTeams from "../../netlify/functions/admin-teams.ts"
import events from "../../netlify/functions/events.ts"
import ideas from "../../netlify/functions/ideas.ts"
import { TEAM_LIMITS } from "../../src/features/teams/schema.ts"
import { adminEventFields, ideaFields, makeSuggestion, teamEdit, updatedAt } from "../admin.ts"
import { openBrowser } from "../browser-like.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { makeIdea } from "../ideas.ts"
import { type Member, makeMember } from "../members.ts"
import { forgetWrites, makeEvent, makePost, makeTeam } from "../teams.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const builds = listenForBuilds()
const GONE = "00000000-0000-4000-8000-000000000000"

let chief: Member
let other: Member
beforeAll(async () => {
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  other = await makeMember(db, { role: "super_admin", displayName: "Other" })
})
beforeEach(async () => {
  await db.one`delete from teams`
  await db.one`delete from events`
  await db.one`delete from ideas`
  await db.one`delete from suggestions`
  await forgetWrites(db)
  builds.calls.length = 0
})

type Handler = typeof adminTeams
const call = (handler: Handler, method: string, path: string, body?: object, who = chief) =>
  who.browser.call(handler, method, `/api/admin/${path}`, body)
const logOf = (target: string) => db.many<{ action: string }>`
  select action, actor_id, before, after from audit_log where target_id = ${target} order by id`

describe.each([
  ["teams", adminTeams, teamEdit, "name", async () => (await makeTeam(db, {})).id],
  ["events", adminEvents, adminEventFields, "title", async () => (await makeEvent(db, null)).id],
  ["ideas", adminIdeas, ideaFields, "title", () => makeIdea(db)],
] as const)("two who edit one of the %s", (list, handler, fields, field, make) => {
  const save = (id: string, word: string, updated_at: string, who = chief) =>
    call(handler, "PATCH", `${list}/${id}`, { ...fields, [field]: word, updated_at }, who)

  test("one after the other: the second is told, with what the first wrote", async () => {
    const id = await make()
    const opened = await updatedAt(db, list, id)
    const first = await save(id, "Theirs", opened, other)
    expect([first.status, first.json[field]]).toEqual([200, "Theirs"])
    const second = await save(id, "Mine", opened)
    expect([second.status, second.json["code"]]).toEqual([409, "stale"])
    expect(second.json["current"]).toMatchObject({ id, [field]: "Theirs" })
    const again = await save(id, "Mine", String(first.json["updated_at"]))
    expect([again.status, again.json[field]]).toEqual([200, "Mine"])
  })

  test("at once, 20 times over: one wins, and the log holds it alone", async () => {
    const id = await make()
    const opened = await updatedAt(db, list, id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        save(id, `Version ${index}`, opened, index % 2 ? chief : other),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    const updates = (await logOf(id)).filter(({ action }) => action === `${list}.update`)
    expect(updates).toHaveLength(1)
  })

  test("while the other deletes it: it is gone, and said so", async () => {
    const id = await make()
    const opened = await updatedAt(db, list, id)
    const path = `${list}/${id}`
    expect((await call(handler, "DELETE", path, undefined, other)).status).toBe(204)
    expect((await save(id, "Mine", opened)).status).toBe(404)
    expect((await call(handler, "DELETE", path)).status).toBe(404)
  })

  test("what is not there, or no id at all, is not found", async () => {
    for (const id of [GONE, "x", "1"]) {
      expect((await save(id, "x", "2026-01-01T00:00:00.000Z")).status).toBe(404)
      expect((await call(handler, "DELETE", `${list}/${id}`)).status).toBe(404)
    }
  })
})

describe("teams", () => {
  test("are verified and not, once each however often it is asked, and logged", async () => {
    const { id } = await makeTeam(db, {})
    const verify = (is_verified: boolean) =>
      call(adminTeams, "PUT", `teams/${id}/verified`, { is_verified })
    for (const isVerified of [true, true, false]) {
      const answer = await verify(isVerified)
      expect([answer.status, answer.json["is_verified"]]).toEqual([200, isVerified])
    }
    expect((await logOf(id)).map(({ action }) => action)).toEqual(["teams.update", "teams.update"])
    expect(builds.calls, "the second one changed nothing").toHaveLength(2)
    expect(
      (await call(adminTeams, "PUT", `teams/${GONE}/verified`, { is_verified: true })).status,
    ).toBe(404)
  })

  test("are read for their editor, one by one", async () => {
    const { id: user } = await makeUser(db)
    const { id } = await makeTeam(db, { [user]: "owner" }, { name: "Stars", slug: "stars" })
    const { status, json } = await call(adminTeams, "GET", `teams/${id}`)
    expect(status).toBe(200)
    expect(json).toEqual({
      id,
      name: "Stars",
      slug: "stars",
      description: null,
      location: null,
      country: null,
      cover_image_url: null,
      is_hidden: false,
      is_verified: false,
      created_at: expect.stringMatching(/Z$/),
      updated_at: await updatedAt(db, "teams", id),
      member_count: 1,
      post_count: 0,
    })
    for (const absent of [GONE, "stars"]) {
      const answer = await call(adminTeams, "GET", `teams/${absent}`)
      expect([answer.status, answer.json["code"]]).toEqual([404, "not_found"])
    }
  })

  test("are counted with their members and posts, drafts too", async () => {
    const [a, b] = [await makeUser(db), await makeUser(db)]
    const { id } = await makeTeam(db, { [a.id]: "owner", [b.id]: "member" })
    await makePost(db, id, a.id)
    await makePost(db, id, a.id, { published: false })
    const { json } = await call(adminTeams, "GET", "teams")
    expect(json["teams"]).toMatchObject([{ id, member_count: 2, post_count: 2 }])
  })

  test.each([
    [{ name: " " }, { name: "required" }],
    [{ name: "x".repeat(TEAM_LIMITS.name + 1) }, { name: "too_long" }],
    [{ cover_image_url: "https://elsewhere.example/x.webp" }, { cover_image_url: "invalid" }],
    [{ cover_image_url: "/uploads/news-images/x.webp" }, { cover_image_url: "invalid" }],
    [{ updated_at: "yesterday" }, { updated_at: "invalid" }],
  ])("%j is refused at the field", async (change, errors) => {
    const { id, updated_at } = await makeTeam(db, {}, { name: "Stars" })
    const body = { ...teamEdit, updated_at, ...change }
    const answer = await call(adminTeams, "PATCH", `teams/${id}`, body)
    expect([answer.status, answer.json["errors"]]).toEqual([422, errors])
    expect(await db.one`select name from teams where id = ${id}`).toEqual({ name: "Stars" })
  })

  test("an edit leaves alone what it does not show", async () => {
    const { id, updated_at } = await makeTeam(db, {}, { country: "lv", slug: "stars" })
    await call(adminTeams, "PATCH", `teams/${id}`, { ...teamEdit, updated_at })
    const row = await db.one`select slug, country::text as country from teams where id = ${id}`
    expect(row).toEqual({ slug: "stars", country: "lv" })
  })
})

describe("posts", () => {
  const act = (ids: string[], word: string) =>
    call(adminPosts, "POST", "posts/act", { ids, act: word })

  test("are hidden, published and deleted, each with its own result", async () => {
    const team = await makeTeam(db, {})
    const { id } = await makePost(db, team.id, null)
    const isShown = () => db.many`select is_published from team_posts where id = ${id}`
    const answer = await act([GONE, id.toUpperCase()], "hide")
    expect(answer.json["results"]).toEqual([
      { id: GONE, ok: false, code: "not_found" },
      { id: id.toUpperCase(), ok: true },
    ])
    expect(await isShown()).toEqual([{ is_published: false }])
    await act([id], "publish")
    expect(await isShown()).toEqual([{ is_published: true }])
    await act([id], "delete")
    expect(await isShown()).toEqual([])
    expect((await logOf(id)).map(({ action }) => action)).toEqual([
      "team_posts.update",
      "team_posts.update",
      "team_posts.delete",
    ])
  })

  test("that are so already do not change", async () => {
    const { id, updated_at } = await makePost(db, (await makeTeam(db, {})).id, null)
    expect((await act([id], "publish")).json["results"]).toEqual([{ id, ok: true }])
    expect(await db.one`select updated_at from team_posts where id = ${id}`).toEqual({ updated_at })
    expect(await logOf(id)).toEqual([])
    expect(builds.calls).toEqual([])
  })

  test("what members do to their own is not in the log", async () => {
    const { id: user } = await makeUser(db)
    const team = await makeTeam(db, { [user]: "owner" })
    const { id } = await makePost(db, team.id, user)
    await owner.as({ userId: user }).one`delete from team_posts where id = ${id}`
    expect(await logOf(id)).toEqual([])
  })
})

describe("events", () => {
  const create = (changes: object = {}) =>
    call(adminEvents, "POST", "events", { ...adminEventFields, ...changes })

  test("are everybody's at once, with all that the form says", async () => {
    const { status, json } = await create()
    expect(status).toBe(201)
    expect(json).toMatchObject({
      ...adminEventFields,
      start_date: "2027-06-01T15:00:00.000Z",
      end_date: "2027-06-01T19:00:00.000Z",
      time_zone: "Europe/Riga",
      is_cancelled: false,
      team_name: null,
    })
    expect(builds.calls).toEqual(["POST"])
    const read = await openBrowser().call(events, "GET", `/api/events/${json["slug"]}`)
    expect(read.json).toMatchObject({ title: adminEventFields.title, prize: "A trophy" })
  })

  test("one that is cancelled stays so when it is made anew", async () => {
    const { status, json } = await create({ is_cancelled: true })
    expect([status, json["is_cancelled"]]).toEqual([201, true])
    const read = await openBrowser().call(events, "GET", `/api/events/${json["slug"]}`)
    expect(read.json).toMatchObject({ is_cancelled: true })
  })

  test("two of one title and day at once get addresses of their own", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ json }) => json["slug"])).size).toBe(5)
  })

  test("without a limit of people, a prize or an address", async () => {
    const none = { max_participants: null, prize: " ", registration_url: "", location: null }
    const { json } = await create(none)
    const empty = { max_participants: null, prize: null, registration_url: null, location: null }
    expect(json).toMatchObject(empty)
  })

  test.each([
    [{ title: "" }, { title: "required" }],
    [{ start_date: "" }, { start_date: "required" }],
    [{ end_date: "2027-05-01T10:00:00Z" }, { end_date: "end_before_start" }],
    [{ start_date: "1999-01-01T10:00:00Z" }, { start_date: "invalid_date" }],
    [{ max_participants: -1 }, { max_participants: "invalid" }],
    [{ max_participants: 1.5 }, { max_participants: "invalid" }],
    [{ max_participants: 2 ** 31 }, { max_participants: "invalid" }],
    [{ registration_url: "javascript:alert(1)" }, { registration_url: "invalid_url" }],
    [{ image_url: "/uploads/news-images/x.webp" }, { image_url: "invalid" }],
    [{ time_zone: "Mars/Olympus" }, { time_zone: "invalid" }],
  ])("%j is refused at the field", async (change, errors) => {
    const answer = await create(change)
    expect([answer.status, answer.json["errors"]]).toEqual([422, errors])
    expect(await db.many`select from events`).toEqual([])
  })

  test("a team's public one is edited too, and stays the team's", async () => {
    const team = await makeTeam(db, {}, { name: "Stars" })
    const { id, updated_at } = await makeEvent(db, team.id)
    const body = { ...adminEventFields, is_cancelled: true, updated_at }
    const answer = await call(adminEvents, "PATCH", `events/${id}`, body)
    expect(answer.json).toMatchObject({ team_name: "Stars", is_cancelled: true, featured: true })
  })

  test("the version to wait for is told", async () => {
    const { json } = await create()
    const answer = await call(adminEvents, "DELETE", `events/${json["id"]}`)
    const state = await db.one`select version from content_state`
    expect({ version: Number(answer.headers.get("content-version")) }).toEqual(state)
  })
})

describe("ideas", () => {
  test("are written, with what voters are told", async () => {
    const { status, json } = await call(adminIdeas, "POST", "ideas", ideaFields)
    expect(status).toBe(201)
    expect(json).toMatchObject({ ...ideaFields, vote_count: 0 })
    const read = await openBrowser().call(ideas, "GET", "/api/ideas/popular")
    expect(read.json["ideas"]).toMatchObject([
      { title: ideaFields.title, status: "planned", reply: ideaFields.reply },
    ])
    expect((await logOf(String(json["id"]))).map(({ action }) => action)).toEqual(["ideas.insert"])
  })

  test("are popular or not, without touching the votes", async () => {
    const id = await makeIdea(db, { voters: 3 })
    const set = (is_popular: boolean) =>
      call(adminIdeas, "PUT", `ideas/${id}/popular`, { is_popular })
    expect((await set(false)).json).toMatchObject({ is_popular: false, vote_count: 3 })
    expect((await set(false)).json).toMatchObject({ is_popular: false })
    expect((await set(true)).json).toMatchObject({ is_popular: true, vote_count: 3 })
    expect(await logOf(id)).toHaveLength(3)
    expect(builds.calls, "the second one changed nothing").toHaveLength(2)
    const gone = await call(adminIdeas, "PUT", `ideas/${GONE}/popular`, { is_popular: true })
    expect(gone.status).toBe(404)
  })

  test.each([
    [{ title: "" }, { title: "required" }],
    [{ title: "x".repeat(121) }, { title: "too_long" }],
    [{ description: " " }, { description: "required" }],
    [{ category: "cars" }, { category: "required" }],
    [{ status: "perhaps" }, { status: "invalid" }],
    [{ reply: "x".repeat(2001) }, { reply: "too_long" }],
  ])("%j is refused at the field", async (change, errors) => {
    const answer = await call(adminIdeas, "POST", "ideas", { ...ideaFields, ...change })
    expect([answer.status, answer.json["errors"]]).toEqual([422, errors])
    expect(await db.many`select from ideas`).toEqual([])
  })
})

describe("suggestions", () => {
  const act = (ids: string[], word: string) =>
    call(adminSuggestions, "POST", "suggestions/act", { ids, act: word })
  const turn = (id: string, who = chief) =>
    call(adminSuggestions, "POST", `suggestions/${id}/idea`, ideaFields, who)
  const rowOf = (id: string) => db.one<{ read_at: string | null; idea_id: string | null }>`
    select read_at, idea_id from suggestions where id = ${id}`

  test("are marked, keep when they were read first, and are marked back", async () => {
    const id = await makeSuggestion(db)
    await act([id], "read")
    const first = await rowOf(id)
    expect(first?.read_at).toMatch(/Z$/)
    await act([id], "read")
    expect(await rowOf(id)).toEqual(first)
    expect((await act([id, GONE], "unread")).json["results"]).toMatchObject([
      { ok: true },
      { ok: false, code: "not_found" },
    ])
    expect(await rowOf(id)).toMatchObject({ read_at: null })
  })

  test("become an idea, and count as read", async () => {
    const id = await makeSuggestion(db)
    const { status, json } = await turn(id)
    expect(status).toBe(201)
    expect(await rowOf(id)).toEqual({
      idea_id: json["idea_id"],
      read_at: expect.stringMatching(/Z$/),
    })
    expect(await db.many`select title, status from ideas`).toEqual([
      { title: ideaFields.title, status: "planned" },
    ])
  })

  test("become one idea, of two who turn it 20 times at once", async () => {
    const id = await makeSuggestion(db)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => turn(id, index % 2 ? chief : other)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const rest = answers.filter(({ status }) => status !== 201)
    expect(rest.map(({ json }) => json["code"])).toEqual(Array(19).fill("already_decided"))
    expect(await db.many`select from ideas`).toHaveLength(1)
  })

  test("that are gone become none", async () => {
    const id = await makeSuggestion(db)
    await act([id], "delete")
    expect((await turn(id)).status).toBe(404)
    expect((await turn("x")).status).toBe(404)
    expect(await db.many`select from ideas`).toEqual([])
  })

  test("may become another idea when the first was deleted", async () => {
    const id = await makeSuggestion(db)
    const { json } = await turn(id)
    await call(adminIdeas, "DELETE", `ideas/${json["idea_id"]}`)
    expect((await turn(id)).status).toBe(201)
  })

  test("leave in the log neither who sent them nor what they said", async () => {
    const id = await makeSuggestion(db, "Something about Jānis")
    await act([id], "read")
    await act([id], "delete")
    const rows = await logOf(id)
    expect(rows.map(({ action }) => action)).toEqual(["suggestions.update", "suggestions.delete"])
    for (const personal of ["Jānis", "Mari Maasikas", "mari@example.org", "Home from"]) {
      expect(JSON.stringify(rows)).not.toContain(personal)
    }
  })
})
