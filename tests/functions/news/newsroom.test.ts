import { beforeEach, describe, expect, test } from "vitest"
import { type BrowserResponse, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { countByStatus } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  EDITOR,
  makePublishingTranslatorGrant,
  makeTranslatorGrant,
  makeWriter,
} from "../../support/people/newsroom.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, clear } = await openTestDatabase()
startBuildHook()

let editor: Member
let latvianTranslator: Member
/** A translator who may publish translations into Latvian and Estonian. */
let publisher: Member
let russianPublisher: Member
beforeEach(async () => {
  await clear("users", "news")
  editor = await makeWriter(db, EDITOR, { displayName: "Elīna" })
  latvianTranslator = await makeWriter(db, makeTranslatorGrant(["lv"]), { displayName: "Anna" })
  publisher = await makeWriter(db, makePublishingTranslatorGrant(["lv", "et"]))
  russianPublisher = await makeWriter(db, makePublishingTranslatorGrant(["ru"]))
})

type Caller = Pick<Member, "browser">
const call = ({ browser }: Caller, method: string, path = "", body?: object) =>
  browser.send(method, `/api/admin/news${path}`, body)

const readVersion = async (caller: Caller, id: string) => (await call(caller, "GET", `/${id}`)).json
async function saveVersion(caller: Caller, id: string, changes: object): Promise<BrowserResponse> {
  const { updated_at } = await readVersion(caller, id)
  return call(caller, "PATCH", `/${id}`, { ...changes, updated_at })
}
const addTranslation = (caller: Caller, original_id: string, fields: object = {}) =>
  call(caller, "POST", "", {
    original_id,
    title: "Tulkojums",
    excerpt: null,
    content: "Teksts.",
    language: "lv",
    is_published: false,
    ...fields,
  })
const putDraft = (caller: Caller, id: string, draft: object) =>
  call(caller, "PUT", `/${id}/draft`, { based_on: null, version: 0, ...draft })
const getId = ({ json }: BrowserResponse) => String(json["id"])

/** Returns the translations of the only article. */
async function listTranslations(caller: Caller) {
  const { json } = await call(caller, "GET")
  expect(json["news"]).toHaveLength(1)
  return Object(json["news"])[0].translations
}
const getCounts = async (caller: Caller) => (await call(caller, "GET", "/counts")).json

describe("a translator", () => {
  test("a translator finds articles without a translation into their language, oldest first", async () => {
    const first = await makeArticle(db, { title: "First" })
    const second = await makeArticle(db, { title: "Second" })
    await makeArticle(db, { published: false })
    const translatedArticle = await makeArticle(db)
    await makeTranslation(db, translatedArticle, "lv")
    expect(await getCounts(latvianTranslator)).toMatchObject({
      outdated: 0,
      to_publish: 0,
      missing: { lv: 2 },
    })
    const { json } = await call(latvianTranslator, "GET", "?filter=to_lv&sort=oldest")
    expect(json["news"]).toMatchObject([{ id: first.id }, { id: second.id }])
  })

  test("editors and publishers of a language find new translations that are not published yet", async () => {
    const { id } = await makeArticle(db)
    const saved = await addTranslation(latvianTranslator, id)
    expect(saved.status).toBe(201)
    expect(await listTranslations(latvianTranslator)).toMatchObject([
      { language: "lv", is_published: false },
    ])
    expect(await listTranslations(russianPublisher)).toEqual([])
    expect(await getCounts(latvianTranslator)).toMatchObject({ to_publish: 0, missing: { lv: 0 } })
    for (const caller of [editor, publisher]) {
      expect(await getCounts(caller)).toMatchObject({ to_publish: 1, missing: { lv: 0 } })
      expect((await call(caller, "GET", "?filter=to_publish")).json["news"]).toMatchObject([{ id }])
    }
    expect(await getCounts(russianPublisher)).toMatchObject({ to_publish: 0 })
    expect((await saveVersion(latvianTranslator, getId(saved), { content: "Labāk." })).status).toBe(
      200,
    )
    expect((await saveVersion(editor, getId(saved), { is_published: true })).status).toBe(200)
    expect(await getCounts(editor)).toMatchObject({ to_publish: 0 })
  })

  test("a translator cannot change a published translation, but can store a draft for it", async () => {
    const { id } = await makeArticle(db)
    const saved = getId(await addTranslation(latvianTranslator, id))
    await saveVersion(publisher, saved, { is_published: true })
    expect(
      getStatusAndCode(await saveVersion(latvianTranslator, saved, { title: "Cits" })),
    ).toEqual([403, "forbidden"])
    const form = { title: "Cits" }
    const draft = { original_id: id, language: "lv", form }
    const storedDraft = await putDraft(latvianTranslator, saved, draft)
    expect(storedDraft.status).toBe(200)
    const { json } = await call(publisher, "GET", `/${saved}/draft`)
    expect(json).toMatchObject({ form, editor_name: "Anna" })
    expect(await getCounts(publisher)).toMatchObject({ to_publish: 1 })
  })
})

