/** Posts of teams: writing, publishing, reading and cheers. */
import { setTimeout as sleep } from "node:timers/promises"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { contentVersion } from "../../../db/queries/content-version.ts"
import profile from "../../../netlify/functions/profile.ts"
import teamPosts from "../../../netlify/functions/team-posts.ts"
import teams from "../../../netlify/functions/teams.ts"
import { allPages, openBrowser, rowsIn } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  forgetWrites,
  makePost,
  makeTeam,
  postFields,
  type TestTeam,
} from "../../support/people/teams.ts"
import { listenForBuilds } from "../../support/servers/build-hook.ts"

const { owner: tables } = testDatabase()
const db = tables.as(null)
const builds = listenForBuilds()
let owner: Member
let team: TestTeam
beforeAll(async () => {
  owner = await makeMember(db, { displayName: "Mari" })
})
beforeEach(async () => {
  await forgetWrites(db)
  team = await makeTeam(db, { [owner.id]: "owner" })
  builds.calls.length = 0
})

const write = (body: object, slug = team.slug) =>
  owner.browser.call(teamPosts, "POST", `/api/teams/${slug}/posts`, { ...postFields, ...body })
const edit = (id: unknown, body: object) =>
  owner.browser.call(teamPosts, "PATCH", `/api/posts/${id}`, { ...postFields, ...body })

test("a post is stored and rendered, and requests a build", async () => {
  const answer = await write({ title: " Tere  maailm ", content: "# Hi\n\n**bold**" })
  expect(answer.status).toBe(201)
  expect(answer.json).toMatchObject({
    title: "Tere maailm",
    content: "# Hi\n\n**bold**",
    content_html: expect.stringContaining("<strong>bold</strong>"),
    video_url: null,
    video_type: null,
    user_id: owner.id,
    author_name: "Mari",
    team_id: team.id,
  })
  expect(builds.calls).toEqual(["POST"])
})

test("a draft requests no build; publishing and unpublishing it do", async () => {
  const { json } = await write({ is_published: false })
  expect(builds.calls).toEqual([])
  const still = await edit(json["id"], { is_published: false, updated_at: json["updated_at"] })
  expect(builds.calls).toEqual([])
  const shown = await edit(json["id"], { updated_at: still.json["updated_at"] })
  expect(builds.calls).toHaveLength(1)
  const change = { is_published: false, updated_at: shown.json["updated_at"] }
  expect((await edit(json["id"], change)).status).toBe(200)
  expect(builds.calls).toHaveLength(2)
  await owner.browser.call(teamPosts, "DELETE", `/api/posts/${json["id"]}`)
  expect(builds.calls).toHaveLength(2)
})

test("a post has the date of its first publication, and publishing it again keeps that date", async () => {
  const draft = await write({ title: "Draft", is_published: false })
  await db.one`
    update team_posts set created_at = now() - interval '30 days' where id = ${String(draft.json["id"])}`
  const newer = await write({ title: "Newer" })
  const shown = await edit(draft.json["id"], {
    title: "Draft",
    updated_at: draft.json["updated_at"],
  })
  expect(Date.parse(String(shown.json["created_at"]))).toBeGreaterThanOrEqual(
    Date.parse(String(newer.json["created_at"])),
  )
  const titles = async () => {
    const answer = await openBrowser().call(teamPosts, "GET", `/api/teams/${team.slug}/posts`)
    return rowsIn(answer, "posts").map(({ title }) => title)
  }
  expect(await titles()).toEqual(["Draft", "Newer"])
  const hidden = await edit(draft.json["id"], {
    is_published: false,
    updated_at: shown.json["updated_at"],
  })
  const again = await edit(draft.json["id"], { updated_at: hidden.json["updated_at"] })
  expect(again.json["created_at"]).toBe(shown.json["created_at"])
})

