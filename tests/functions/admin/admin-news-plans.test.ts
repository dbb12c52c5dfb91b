import { beforeEach, describe, expect, test } from "vitest"
import publishPlanned from "../../../netlify/functions/publish-planned.ts"
import { expectErrors, getRows, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import {
  countByStatus,
  repeatConcurrently,
  runDuringTransaction,
} from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { articleFields } from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, auth, ownerUrl, clear } = await openTestDatabase()
const builds = startBuildHook()

const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
const otherAdmin = await makeMember(db, { role: "super_admin", displayName: "Other" })
beforeEach(() => clear("news"))

type Row = Record<string, unknown>
const fields = { ...articleFields, slug: "night" }
const getTimeInOneMinute = () => new Date(Date.now() + 60_000).toISOString()
const createArticle = async (changes: object = {}) =>
  superAdmin.browser.send("POST", "/api/admin/news", { ...fields, ...changes })
const saveArticle = ({ id, updated_at }: Row, changes: object = {}, { browser } = superAdmin) => {
  const body = { ...fields, ...changes, updated_at }
  return browser.send("PATCH", `/api/admin/news/${id}`, body)
}
const postAction = (body: object) => superAdmin.browser.send("POST", "/api/admin/news/action", body)
const sendAction = (ids: unknown[], action: string) => postAction({ ids, action })
const readAsVisitor = (slug = fields.slug) => openBrowser().get(`/api/news/${slug}`)
const isReadable = async (slug?: string) => (await readAsVisitor(slug)).status === 200
const readRow = (id: unknown) => db.one<{ is_published: boolean; published_at: string | null }>`
  select is_published, published_at, publish_at from news where id = ${String(id)}`

describe("planned publishing", () => {
  /** Sets the planned time of an article to now, or to an earlier time. `ago` is a Postgres interval before now. */
  const moveToPast = ({ id }: Row, ago = "0 seconds") => db.one<{ publish_at: string }>`
    update news set publish_at = date_trunc('milliseconds', now()) - ${ago}::interval
    where id = ${String(id)} returning publish_at`
  const createPlanned = async (changes: object = {}) =>
    (await createArticle({ publish_at: getTimeInOneMinute(), ...changes })).json

  test("a planned article is published at its time, and a build is requested", async () => {
    const publish_at = getTimeInOneMinute()
    const { status, json } = await createArticle({ publish_at })
    expect([status, json["publish_at"], json["is_published"]]).toEqual([201, publish_at, false])
    await publishPlanned()
    expect(await auth.as(null).value`select publish_planned_news()`).toBe(0)
    expect([await isReadable(), builds.calls]).toEqual([false, []])
    await saveArticle(json, { title: "Better", publish_at })
    await moveToPast(json)
    await publishPlanned()
    expect([(await readAsVisitor()).json["title"], builds.calls]).toEqual(["Better", ["POST"]])
  })

  test("an article that is published three days late has the planned date", async () => {
    const json = await createPlanned()
    const planned = await moveToPast(json, "3 days")
    await publishPlanned()
    const publishedFields = {
      is_published: true,
      published_at: planned?.publish_at,
      publish_at: null,
    }
    expect(await readRow(json["id"])).toEqual(publishedFields)
  })

  test("if an article is published again by a plan, it keeps the date of its first publication", async () => {
    const { json: first } = await createArticle({ is_published: true })
    const { json: hidden } = await saveArticle(first, { publish_at: getTimeInOneMinute() })
    expect(hidden["is_published"]).toBe(false)
    await moveToPast(first)
    await publishPlanned()
    expect(await readRow(first["id"])).toMatchObject({ published_at: first["published_at"] })
  })

  test("ten concurrent runs publish an article once", async () => {
    const json = await createPlanned()
    await moveToPast(json)
    await repeatConcurrently(10, () => publishPlanned())
    const log = await db.many`
      select from audit_log where target_id = ${String(json["id"])} and action = 'news.update'
        and after ->> 'is_published' = 'true'`
    expect(log).toHaveLength(1)
    expect(builds.calls).toEqual(["POST"])
  })

  test("an article that is hidden after its planned publication is not published again", async () => {
    const json = await createPlanned()
    await moveToPast(json)
    await publishPlanned()
    await sendAction([json["id"]], "hide")
    builds.calls.length = 0
    await publishPlanned()
    expect([await isReadable(), builds.calls]).toEqual([false, []])
  })

  test("several articles that are due are published in one build", async () => {
    for (const index of [1, 2, 3]) await moveToPast(await createPlanned({ slug: `night-${index}` }))
    await publishPlanned()
    expect(builds.calls).toEqual(["POST"])
    expect(await db.many`select from news where is_published`).toHaveLength(3)
  })

  test.each([
    ["a plan in the past", { publish_at: "2026-01-01T10:00:00.000Z" }, "past"],
    [
      "a plan of a published article",
      { publish_at: getTimeInOneMinute(), is_published: true },
      "past",
    ],
    ["a plan without an hour", { publish_at: "2027-01-01" }, "required"],
    ["an empty plan", { publish_at: "" }, "required"],
  ])("%s is refused with an error at publish_at", async (_plan, changes, error) => {
    expectErrors(await createArticle(changes), { publish_at: error })
    expect(await db.many`select from news`).toEqual([])
  })

  test("a plan can be moved and canceled", async () => {
    const laterTime = new Date(Date.now() + 3_600_000).toISOString()
    const { json: movedArticle } = await saveArticle(await createPlanned(), {
      publish_at: laterTime,
    })
    expect(movedArticle["publish_at"]).toBe(laterTime)
    const { json: draft } = await saveArticle(movedArticle, { publish_at: null })
    expect(draft["publish_at"]).toBeNull()
    await publishPlanned()
    expect(await isReadable()).toBe(false)
  })

  test("saving from a form that was opened before the planned publication is refused as outdated", async () => {
    const planned = await createPlanned()
    await moveToPast(planned)
    const path = `/api/admin/news/${planned["id"]}`
    const { json: staleArticle } = await superAdmin.browser.get(path)
    await publishPlanned()
    const response = await saveArticle(staleArticle, { title: "Mine" })
    expect(getStatusAndCode(response)).toEqual([409, "stale"])
    expect(response.json["current"]).toMatchObject({ is_published: true, publish_at: null })
    expect(await isReadable()).toBe(true)
  })

  test("a save that cancels the plan during a publishing run prevents the publication", async () => {
    const json = await createPlanned()
    await moveToPast(json)
    const cancelPlan = "update news set publish_at = null, title = 'A draft again' where id = $1"
    await runDuringTransaction(ownerUrl, [cancelPlan, json["id"]], () => publishPlanned())
    expect(await readRow(json["id"])).toMatchObject({ is_published: false, publish_at: null })
  })

  test("publishing by hand ends the plan", async () => {
    const { id } = await createPlanned()
    await sendAction([id], "publish")
    expect(await readRow(id)).toMatchObject({ is_published: true, publish_at: null })
  })
})

