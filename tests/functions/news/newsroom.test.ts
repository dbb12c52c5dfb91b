import { beforeEach, describe, expect, test } from "vitest"
import { type BrowserResponse, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { countByStatus } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { EDITOR, makeTranslatorGrant, makeWriter } from "../../support/people/newsroom.ts"
import { listenForBuilds } from "../../support/servers/build-hook.ts"

const { db, clear } = await openTestDatabase()
listenForBuilds()

let editor: Member
let latvian: Member
let publisher: Member
let russian: Member
beforeEach(async () => {
  await clear("users", "news")
  editor = await makeWriter(db, EDITOR, { displayName: "Elīna" })
  latvian = await makeWriter(db, makeTranslatorGrant(["lv"]), { displayName: "Anna" })
  publisher = await makeWriter(db, makeTranslatorGrant(["lv", "et"], true))
  russian = await makeWriter(db, makeTranslatorGrant(["ru"], true))
})

type Caller = Pick<Member, "browser">
const call = ({ browser }: Caller, method: string, path = "", body?: object) =>
  browser.send(method, `/api/admin/news${path}`, body)

const read = async (caller: Caller, id: string) => (await call(caller, "GET", `/${id}`)).json
async function save(caller: Caller, id: string, changes: object): Promise<BrowserResponse> {
  const { updated_at } = await read(caller, id)
  return call(caller, "PATCH", `/${id}`, { ...changes, updated_at })
}
const translate = (caller: Caller, original_id: string, fields: object = {}) =>
  call(caller, "POST", "", {
    ...{ original_id, title: "Tulkojums", excerpt: null, content: "Teksts.", language: "lv" },
    ...{ is_published: false, ...fields },
  })
const putDraft = (caller: Caller, id: string, draft: object) =>
  call(caller, "PUT", `/${id}/draft`, { based_on: null, version: 0, ...draft })
const getId = ({ json }: BrowserResponse) => String(json["id"])

async function listVersions(caller: Caller) {
  const { json } = await call(caller, "GET")
  expect(json["news"]).toHaveLength(1)
  return Object(json["news"])[0].translations
}
const getCounts = async (caller: Caller) => (await call(caller, "GET", "/counts")).json

describe("a translator", () => {
  test("a translator finds articles to translate into their languages, oldest first", async () => {
    const first = await makeArticle(db, { title: "First" })
    const second = await makeArticle(db, { title: "Second" })
    await makeArticle(db, { published: false })
    const translatedArticle = await makeArticle(db)
    await makeTranslation(db, translatedArticle, "lv")
    expect(await getCounts(latvian)).toMatchObject({
      outdated: 0,
      to_publish: 0,
      missing: { lv: 2 },
    })
    const { json } = await call(latvian, "GET", "?filter=to_lv&sort=oldest")
    expect(json["news"]).toMatchObject([{ id: first.id }, { id: second.id }])
  })

  test("a new translation waits for publication by editors and publishers of its language", async () => {
    const { id } = await makeArticle(db)
    const saved = await translate(latvian, id)
    expect(saved.status).toBe(201)
    expect(await listVersions(latvian)).toMatchObject([{ language: "lv", is_published: false }])
    expect(await listVersions(russian)).toEqual([])
    expect(await getCounts(latvian)).toMatchObject({ to_publish: 0, missing: { lv: 0 } })
    for (const caller of [editor, publisher]) {
      expect(await getCounts(caller)).toMatchObject({ to_publish: 1, missing: { lv: 0 } })
      expect((await call(caller, "GET", "?filter=to_publish")).json["news"]).toMatchObject([{ id }])
    }
    expect(await getCounts(russian)).toMatchObject({ to_publish: 0 })
    expect((await save(latvian, getId(saved), { content: "Labāk." })).status).toBe(200)
    expect((await save(editor, getId(saved), { is_published: true })).status).toBe(200)
    expect(await getCounts(editor)).toMatchObject({ to_publish: 0 })
  })

  test("a translator can store drafts for a published translation, but cannot change the translation", async () => {
    const { id } = await makeArticle(db)
    const saved = getId(await translate(latvian, id))
    await save(publisher, saved, { is_published: true })
    expect(getStatusAndCode(await save(latvian, saved, { title: "Cits" }))).toEqual([
      403,
      "forbidden",
    ])
    const form = { title: "Cits" }
    const storedDraft = await putDraft(latvian, saved, { original_id: id, language: "lv", form })
    expect(storedDraft.status).toBe(200)
    const { json } = await call(publisher, "GET", `/${saved}/draft`)
    expect(json).toMatchObject({ form, editor_name: "Anna" })
    expect(await getCounts(publisher)).toMatchObject({ to_publish: 1 })
  })
})

test("members without a grant are refused", async () => {
  const member = await makeMember(db)
  const routes = ["", "/counts", "/drafts"]
  for (const path of routes) {
    const anonymous = await call({ browser: openBrowser() }, "GET", path)
    expect(getStatusAndCode(anonymous)).toEqual([401, "sign_in_required"])
    expect(getStatusAndCode(await call(member, "GET", path))).toEqual([403, "forbidden"])
    expect((await call(editor, "GET", path)).status).toBe(200)
  }
  await db.one`delete from news_grants where user_id = ${editor.id}`
  for (const path of routes) {
    expect(getStatusAndCode(await call(editor, "GET", path))).toEqual([403, "forbidden"])
  }
})

test("drafts of new articles are listed for editors with author and title", async () => {
  const id = crypto.randomUUID()
  const form = { title: "Iesākts" }
  await putDraft(editor, id, { original_id: null, language: "lv", form })
  const listedDrafts = [{ id, form, editor_name: "Elīna", version: 1 }]
  expect((await call(editor, "GET", "/drafts")).json["drafts"]).toMatchObject(listedDrafts)
  expect((await call(publisher, "GET", "/drafts")).json["drafts"]).toEqual([])
  await call(editor, "DELETE", `/${id}/draft?version=1`)
  expect((await call(editor, "GET", "/drafts")).json["drafts"]).toEqual([])
})

describe("a translation", () => {
  test("a change of the original makes a translation outdated, but a correction does not", async () => {
    const { id, slug } = await makeArticle(db, { content: "Eight crews." })
    const lv = getId(await translate(publisher, id, { is_published: true }))
    const isOutdated = async () => {
      const [version] = await listVersions(publisher)
      const { outdated } = await getCounts(publisher)
      const { json } = await openBrowser().get(`/api/news/${slug}?language=lv`)
      const states = [version.is_outdated, outdated === 1, json["is_outdated"]]
      expect(new Set(states).size, String(states)).toBe(1)
      return version.is_outdated
    }
    expect(await isOutdated()).toBe(false)
    await save(editor, id, { content: "Eight crews!", is_correction: true })
    expect(await isOutdated()).toBe(false)
    await save(editor, id, { is_featured: true })
    expect(await isOutdated()).toBe(false)
    await save(editor, id, { content: "Nine crews." })
    expect(await isOutdated()).toBe(true)
    const { original } = await read(publisher, lv)
    const change = { content: "Nine crews.", before: { content: "Eight crews!" } }
    expect(original).toMatchObject(change)
    expect(await getCounts(russian)).toMatchObject({ outdated: 0 })
    // A correction of the translation itself does not make it up to date.
    await save(publisher, lv, { content: "Labāk." })
    expect(await isOutdated()).toBe(true)
    const translated_from = Object(original).text_changed_at
    await save(publisher, lv, { content: "Deviņas.", translated_from })
    expect(await isOutdated()).toBe(false)
  })

  test("a second member who starts a translation gets the id of the existing translation", async () => {
    const { id } = await makeArticle(db)
    const begin = (caller: Caller) =>
      putDraft(caller, crypto.randomUUID(), { original_id: id, language: "lv", form: {} })
    const responses = await Promise.all([begin(latvian), begin(publisher)])
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 1 })
    const first = responses.find(({ status }) => status === 200)?.json["id"]
    const existing = { code: "translation_exists", current: { id: first } }
    expect(responses.find(({ status }) => status === 409)?.json).toMatchObject(existing)
    expect(await listVersions(latvian)).toMatchObject([{ id: first }])
    await translate(editor, id, { id: first })
    expect((await begin(latvian)).json).toMatchObject(existing)
  })

  test("an article has one translation per language, and a translation has no translations", async () => {
    const { id } = await makeArticle(db)
    const lv = getId(await translate(editor, id))
    for (const language of ["lv", "en"]) {
      const second = await translate(editor, id, { language })
      expect(getStatusAndCode(second)).toEqual([409, "translation_exists"])
    }
    expect((await translate(editor, lv, { language: "et" })).status).toBe(404)
    const refused = await save(editor, id, { translated_from: new Date().toISOString() })
    expect(refused.json).toMatchObject({ code: "invalid", errors: { translated_from: "invalid" } })
  })

  test("a translation cannot be published before its original", async () => {
    const { id } = await makeArticle(db, { published: false })
    const lv = getId(await translate(editor, id))
    const refused = await save(publisher, lv, { is_published: true })
    expect(getStatusAndCode(refused)).toEqual([409, "original_unpublished"])
    await save(editor, id, { is_published: true })
    expect((await save(publisher, lv, { is_published: true })).status).toBe(200)
    await call(editor, "POST", "/action", { ids: [id], action: "hide" })
    expect(await listVersions(editor)).toMatchObject([{ id: lv, is_published: false }])
  })
})