describe("text", () => {
  // render.test.ts covers Markdown in full.
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](JaVaScRiPt:alert(1))",
    '[a](https://a.lv "x\\" onmouseover=alert(1)")',
  ])("%j cannot run scripts", async (content) => {
    const { json } = await write({ content })
    const html = String(json["content_html"])
    expect(html).not.toMatch(/<(script|img[^>]*onerror|svg|iframe|style|object)/i)
    expect(html).not.toMatch(/(href|src)="\s*(javascript|data|vbscript):/i)
    expect(html.replace(/="[^"]*"/g, "")).not.toMatch(/<[^>]*\son\w+/i)
    expect(json["content"]).toBe(content)
  })

  test.each<[body: object, errors: object]>([
    [{ title: " " }, { title: "required" }],
    [{ title: "x".repeat(300) }, { title: "too_long" }],
    [{ title: "\u202e\u200b" }, { title: "required" }],
    [{ content: "x".repeat(50_001) }, { content: "too_long" }],
    [{ content: null }, { content: "required" }],
    [{ is_published: "yes" }, { is_published: "invalid" }],
    [
      { title: "", video_url: "ftp://a.lv" },
      { title: "required", video_url: "invalid_url" },
    ],
  ])("%j is refused", async (body, errors) => {
    const answer = await write(body)
    expect([answer.status, answer.json["errors"]]).toEqual([422, errors])
    expect(await db.many`select id from team_posts where team_id = ${team.id}`).toEqual([])
  })
})

describe("a video", () => {
  // video.test.ts covers all kinds of addresses.
  test.each([
    ["https://youtu.be/dQw4w9WgXcQ?t=10", "youtube"],
    ["https://vimeo.com/76979871", "vimeo"],
    ["https://www.tiktok.com/@daina/video/1", "other"],
  ])("%s has the type %s", async (video_url, type) => {
    const { status, json } = await write({ video_url: ` ${video_url} ` })
    expect([status, json]).toMatchObject([201, { video_url, video_type: type }])
  })

  test.each([null, "  "])("the address %j means no video", async (video_url) => {
    expect((await write({ video_url })).json).toMatchObject({ video_url: null, video_type: null })
  })

  test.each(["javascript:alert(1)", "dQw4w9WgXcQ", "<iframe src='https://youtu.be/x'></iframe>"])(
    "%j is refused",
    async (video_url) => {
      const { status, json } = await write({ video_url })
      expect(status).toBe(422)
      expect(Object(json["errors"]).video_url).toMatch(/^invalid_(url|video)$/)
    },
  )
})

describe("editing", () => {
  test("an outdated edit is refused with the current post and stores nothing", async () => {
    const { json } = await write({})
    const first = await edit(json["id"], { title: "First", updated_at: json["updated_at"] })
    expect(first.status).toBe(200)
    const second = await edit(json["id"], { title: "Second", updated_at: json["updated_at"] })
    expect([second.status, second.json["code"]]).toEqual([409, "stale"])
    expect(second.json["current"]).toEqual(first.json)
    const row = await db.one`select title from team_posts where id = ${json["id"]}`
    expect(row).toEqual({ title: "First" })
  })

  test.each(["nothing", crypto.randomUUID()])("/api/posts/%s is not found", async (id) => {
    const { updated_at } = team
    expect((await edit(id, { updated_at })).status).toBe(404)
    const deleted = await owner.browser.call(teamPosts, "DELETE", `/api/posts/${id}`)
    expect(deleted.status).toBe(404)
  })

  test("posts of an unknown team are not found", async () => {
    expect((await write({}, "nowhere")).status).toBe(404)
    const read = await openBrowser().call(teamPosts, "GET", "/api/teams/nowhere/posts")
    expect(read.status).toBe(404)
    expect(read.json["code"]).toBe("not_found")
  })
})

describe("reading", () => {
  test("pages list every post once, newest first", async () => {
    for (let index = 0; index < 7; index++) await makePost(db, team.id, owner.id)
    await db.one`update team_posts set created_at = '2026-01-01T00:00:00Z' where team_id = ${team.id}`
    const rows = await allPages(teamPosts, `/api/teams/${team.slug}/posts?limit=3`, "posts")
    expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([7, 7])
  })

  test("hiding an author's name removes it from posts and requests a build", async () => {
    await write({})
    const version = await contentVersion(db)
    const change = { display_name: "Mari", privacy_settings: { show_display_name: false } }
    const hide = await owner.browser.call(profile, "PATCH", "/api/profile", change)
    expect(hide.status).toBe(200)
    const { json } = await openBrowser().call(teamPosts, "GET", `/api/teams/${team.slug}/posts`)
    expect(json["posts"]).toMatchObject([{ author_name: null }])
    expect(await contentVersion(db)).toBeGreaterThan(version)
  })
})

