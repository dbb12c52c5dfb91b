import { setTimeout as sleep } from "node:timers/promises"
import { beforeEach, describe, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import {
  type BrowserResponse,
  expectErrors,
  getRows,
  getStatusAndCode,
  openBrowser,
  readAllPages,
} from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makePost, makeTeam, postFields, type TestTeam } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, clear } = await openTestDatabase()
const builds = startBuildHook()
let team: TestTeam
const owner = await makeMember(db, { displayName: "Mari" })
beforeEach(async () => {
  team = await makeTeam(db, { [owner.id]: "owner" })
})

const draft = { is_published: false }
const createPost = (body: object, slug = team.slug) =>
  owner.browser.send("POST", `/api/teams/${slug}/posts`, { ...postFields, ...body })
const editPost = (id: unknown, body: object) =>
  owner.browser.send("PATCH", `/api/posts/${id}`, { ...postFields, ...body })
const editReturnedPost = async ({ json }: BrowserResponse, body: object = {}) =>
  editPost(json["id"], { updated_at: json["updated_at"], ...body })
const deletePost = (id: unknown) => owner.browser.send("DELETE", `/api/posts/${id}`)
const read = (path: string, { browser } = { browser: openBrowser() }) => browser.get(`/api/${path}`)
const getTitles = (response: BrowserResponse, list: string) =>
  getRows(response, list).map(({ title }) => title)

