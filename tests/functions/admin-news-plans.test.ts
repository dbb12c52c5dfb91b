/** Articles that publish themselves, their versions, and many at once. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import adminNews from "../../netlify/functions/admin-news.ts"
import news from "../../netlify/functions/news.ts"
import publishPlanned from "../../netlify/functions/publish-planned.ts"
import { articleFields } from "../admin.ts"
import { openBrowser } from "../browser-like.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { makeArticle } from "../factories.ts"
import { meanwhile } from "../meanwhile.ts"
import { type Member, makeMember } from "../members.ts"
import { forgetWrites } from "../teams.ts"

const { owner, app, ownerUrl } = testDatabase()
const db = owner.as(null)
const builds = listenForBuilds()

let chief: Member
let other: Member
beforeAll(async () => {
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  other = await makeMember(db, { role: "super_admin", displayName: "Other" })
})
beforeEach(async () => {
  await db.one`delete from news`
  await forgetWrites(db)
  builds.calls.length = 0
})

const fields = { ...articleFields, slug: "night" }
const soon = () => new Date(Date.now() + 60_000).toISOString()
const create = (changes: object = {}, who = chief) =>
  who.browser.call(adminNews, "POST", "/api/admin/news", { ...fields, ...changes })
const save = (row: Record<string, unknown>, changes: object = {}, who = chief) =>
  who.browser.call(adminNews, "PATCH", `/api/admin/news/${row["id"]}`, {
    ...fields,
    ...changes,
    updated_at: row["updated_at"],
  })
const act = (ids: unknown[], word: string) =>
  chief.browser.call(adminNews, "POST", "/api/admin/news/act", { ids, act: word })
const isReadable = async (slug = fields.slug) =>
  (await openBrowser().call(news, "GET", `/api/news/${slug}`)).status === 200
/** As if the planned moment had come so long ago; what was planned then, as the row has it. */
const letCome = (id: unknown, ago = "0 seconds") => db.one<{ publish_at: string }>`
  update news set publish_at = date_trunc('milliseconds', now()) - ${ago}::interval
  where id = ${String(id)} returning publish_at`
const row = (id: unknown) => db.one<{ is_published: boolean; published_at: string | null }>`
  select is_published, published_at, publish_at from news where id = ${String(id)}`

