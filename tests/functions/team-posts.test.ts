/** The blogs of teams: what posts take, how they are shown, and who reads them. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { contentVersion } from "../../db/queries/content-version.ts"
import profile from "../../netlify/functions/profile.ts"
import teamPosts from "../../netlify/functions/team-posts.ts"
import { openBrowser } from "../browser-like.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { type Member, makeMember } from "../members.ts"
import { forgetWrites, makePost, makeTeam, postFields, type TestTeam } from "../teams.ts"

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

test("a post is stored, rendered, and has the pages built", async () => {
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

test("a draft builds nothing; publishing it, hiding it and deleting it do", async () => {
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

test("a draft's day is that of its first publishing, which hiding it does not change", async () => {
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
    const { json } = await openBrowser().call(teamPosts, "GET", `/api/teams/${team.slug}/posts`)
    return [json["posts"] ?? []].flat().map((post) => Object(post).title)
  }
  expect(await titles()).toEqual(["Draft", "Newer"])
  const hidden = await edit(draft.json["id"], {
    is_published: false,
    updated_at: shown.json["updated_at"],
  })
  const again = await edit(draft.json["id"], { updated_at: hidden.json["updated_at"] })
  expect(again.json["created_at"]).toBe(shown.json["created_at"])
})

describe("what is written", () => {
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](java&#115;cript:alert(1))",
    "![a](javascript:alert(1))",
    "[a](data:text/html;base64,PHNjcmlwdD4=)",
    "<javascript:alert(1)>",
    '<a href="javascript:alert(1)">a</a>',
    "<svg onload=alert(1)>",
    "<iframe src='https://evil.example'></iframe>",
    '[a](https://a.lv "x\\" onmouseover=alert(1)")',
    "[a]: javascript:alert(1)\n\n[a]",
    "`<script>`\n\n```\n<script>alert(1)</script>\n```",
  ])("%j runs nothing", async (content) => {
    const { json } = await write({ content })
    const html = String(json["content_html"])
    expect(html).not.toMatch(/<(script|img[^>]*onerror|svg|iframe|style|object)/i)
    expect(html).not.toMatch(/(href|src)="\s*(javascript|data|vbscript):/i)
    expect(html.replace(/="[^"]*"/g, "")).not.toMatch(/<[^>]*\son\w+/i)
    expect(json["content"]).toBe(content)
  })

  test.each<[body: object, errors: object]>([
    [{ title: "" }, { title: "required" }],
    [{ title: " " }, { title: "required" }],
    [{ title: "x".repeat(300) }, { title: "too_long" }],
    [{ title: "a\u202eb" }, { title: "hidden_characters" }],
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

  test("a text with a letter that no database holds is no error of ours", async () => {
    expect((await write({ content: "a\u0000b" })).status).toBeLessThan(500)
  })
})

const ID = "dQw4w9WgXcQ"

describe("a video", () => {
  test.each([
    [`https://www.youtube.com/watch?v=${ID}`, "youtube"],
    [`https://youtube.com/watch?list=x&v=${ID}&t=4s`, "youtube"],
    [`https://m.youtube.com/watch?v=${ID}`, "youtube"],
    [`https://youtu.be/${ID}?t=10`, "youtube"],
    [`https://www.youtube.com/embed/${ID}`, "youtube"],
    [`https://www.youtube.com/shorts/${ID}`, "youtube"],
    ["https://vimeo.com/76979871", "vimeo"],
    ["https://player.vimeo.com/video/76979871", "vimeo"],
    ["https://www.tiktok.com/@daina/video/1", "other"],
    ["https://www.youtube.com/@daina", "other"],
    [`https://youtube.com.evil.example/watch?v=${ID}`, "other"],
    [`https://evil.example/youtu.be/${ID}`, "other"],
    ["https://www.youtube.com/watch?v=short", "other"],
  ])("%s is %s", async (video_url, type) => {
    const { status, json } = await write({ video_url: ` ${video_url} ` })
    expect(status).toBe(201)
    expect(json).toMatchObject({ video_url, video_type: type })
  })

  test("may come without its scheme", async () => {
    const { json } = await write({ video_url: `youtu.be/${ID}` })
    expect(json).toMatchObject({ video_url: `https://youtu.be/${ID}`, video_type: "youtube" })
  })

  test.each([null, "", "  "])("%j is none", async (video_url) => {
    expect((await write({ video_url })).json).toMatchObject({ video_url: null, video_type: null })
  })

  test.each([
    "javascript:alert(1)",
    "ftp://youtu.be/x",
    ID,
    "<iframe src='https://youtu.be/x'></iframe>",
    "https://",
    "not a video",
  ])("%j is refused", async (video_url) => {
    const { status, json } = await write({ video_url })
    expect(status).toBe(422)
    expect(Object(json["errors"]).video_url).toMatch(/^invalid_(url|video)$/)
  })

  test("goes with its kind when it is taken out", async () => {
    const { json } = await write({ video_url: `https://youtu.be/${ID}` })
    const change = { video_url: null, updated_at: json["updated_at"] }
    const answer = await edit(json["id"], change)
    expect(answer.json).toMatchObject({ video_url: null, video_type: null })
  })
})

describe("editing", () => {
  test("what is outdated is refused with what there is, and stores nothing", async () => {
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

  test("a team that is not there is not found", async () => {
    expect((await write({}, "nowhere")).status).toBe(404)
    const read = await openBrowser().call(teamPosts, "GET", "/api/teams/nowhere/posts")
    expect(read.status).toBe(404)
    expect(read.json["code"]).toBe("not_found")
  })
})

describe("reading", () => {
  test("page by page, every post comes once, the newest first", async () => {
    for (let index = 0; index < 7; index++) await makePost(db, team.id, owner.id)
    await db.one`update team_posts set created_at = '2026-01-01T00:00:00Z' where team_id = ${team.id}`
    const seen: string[] = []
    for (let cursor: unknown = ""; cursor !== undefined; ) {
      const path = `/api/teams/${team.slug}/posts?limit=3${cursor ? `&cursor=${cursor}` : ""}`
      const { json } = await openBrowser().call(teamPosts, "GET", path)
      seen.push(...[json["posts"] ?? []].flat().map((row) => String(Object(row).id)))
      cursor = json["next"]
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  })

  test("an author who hides the name is not named, and the built pages follow", async () => {
    await write({})
    const version = await contentVersion(db)
    const privacy_settings = {
      show_display_name: false,
      show_avatar: true,
      show_bio: false,
      show_gender: false,
      show_date_of_birth: false,
    }
    const hide = await owner.browser.call(profile, "PATCH", "/api/profile", {
      display_name: "Mari",
      privacy_settings,
    })
    expect(hide.status).toBe(200)
    const { json } = await openBrowser().call(teamPosts, "GET", `/api/teams/${team.slug}/posts`)
    expect(json["posts"]).toMatchObject([{ author_name: null }])
    expect(await contentVersion(db)).toBeGreaterThan(version)
  })

  test("the home page's list names drafts of nobody", async () => {
    await write({ title: "Unripe", is_published: false })
    const { text } = await owner.browser.call(teamPosts, "GET", "/api/team-posts?limit=6")
    expect(text).not.toContain("Unripe")
  })
})
