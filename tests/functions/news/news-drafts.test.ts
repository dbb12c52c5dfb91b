/** The calls for drafts of articles, presence and preview links. */
import { createHash, randomUUID } from "node:crypto"
import { beforeEach, expect, test } from "vitest"
import adminNews from "../../../netlify/functions/admin-news.ts"
import news from "../../../netlify/functions/news.ts"
import { openBrowser, result } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { articleFields } from "../../support/people/admin.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { EDITOR, makeWriter, translator } from "../../support/people/newsroom.ts"

const { owner } = testDatabase()
const db = owner.as(null)

let editor: Member
let other: Member
let latvian: Member
beforeEach(async () => {
  await db.one`delete from users`
  await db.one`delete from news`
  await db.one`delete from news_drafts`
  await db.one`delete from attempts`
  editor = await makeWriter(db, EDITOR, { displayName: "Elīna" })
  other = await makeWriter(db, EDITOR, { displayName: "Jonas" })
  latvian = await makeWriter(db, translator(["lv"]), { displayName: "Anna" })
})

type Caller = Pick<Member, "browser">
const call = ({ browser }: Caller, method: string, path: string, body?: object) =>
  browser.call(adminNews, method, `/api/admin/news${path && `/${path}`}`, body)

const draftOf = (title: string, version = 0, changes: object = {}) => ({
  original_id: null,
  language: "en",
  form: { title },
  based_on: null,
  version,
  ...changes,
})

test("a draft is stored repeatedly, but only over the latest version", async () => {
  const id = randomUUID()
  const path = `${id}/draft`
  expect((await call(editor, "PUT", path, draftOf("One"))).json).toMatchObject({ version: 1 })
  expect((await call(editor, "PUT", path, draftOf("Two", 1))).json).toMatchObject({ version: 2 })
  const refused = await call(other, "PUT", path, draftOf("Mine", 1))
  expect(result(refused)).toEqual([409, "stale"])
  expect(refused.json["current"]).toMatchObject({ form: { title: "Two" }, editor_name: "Elīna" })
  // A repeated request after a lost answer.
  expect((await call(editor, "PUT", path, draftOf("Two", 1))).status).toBe(200)
  const { json } = await call(other, "GET", path)
  expect(json).toMatchObject({ form: { title: "Two" }, editor_name: "Elīna", is_own: false })
  expect((await call(editor, "GET", path)).json["is_own"]).toBe(true)
})

test("a save deletes the draft, except a version that was stored since", async () => {
  const id = randomUUID()
  await call(editor, "PUT", `${id}/draft`, draftOf("One"))
  const fields = { ...articleFields, id, slug: "one" }
  const made = await call(editor, "POST", "", { ...fields, draft_version: 1 })
  expect([made.status, made.json["id"], made.json["saved_by"]]).toEqual([201, id, "Elīna"])
  expect((await call(editor, "GET", `${id}/draft`)).status).toBe(404)
  const { version } = (await call(editor, "PUT", `${id}/draft`, draftOf("Two"))).json
  await call(other, "PUT", `${id}/draft`, draftOf("Three", Number(version)))
  const edit = { title: "Two", updated_at: made.json["updated_at"], draft_version: version }
  expect((await call(editor, "PATCH", id, edit)).status).toBe(200)
  expect((await call(editor, "GET", `${id}/draft`)).json).toMatchObject({
    form: { title: "Three" },
  })
  await call(editor, "DELETE", `${id}/draft?version=${version}`)
  expect((await call(editor, "GET", `${id}/draft`)).status).toBe(200)
  await call(editor, "DELETE", `${id}/draft?version=${Number(version) + 1}`)
  expect((await call(editor, "GET", `${id}/draft`)).status).toBe(404)
})

test("a refused save names the author of the newer version", async () => {
  const { id } = await makeArticle(db)
  const { updated_at } = (await call(editor, "GET", id)).json
  await call(other, "PATCH", id, { title: "Theirs", updated_at })
  const refused = await call(editor, "PATCH", id, { title: "Mine", updated_at })
  expect(result(refused)).toEqual([409, "stale"])
  expect(refused.json["current"]).toMatchObject({
    title: "Theirs",
    saved_by: "Jonas",
    is_saved_by_viewer: false,
  })
  expect((await call(other, "GET", id)).json["is_saved_by_viewer"]).toBe(true)
})