test("a post is stored and rendered, and requests a build", async () => {
  const response = await createPost({ title: " Tere  maailm ", content: "# Hi\n\n**bold**" })
  expect(response.status).toBe(201)
  expect(response.json).toMatchObject({
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

test("publishing and unpublishing request a build, but drafts do not", async () => {
  const saved = await editReturnedPost(await createPost(draft), draft)
  expect(builds.calls).toEqual([])
  const published = await editReturnedPost(saved)
  expect(builds.calls).toHaveLength(1)
  expect((await editReturnedPost(published, draft)).status).toBe(200)
  expect(builds.calls).toHaveLength(2)
  await deletePost(saved.json["id"])
  expect(builds.calls).toHaveLength(2)
})

test("a post keeps the date of its first publication", async () => {
  const unpublished = await createPost({ title: "Draft", ...draft })
  await db.one`
    update team_posts set created_at = now() - interval '30 days'
    where id = ${String(unpublished.json["id"])}`
  await createPost({ title: "Newer" })
  const published = await editReturnedPost(unpublished, { title: "Draft" })
  const posts = await read(`teams/${team.slug}/posts`)
  expect(getTitles(posts, "posts")).toEqual(["Draft", "Newer"])
  const republished = await editReturnedPost(await editReturnedPost(published, draft))
  expect(republished.json["created_at"]).toBe(published.json["created_at"])
})

describe("text", () => {
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](JaVaScRiPt:alert(1))",
    '[a](https://a.lv "x\\" onmouseover=alert(1)")',
  ])("the text %j cannot run scripts", async (content) => {
    const { json } = await createPost({ content })
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
  ])("a post with %j is refused", async (body, errors) => {
    expectErrors(await createPost(body), errors)
    expect(await db.many`select id from team_posts where team_id = ${team.id}`).toEqual([])
  })
})

describe("a video", () => {
  test.each([
    ["https://youtu.be/dQw4w9WgXcQ?t=10", "youtube"],
    ["https://vimeo.com/76979871", "vimeo"],
    ["https://www.tiktok.com/@daina/video/1", "other"],
  ])("the video %s has the type %s", async (video_url, type) => {
    const { status, json } = await createPost({ video_url: ` ${video_url} ` })
    expect([status, json]).toMatchObject([201, { video_url, video_type: type }])
  })

  test.each([null, "  "])("the URL %j means no video", async (video_url) => {
    expect((await createPost({ video_url })).json).toMatchObject({
      video_url: null,
      video_type: null,
    })
  })

  test.each(["javascript:alert(1)", "dQw4w9WgXcQ", "<iframe src='https://youtu.be/x'></iframe>"])(
    "the video %j is refused",
    async (video_url) => {
      const { status, json } = await createPost({ video_url })
      expect(status).toBe(422)
      expect(Object(json["errors"]).video_url).toMatch(/^invalid_(url|video)$/)
    },
  )
})

describe("editing", () => {
  test.each(["nothing", crypto.randomUUID()])("/api/posts/%s is not found", async (id) => {
    expect((await editPost(id, { updated_at: team.updated_at })).status).toBe(404)
    expect((await deletePost(id)).status).toBe(404)
  })

  test("posts of an unknown team are not found", async () => {
    expect((await createPost({}, "nowhere")).status).toBe(404)
    expect(getStatusAndCode(await read("teams/nowhere/posts"))).toEqual([404, "not_found"])
  })
})

describe("reading", () => {
  test("pages list each post once, even if all posts have the same time", async () => {
    for (let index = 0; index < 7; index++) await makePost(db, team.id, owner.id)
    await db.one`update team_posts set created_at = '2026-01-01T00:00:00Z' where team_id = ${team.id}`
    const rows = await readAllPages(`/api/teams/${team.slug}/posts?limit=3`, "posts")
    expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([7, 7])
  })

  test("hiding an author's name removes the name from posts and raises the content version", async () => {
    await createPost({})
    const version = await getContentVersion(db)
    const change = { display_name: "Mari", privacy_settings: { show_display_name: false } }
    const hidingResponse = await owner.browser.send("PATCH", "/api/profile", change)
    expect(hidingResponse.status).toBe(200)
    const { json } = await read(`teams/${team.slug}/posts`)
    expect(json["posts"]).toMatchObject([{ author_name: null }])
    expect(await getContentVersion(db)).toBeGreaterThan(version)
  })
})

test("/api/team-posts lists the newest published post of each team", async () => {
  await clear("teams")
  const listTitles = async (limit = 6) =>
    getTitles(await read(`team-posts?limit=${limit}`), "team_posts")
  expect(await listTitles()).toEqual([])
  const teamIds = await repeatConcurrently(
    10,
    async () => (await makeTeam(db, { [owner.id]: "owner" })).id,
  )
  const [activeTeam = "", quietTeam = "", draftingTeam = "", ...otherTeamIds] = teamIds
  await makePost(db, quietTeam, owner.id, { title: "quiet" })
  for (const title of ["one", "two", "three", "draft"]) {
    // The next post needs a later time, because the order of posts with the same millisecond is undefined.
    await sleep(2)
    await makePost(db, activeTeam, owner.id, { title, published: title !== "draft" })
  }
  await makePost(db, draftingTeam, owner.id, { published: false })
  expect(await listTitles()).toEqual(["three", "quiet"])
  expect(await listTitles(1)).toEqual(["three"])
  for (const id of otherTeamIds) await makePost(db, id, owner.id, { title: "same" })
  await db.one`update team_posts set created_at = '2026-01-01' where title = 'same'`
  expect(await listTitles()).toEqual(["three", "quiet", "same", "same", "same", "same"])
})

test("lists show the photo in a post as the post's picture", async () => {
  await clear("team_posts")
  const { id } = await makePost(db, team.id, owner.id)
  await db.one`
    update team_posts set content_html = '<p>Hi</p><img src="/uploads/team-images/a-800x600.webp" srcset="…">'
    where id = ${id}`
  const page = await openBrowser().get(`/api/teams/${team.slug}`)
  const card = { id, picture_url: "/uploads/team-images/a-800x600.webp" }
  expect(getRows(await read("team-posts?limit=6"), "team_posts")).toMatchObject([card])
  expect(getRows(page, "newest_posts")).toMatchObject([card])
})

describe("cheers", () => {
  const cheer = ({ browser }: Pick<Member, "browser">, id: string) =>
    browser.send("PUT", `/api/cheers/${id}`, {})

  test("cheers count once per member and can be removed", async () => {
    const [fan, otherMember] = [await makeMember(db), await makeMember(db)]
    const { id } = await makePost(db, team.id, owner.id)
    for (const member of [fan, fan, otherMember]) expect((await cheer(member, id)).status).toBe(200)
    expect((await cheer(otherMember, id)).json).toEqual({ cheer_count: 2 })
    const cheers = { cheer_count: 2, is_cheered: false, team_slug: team.slug }
    expect((await read(`posts/${id}`)).json).toMatchObject(cheers)
    expect((await read(`posts/${id}`, fan)).json).toMatchObject({ is_cheered: true })
    for (const _time of [1, 2]) {
      const response = await fan.browser.send("DELETE", `/api/cheers/${id}`)
      expect(response.json).toEqual({ cheer_count: 1 })
    }
    expect(builds.calls).toEqual([])
  })
})