describe("planned publishing", () => {
  test("waits for its moment, and asks for a build when it comes", async () => {
    const publish_at = soon()
    const { status, json } = await create({ publish_at })
    expect([status, json["publish_at"], json["is_published"]]).toEqual([201, publish_at, false])
    await publishPlanned()
    expect([await isReadable(), builds.calls]).toEqual([false, []])
    await letCome(json["id"])
    await publishPlanned()
    expect([await isReadable(), builds.calls]).toEqual([true, ["POST"]])
  })

  test("that was missed for days is done by the next run, under its own date", async () => {
    const { json } = await create({ publish_at: soon() })
    const planned = await letCome(json["id"], "3 days")
    await publishPlanned()
    expect(await row(json["id"])).toEqual({
      is_published: true,
      published_at: planned?.publish_at,
      publish_at: null,
    })
  })

  test("keeps the date of what was published before", async () => {
    const { json: first } = await create({ is_published: true })
    const { json: hidden } = await save(first, { publish_at: soon() })
    expect(hidden["is_published"]).toBe(false)
    await letCome(first["id"])
    await publishPlanned()
    expect(await row(first["id"])).toMatchObject({ published_at: first["published_at"] })
  })

  test("happens once, of ten runs at once, and never again", async () => {
    const { json } = await create({ publish_at: soon() })
    await letCome(json["id"])
    const log = () => db.many`
      select from audit_log where target_id = ${String(json["id"])} and action = 'news.update'
        and after ->> 'is_published' = 'true'`
    await Promise.all(Array.from({ length: 10 }, () => publishPlanned()))
    expect(await log()).toHaveLength(1)
    expect(builds.calls).toEqual(["POST"])
    await act([json["id"]], "hide")
    builds.calls.length = 0
    await publishPlanned()
    expect([await isReadable(), builds.calls]).toEqual([false, []])
  })

  test("many whose moment has come go together, in one build", async () => {
    for (let index = 0; index < 5; index++) {
      const { json } = await create({ slug: `night-${index}`, publish_at: soon() })
      await letCome(json["id"], `${index} hours`)
    }
    await publishPlanned()
    expect(builds.calls).toEqual(["POST"])
    expect(await db.many`select from news where is_published`).toHaveLength(5)
  })

  test("nobody can bring it about before its moment", async () => {
    await create({ publish_at: soon() })
    const asked = app.as(null).one`select publish_planned_news() as published`
    expect(await asked).toEqual({ published: 0 })
  })

  test.each([
    ["a moment that is past", { publish_at: "2026-01-01T10:00:00.000Z" }, "past"],
    ["both published and planned", { publish_at: soon(), is_published: true }, "past"],
    ["a day without an hour", { publish_at: "2027-01-01" }, "required"],
    ["no moment", { publish_at: "soon" }, "required"],
    ["an empty text", { publish_at: "" }, "required"],
  ])("%s is refused at the field", async (_what, changes, error) => {
    const answer = await create(changes)
    expect([answer.status, answer.json["errors"]]).toEqual([422, { publish_at: error }])
    expect(await db.many`select from news`).toEqual([])
  })

  test("a plan that is moved, or given up, holds from then on", async () => {
    const { json: planned } = await create({ publish_at: soon() })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const { json: moved } = await save(planned, { publish_at: later })
    expect(moved["publish_at"]).toBe(later)
    const { json: draft } = await save(moved, { publish_at: null })
    expect(draft["publish_at"]).toBeNull()
    await publishPlanned()
    expect(await isReadable()).toBe(false)
  })

  test("a text that was changed meanwhile is the one that is published", async () => {
    const publish_at = soon()
    const { json } = await create({ publish_at })
    await save(json, { title: "Better", publish_at })
    await letCome(json["id"])
    await publishPlanned()
    const read = await openBrowser().call(news, "GET", "/api/news/night")
    expect(read.json["title"]).toBe("Better")
  })

  test("who still edits the draft is told that it was published, and hides nothing", async () => {
    const { json: opened } = await create({ publish_at: soon() })
    await letCome(opened["id"])
    const { json: seen } = await chief.browser.call(
      adminNews,
      "GET",
      `/api/admin/news/${opened["id"]}`,
    )
    await publishPlanned()
    const answer = await save(seen, { title: "Mine" })
    expect([answer.status, answer.json["code"]]).toEqual([409, "stale"])
    expect(answer.json["current"]).toMatchObject({ is_published: true, publish_at: null })
    expect(await isReadable()).toBe(true)
  })

  test("a save under way at that moment is not lost, nor published over", async () => {
    const { json } = await create({ publish_at: soon() })
    await letCome(json["id"])
    await meanwhile(
      ownerUrl,
      ["update news set publish_at = null, title = 'A draft again' where id = $1", json["id"]],
      () => publishPlanned(),
    )
    expect(await row(json["id"])).toMatchObject({ is_published: false, publish_at: null })
  })

  test("publishing by hand before it ends the plan", async () => {
    const { json } = await create({ publish_at: soon() })
    await act([json["id"]], "publish")
    expect(await row(json["id"])).toMatchObject({ is_published: true, publish_at: null })
  })
})