describe("revisions", () => {
  const getRevisions = (id: unknown, revision = "") =>
    superAdmin.browser.get(`/api/admin/news/${id}/revisions${revision}`)
  const listRevisions = async (id: unknown) => getRows(await getRevisions(id), "revisions")
  const getRevision = (id: unknown, revision: unknown) => getRevisions(id, `/${revision}`)

  test("each accepted save creates a revision with the editor's name, and a refused save none", async () => {
    const { json: first } = await createArticle()
    const secondFields = { title: "Second", content: "More." }
    const { json: second } = await saveArticle(first, secondFields, otherAdmin)
    expect((await saveArticle(first, { title: "Refused" })).status).toBe(409)
    await saveArticle(second, { title: "Third" })
    const list = await listRevisions(first["id"])
    expect(list).toMatchObject([
      { title: "Third", editor_name: "Chief" },
      { title: "Second", editor_name: "Other" },
      { title: fields.title, editor_name: "Chief" },
    ])
    const expected = { title: "Second", content: "More.", slug: "night", editor_name: "Other" }
    expect((await getRevision(first["id"], list[1]?.["id"])).json).toMatchObject(expected)
  })

  test("publishing, featuring and planning create no revision", async () => {
    const { json: first } = await createArticle()
    const { json: second } = await saveArticle(first, { is_featured: true })
    const { json: third } = await saveArticle(second, { publish_at: getTimeInOneMinute() })
    const published = await saveArticle(third, { is_published: true })
    expect(published.json).toMatchObject({ is_published: true, publish_at: null })
    await sendAction([first["id"]], "hide")
    expect(await listRevisions(first["id"])).toHaveLength(1)
  })

  test("saving an earlier revision restores the article and creates a revision", async () => {
    const { json: first } = await createArticle({ content: "As it was." })
    const { json: second } = await saveArticle(first, {
      title: "Spoilt",
      content: "",
      slug: "spoilt",
    })
    const [, earlier] = await listRevisions(first["id"])
    const { json } = await getRevision(first["id"], earlier?.["id"])
    const { title, slug, content } = json
    const restoredFields = { title: fields.title, slug: "night", content_html: "<p>As it was.</p>" }
    expect((await saveArticle(second, { title, slug, content })).json).toMatchObject(restoredFields)
    expect(await listRevisions(first["id"])).toHaveLength(3)
  })

  test("the last hundred revisions of an article are kept", async () => {
    const { id } = await makeArticle(db)
    for (let index = 1; index <= 104; index++) {
      await db.one`update news set title = ${`Version ${index}`} where id = ${id}`
    }
    const otherArticle = await makeArticle(db)
    const titles = (await listRevisions(id)).map(({ title }) => title)
    expect([titles.length, titles.at(0), titles.at(-1)]).toEqual([100, "Version 104", "Version 5"])
    expect(await listRevisions(otherArticle.id)).toHaveLength(1)
  })

  test("unknown revisions and revisions of another or a deleted article are not found", async () => {
    const { json: first } = await createArticle()
    const { json: second } = await createArticle({ slug: "other" })
    const [revision] = await listRevisions(second["id"])
    for (const wrongId of [revision?.["id"], "999999999", "x", "-1", "9".repeat(30)]) {
      expect((await getRevision(first["id"], wrongId)).status).toBe(404)
    }
    await superAdmin.browser.send("DELETE", `/api/admin/news/${first["id"]}`)
    expect(getStatusAndCode(await getRevisions(first["id"]))).toEqual([404, "not_found"])
  })
})