test("the home page lists the newest published post of each team", async () => {
  await db.one`delete from teams`
  const titles = async (limit = 6) => {
    const answer = await openBrowser().call(teamPosts, "GET", `/api/team-posts?limit=${limit}`)
    return rowsIn(answer, "team_posts").map(({ title }) => title)
  }
  expect(await titles()).toEqual([])
  const crews = await Promise.all(
    ["A", "B", "C"].map((name) => makeTeam(db, { [owner.id]: "owner" }, { name })),
  )
  const [loud, quiet, silent] = crews.map(({ id }) => id)
  for (const title of ["quiet", "one", "two", "three", "draft"]) {
    await makePost(db, (title === "quiet" ? quiet : loud) ?? "", owner.id, {
      title,
      published: title !== "draft",
    })
    // Posts of the same millisecond have no order.
    await sleep(2)
  }
  await makePost(db, silent ?? "", owner.id, { published: false })
  const many = await Promise.all(
    Array.from({ length: 7 }, () => makeTeam(db, { [owner.id]: "owner" })),
  )
  expect(await titles()).toEqual(["three", "quiet"])
  expect(await titles(1)).toEqual(["three"])
  for (const { id } of many) await makePost(db, id, owner.id, { title: "same" })
  await db.one`update team_posts set created_at = '2026-01-01' where title = 'same'`
  expect(await titles()).toEqual(["three", "quiet", "same", "same", "same", "same"])
})

test("posts in lists have their first photo as picture", async () => {
  await db.one`delete from teams`
  const team = await makeTeam(db, { [owner.id]: "owner" })
  const { id } = await makePost(db, team.id, owner.id)
  await db.one`
    update team_posts set content_html = '<p>Hi</p><img src="/uploads/team-images/a-800x600.webp" srcset="…">'
    where id = ${id}`
  const strip = await openBrowser().call(teamPosts, "GET", "/api/team-posts?limit=6")
  const page = await openBrowser().call(teams, "GET", `/api/teams/${team.slug}`)
  const card = { id, picture_url: "/uploads/team-images/a-800x600.webp" }
  expect(rowsIn(strip, "team_posts")).toMatchObject([card])
  expect(rowsIn(page, "newest_posts")).toMatchObject([card])
})

describe("cheers", () => {
  const cheer = (member: Member, id: string, method = "PUT") =>
    member.browser.call(
      teamPosts,
      method,
      `/api/posts/${id}/cheer`,
      method === "PUT" ? {} : undefined,
    )
  const read = async (id: string, browser = openBrowser()) =>
    (await browser.call(teamPosts, "GET", `/api/posts/${id}`)).json

  test("count once per member and can be removed", async () => {
    const [mari, juhan] = [await makeMember(db), await makeMember(db)]
    const { id } = await makePost(db, team.id, owner.id)
    for (const member of [mari, mari, juhan]) expect((await cheer(member, id)).status).toBe(200)
    expect((await cheer(juhan, id)).json).toEqual({ cheer_count: 2 })
    expect(await read(id)).toMatchObject({
      cheer_count: 2,
      is_cheered: false,
      team_slug: team.slug,
    })
    expect(await read(id, mari.browser)).toMatchObject({ is_cheered: true })
    expect((await cheer(mari, id, "DELETE")).json).toEqual({ cheer_count: 1 })
    expect((await cheer(mari, id, "DELETE")).json).toEqual({ cheer_count: 1 })
    expect(builds.calls).toEqual([])
  })

  test("require a login and a post that the member can read", async () => {
    const mari = await makeMember(db)
    const draft = await makePost(db, team.id, owner.id, { published: false })
    expect((await cheer(mari, draft.id)).status).toBe(404)
    expect((await cheer(owner, draft.id)).status).toBe(404)
    expect((await openBrowser().call(teamPosts, "GET", `/api/posts/${draft.id}`)).status).toBe(404)
    const post = await makePost(db, team.id, owner.id)
    await db.one`update teams set hidden_at = now() where id = ${team.id}`
    expect((await cheer(mari, post.id)).status).toBe(404)
    const anonymous = await openBrowser().call(teamPosts, "PUT", `/api/posts/${post.id}/cheer`, {})
    expect(anonymous.status).toBe(401)
  })
})