describe("versions", () => {
  const revisions = async (id: unknown) => {
    const path = `/api/admin/news/${id}/revisions`
    const { json } = await chief.browser.call(adminNews, "GET", path)
    const list = json["revisions"]
    return Array.isArray(list) ? list : []
  }
  const full = (id: unknown, revision: unknown) =>
    chief.browser.call(adminNews, "GET", `/api/admin/news/${id}/revisions/${revision}`)

  test("one of each save, the latest first, with who saved it", async () => {
    const { json: first } = await create()
    const { json: second } = await save(first, { title: "Second", content: "More." }, other)
    await save(second, { title: "Third" })
    const list = await revisions(first["id"])
    expect(list).toMatchObject([
      { title: "Third", editor_name: "Chief" },
      { title: "Second", editor_name: "Other" },
      { title: fields.title, editor_name: "Chief" },
    ])
    expect((await full(first["id"], list[1]?.id)).json).toMatchObject({
      title: "Second",
      content: "More.",
      slug: "night",
      editor_name: "Other",
    })
  })

  test("none of what changes no text: publishing, featuring, planning", async () => {
    const { json: first } = await create()
    const { json: second } = await save(first, { is_featured: true })
    const { json: third } = await save(second, { publish_at: soon() })
    await save(third, { is_published: true })
    await act([first["id"]], "hide")
    expect(await revisions(first["id"])).toHaveLength(1)
  })

  test("none of a save that was refused", async () => {
    const { json: opened } = await create()
    await save(opened, { title: "Theirs" }, other)
    expect((await save(opened, { title: "Mine" })).status).toBe(409)
    const titles = (await revisions(opened["id"])).map(({ title }) => title)
    expect(titles).toEqual(["Theirs", fields.title])
  })

  test("an earlier one is restored by saving it, which is a version of its own", async () => {
    const { json: first } = await create({ content: "As it was." })
    const { json: second } = await save(first, { title: "Spoilt", content: "", slug: "spoilt" })
    const [, earlier] = await revisions(first["id"])
    const { json: kept } = await full(first["id"], earlier?.id)
    const { title, slug, excerpt, content, cover_image_url, country, language } = kept
    const restored = await save(second, {
      title,
      slug,
      excerpt,
      content,
      cover_image_url,
      country,
      language,
    })
    expect(restored.json).toMatchObject({
      title: fields.title,
      content: "As it was.",
      slug: "night",
    })
    expect(restored.json["content_html"]).toBe("<p>As it was.</p>")
    expect(await revisions(first["id"])).toHaveLength(3)
  })

  test("the last hundred are kept", async () => {
    const { id } = await makeArticle(db)
    for (let index = 1; index <= 104; index++) {
      await db.one`update news set title = ${`Version ${index}`} where id = ${id}`
    }
    const untouched = await makeArticle(db)
    const titles = (await revisions(id)).map(({ title }) => title)
    expect([titles.length, titles.at(0), titles.at(-1)]).toEqual([100, "Version 104", "Version 5"])
    expect(await revisions(untouched.id)).toHaveLength(1)
  })

  test.each(["999999999", "x", "-1", "9".repeat(15), "9".repeat(30)])(
    "%s is not there",
    async (number) => {
      const { json } = await create()
      expect((await full(json["id"], number)).status).toBe(404)
    },
  )

  test("another article's is not there either", async () => {
    const { json: one } = await create()
    const { json: two } = await create({ slug: "other" })
    const [revision] = await revisions(two["id"])
    expect((await full(one["id"], revision?.id)).status).toBe(404)
  })

  test("those of an article that is not there are not found", async () => {
    const { json } = await create()
    const path = `/api/admin/news/${json["id"]}`
    await chief.browser.call(adminNews, "DELETE", path)
    const answer = await chief.browser.call(adminNews, "GET", `${path}/revisions`)
    expect([answer.status, answer.json["code"]]).toEqual([404, "not_found"])
  })
})

describe("many at once", () => {
  const GONE = "00000000-0000-4000-8000-000000000000"

  test("each gets its own result, in the order asked, and the site is built once", async () => {
    const a = await makeArticle(db, { slug: "a", published: false })
    const b = await makeArticle(db, { slug: "b" })
    const answer = await act([b.id, GONE, a.id], "publish")
    expect(answer.json["results"]).toEqual([
      { id: b.id, ok: true },
      { id: GONE, ok: false, code: "not_found" },
      { id: a.id, ok: true },
    ])
    expect([await isReadable("a"), await isReadable("b"), builds.calls]).toEqual([
      true,
      true,
      ["POST"],
    ])
  })

  test("what is so already does not change, nor does the site", async () => {
    const { id, updated_at } = await makeArticle(db)
    await act([id], "publish")
    expect(await db.one`select updated_at from news where id = ${id}`).toEqual({ updated_at })
    expect(builds.calls).toEqual([])
  })

  test("deleting, with ids in capitals and named twice", async () => {
    const { id } = await makeArticle(db)
    const answer = await act([id.toUpperCase(), id], "delete")
    expect(answer.json["results"]).toMatchObject([{ ok: true }, { ok: true }])
    expect(await db.many`select from news`).toEqual([])
    expect((await act([id], "delete")).json["results"]).toMatchObject([{ ok: false }])
  })

  test.each([
    [{ ids: [], act: "hide" }],
    [{ ids: ["x"], act: "hide" }],
    [{ ids: [GONE], act: "burn" }],
    [{ ids: Array.from({ length: 51 }, () => GONE), act: "hide" }],
    [{ act: "hide" }],
  ])("%j is refused", async (body) => {
    const path = "/api/admin/news/act"
    const answer = await chief.browser.call(adminNews, "POST", path, body)
    expect([answer.status, answer.json["code"]]).toEqual([422, "invalid"])
  })

  test("a save over what a bulk act changed meanwhile is refused as outdated", async () => {
    const { json } = await create()
    await act([json["id"]], "publish")
    const answer = await save(json, { title: "Mine" })
    expect([answer.status, answer.json["code"]]).toEqual([409, "stale"])
    expect(answer.json["current"]).toMatchObject({ is_published: true })
  })

  test("two who hide and delete the same at once have no fault", async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => (await makeArticle(db)).id),
    )
    const answers = await Promise.all([
      act(ids, "hide"),
      act(ids.toReversed(), "delete"),
      act(ids, "publish"),
      act(ids.toReversed(), "hide"),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await db.many`select from news`).toEqual([])
  })
})