describe("bulk actions", () => {
  const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"

  test("a bulk action has one result per article in order, and requests one build", async () => {
    const draft = await makeArticle(db, { slug: "draft", published: false })
    const published = await makeArticle(db, { slug: "published" })
    const response = await sendAction([published.id, UNKNOWN_ID, draft.id], "publish")
    expect(response.json["results"]).toEqual([
      { id: published.id, ok: true },
      { id: UNKNOWN_ID, ok: false, code: "not_found" },
      { id: draft.id, ok: true },
    ])
    expect([await isReadable("draft"), await isReadable("published")]).toEqual([true, true])
    expect(builds.calls).toEqual(["POST"])
    builds.calls.length = 0
    await sendAction([published.id], "publish")
    const updatedAt = await db.value`select updated_at from news where id = ${published.id}`
    expect(updatedAt, "publishing a published article changes nothing").toBe(published.updated_at)
    expect(builds.calls).toEqual([])
  })

  test("a bulk deletion accepts ids in upper case and duplicates", async () => {
    const { id } = await makeArticle(db)
    const response = await sendAction([id.toUpperCase(), id], "delete")
    expect(response.json["results"]).toMatchObject([{ ok: true }, { ok: true }])
    expect(await db.many`select from news`).toEqual([])
    expect((await sendAction([id], "delete")).json["results"]).toMatchObject([{ ok: false }])
  })

  test.each([
    [{ ids: [], action: "hide" }],
    [{ ids: ["x"], action: "hide" }],
    [{ ids: [UNKNOWN_ID], action: "burn" }],
    [{ ids: Array.from({ length: 51 }, () => UNKNOWN_ID), action: "hide" }],
    [{ action: "hide" }],
  ])("the bulk action %j is refused", async (body) => {
    expect(getStatusAndCode(await postAction(body))).toEqual([422, "invalid"])
  })

  test("a save after a bulk action changed the article is refused as outdated", async () => {
    const { json } = await createArticle()
    await sendAction([json["id"]], "publish")
    const response = await saveArticle(json, { title: "Mine" })
    expect(getStatusAndCode(response)).toEqual([409, "stale"])
    expect(response.json["current"]).toMatchObject({ is_published: true })
  })

  test("concurrent hiding and deleting of the same articles causes no error", async () => {
    const ids = await repeatConcurrently(10, async () => (await makeArticle(db)).id)
    const responses = await Promise.all([
      sendAction(ids, "hide"),
      sendAction(ids.toReversed(), "delete"),
      sendAction(ids, "publish"),
      sendAction(ids.toReversed(), "hide"),
    ])
    expect(countByStatus(responses)).toEqual({ 200: 4 })
    expect(await db.many`select from news`).toEqual([])
  })
})