test("members without a newsroom right cannot list articles, counts or drafts", async () => {
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
    const lv = getId(await addTranslation(publisher, id, { is_published: true }))
    /** Returns whether the translation is outdated. List, counts and public page must agree. */
    const isOutdated = async () => {
      const [version] = await listTranslations(publisher)
      const { outdated } = await getCounts(publisher)
      const { json } = await openBrowser().get(`/api/news/${slug}?language=lv`)
      const states = [version.is_outdated, outdated === 1, json["is_outdated"]]
      expect(new Set(states).size, String(states)).toBe(1)
      return version.is_outdated
    }
    expect(await isOutdated()).toBe(false)
    await saveVersion(editor, id, { content: "Eight crews!", is_correction: true })
    expect(await isOutdated()).toBe(false)
    await saveVersion(editor, id, { is_featured: true })
    expect(await isOutdated()).toBe(false)
    await saveVersion(editor, id, { content: "Nine crews." })
    expect(await isOutdated()).toBe(true)
    const { original } = await readVersion(publisher, lv)
    const change = { content: "Nine crews.", before: { content: "Eight crews!" } }
    expect(original).toMatchObject(change)
    expect(await getCounts(russianPublisher)).toMatchObject({ outdated: 0 })
    // The translation stays outdated when its text changes without a new `translated_from`.
    await saveVersion(publisher, lv, { content: "Labāk." })
    expect(await isOutdated()).toBe(true)
    const translated_from = Object(original).text_changed_at
    await saveVersion(publisher, lv, { content: "Deviņas.", translated_from })
    expect(await isOutdated()).toBe(false)
  })

  test("starting a translation that exists gets 409 with the id of the existing translation", async () => {
    const { id } = await makeArticle(db)
    const startTranslation = (caller: Caller) =>
      putDraft(caller, crypto.randomUUID(), { original_id: id, language: "lv", form: {} })
    const responses = await Promise.all([
      startTranslation(latvianTranslator),
      startTranslation(publisher),
    ])
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 1 })
    const first = responses.find(({ status }) => status === 200)?.json["id"]
    const refusal = { code: "translation_exists", current: { id: first } }
    expect(responses.find(({ status }) => status === 409)?.json).toMatchObject(refusal)
    expect(await listTranslations(latvianTranslator)).toMatchObject([{ id: first }])
    await addTranslation(editor, id, { id: first })
    expect((await startTranslation(latvianTranslator)).json).toMatchObject(refusal)
  })

  test("an article has one translation per language, and a translation has no translations", async () => {
    const { id } = await makeArticle(db)
    const lv = getId(await addTranslation(editor, id))
    for (const language of ["lv", "en"]) {
      const second = await addTranslation(editor, id, { language })
      expect(getStatusAndCode(second)).toEqual([409, "translation_exists"])
    }
    expect((await addTranslation(editor, lv, { language: "et" })).status).toBe(404)
  })

  test("an original cannot have a value in translated_from, the time of the text that was translated", async () => {
    const { id } = await makeArticle(db)
    const refused = await saveVersion(editor, id, { translated_from: new Date().toISOString() })
    expect(refused.json).toMatchObject({ code: "invalid", errors: { translated_from: "invalid" } })
  })

  test("a translation cannot be published before its original", async () => {
    const { id } = await makeArticle(db, { published: false })
    const lv = getId(await addTranslation(editor, id))
    const refused = await saveVersion(publisher, lv, { is_published: true })
    expect(getStatusAndCode(refused)).toEqual([409, "original_unpublished"])
    await saveVersion(editor, id, { is_published: true })
    expect((await saveVersion(publisher, lv, { is_published: true })).status).toBe(200)
    await call(editor, "POST", "/action", { ids: [id], action: "hide" })
    expect(await listTranslations(editor)).toMatchObject([{ id: lv, is_published: false }])
  })
})