test("presence lists the other editors and the current draft", async () => {
  const { id } = await makeArticle(db)
  expect((await call(editor, "PUT", `${id}/presence`, {})).json).toMatchObject({
    editors: [],
    draft: null,
  })
  await call(editor, "PUT", `${id}/draft`, draftOf("One"))
  const seen = await call(other, "PUT", `${id}/presence`, {})
  expect(seen.json).toMatchObject({
    editors: ["Elīna"],
    draft: { version: 1, editor_name: "Elīna" },
  })
  expect((await call(other, "DELETE", `${id}/presence`)).status).toBe(204)
  expect((await call(other, "PUT", `${id}/presence`, {})).json["editors"]).toEqual(["Elīna"])
  expect((await call(editor, "DELETE", `${id}/presence`)).status).toBe(204)
  expect((await call(other, "PUT", `${id}/presence`, {})).json["editors"]).toEqual([])
  const unsaved = await call(other, "PUT", `${randomUUID()}/presence`, {})
  expect(unsaved.json).toEqual({ editors: [], draft: null, updated_at: null })
})

test("preview links are shown once, counted, and revoked together", async () => {
  const { id } = await makeArticle(db, { published: false })
  const path = `${id}/preview`
  expect((await call(editor, "GET", path)).json).toEqual({ links: 0, token: null })
  const first = (await call(editor, "PUT", path, {})).json
  const second = (await call(other, "PUT", path, {})).json
  expect([first["links"], second["links"]]).toEqual([1, 2])
  expect(first["token"]).not.toBe(second["token"])
  expect((await call(other, "GET", path)).json).toEqual({ links: 2, token: null })
  for (const { token } of [first, second]) {
    const shown = await openBrowser().call(news, "POST", "/api/news/preview", { token })
    expect(shown.json["id"]).toBe(id)
  }
  expect((await call(other, "DELETE", path)).status).toBe(204)
  expect((await call(editor, "GET", path)).json).toEqual({ links: 0, token: null })
  for (const { token } of [first, second]) {
    const gone = await openBrowser().call(news, "POST", "/api/news/preview", { token })
    expect(gone.status).toBe(410)
  }
  expect((await call(editor, "PUT", `${randomUUID()}/preview`, {})).status).toBe(404)
})

test("a preview link has 256 random bits, and the database stores only its SHA-256", async () => {
  const { id } = await makeArticle(db, { published: false })
  const { token } = (await call(editor, "PUT", `${id}/preview`, {})).json
  expect(Buffer.from(String(token), "base64url")).toHaveLength(32)
  const rows = await db.many<{ row: string }>`
    select to_jsonb(p)::text as row from news_previews p where article_id = ${id}`
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain(token)
  expect(rows[0]?.row).toContain(createHash("sha256").update(String(token)).digest("hex"))
})

test("only members who may write an article can use its drafts, presence and preview links", async () => {
  const { id } = await makeArticle(db)
  const member = await makeMember(db)
  const chief = await makeMember(db, { role: "super_admin" })
  const routes = [
    ["PUT", "draft", draftOf("One")],
    ["GET", "draft"],
    ["PUT", "presence", {}],
    ["DELETE", "presence"],
    ["PUT", "preview", {}],
    ["DELETE", "preview"],
    ["DELETE", "draft?version=9"],
  ] as const
  for (const [method, path, body] of routes) {
    const at = `${id}/${path}`
    const visitor = { browser: openBrowser() }
    expect(result(await call(visitor, method, at, body))).toEqual([401, "sign_in_required"])
    expect(result(await call(member, method, at, body))).toEqual([403, "forbidden"])
    expect((await call(chief, method, at, body)).status).toBeLessThan(300)
  }
  // An original is for editors, each language for its own translators.
  await call(editor, "PUT", `${id}/draft`, draftOf("One"))
  expect((await call(latvian, "GET", `${id}/draft`)).status).toBe(404)
  expect(result(await call(latvian, "PUT", `${id}/draft`, draftOf("Two", 1)))).toEqual([
    403,
    "forbidden",
  ])
  const [lv, ru] = [randomUUID(), randomUUID()]
  const translation = { original_id: id, language: "lv" }
  const own = await call(latvian, "PUT", `${lv}/draft`, draftOf("Viens", 0, translation))
  expect(own.status).toBe(200)
  const russian = { ...translation, language: "ru" }
  expect(result(await call(latvian, "PUT", `${ru}/draft`, draftOf("Раз", 0, russian)))).toEqual([
    403,
    "forbidden",
  ])
})
