/** Tests drafts (stored changes that are not in the article yet), the presence of other editors, and preview links. */
import { createHash, randomUUID } from "node:crypto"
import { beforeEach, expect, test } from "vitest"
import { getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { articleFields } from "../../support/people/admin.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { EDITOR, makeTranslatorGrant, makeWriter } from "../../support/people/newsroom.ts"

const { db, clear } = await openTestDatabase()

let editor: Member
let otherEditor: Member
let latvianTranslator: Member
beforeEach(async () => {
  await clear("users", "news", "news_drafts")
  editor = await makeWriter(db, EDITOR, { displayName: "Elīna" })
  otherEditor = await makeWriter(db, EDITOR, { displayName: "Jonas" })
  latvianTranslator = await makeWriter(db, makeTranslatorGrant(["lv"]), { displayName: "Anna" })
})

type Caller = Pick<Member, "browser">
const call = ({ browser }: Caller, method: string, path: string, body?: object) =>
  browser.send(method, `/api/admin/news${path && `/${path}`}`, body)

/** Returns the body of a request with a draft. `version` is the version of the draft that it replaces; 0 if none exists. */
const makeDraft = (title: string, version = 0, changes: object = {}) => ({
  original_id: null,
  language: "en",
  form: { title },
  based_on: null,
  version,
  ...changes,
})
const putDraft = (caller: Caller, id: string, ...draft: Parameters<typeof makeDraft>) =>
  call(caller, "PUT", `${id}/draft`, makeDraft(...draft))
const readDraft = (caller: Caller, id: string) => call(caller, "GET", `${id}/draft`)
/** Reports that the caller has the article open. Returns the names of other editors and the current draft. */
const putPresence = async (caller: Caller, id: string) =>
  (await call(caller, "PUT", `${id}/presence`, {})).json
const openPreview = (token: unknown) => openBrowser().send("POST", "/api/news/preview", { token })
const FORBIDDEN = [403, "forbidden"]

test("a draft of an outdated version is refused, unless it repeats the stored draft", async () => {
  const id = randomUUID()
  expect((await putDraft(editor, id, "One")).json).toMatchObject({ version: 1 })
  expect((await putDraft(editor, id, "Two", 1)).json).toMatchObject({ version: 2 })
  const refused = await putDraft(otherEditor, id, "Mine", 1)
  expect(getStatusAndCode(refused)).toEqual([409, "stale"])
  expect(refused.json["current"]).toMatchObject({ form: { title: "Two" }, editor_name: "Elīna" })
  // The browser may repeat a request whose response was lost, so the same draft is accepted again.
  expect((await putDraft(editor, id, "Two", 1)).status).toBe(200)
  const currentDraft = { form: { title: "Two" }, editor_name: "Elīna", is_own: false }
  expect((await readDraft(otherEditor, id)).json).toMatchObject(currentDraft)
  expect((await readDraft(editor, id)).json["is_own"]).toBe(true)
})

test("saving an article deletes its draft, unless a newer draft has been stored", async () => {
  const id = randomUUID()
  await putDraft(editor, id, "One")
  const fields = { ...articleFields, id, slug: "one" }
  const created = await call(editor, "POST", "", { ...fields, draft_version: 1 })
  expect(created).toMatchObject({ status: 201, json: { id, saved_by: "Elīna" } })
  expect((await readDraft(editor, id)).status).toBe(404)
  const { version } = (await putDraft(editor, id, "Two")).json
  await putDraft(otherEditor, id, "Three", Number(version))
  const edit = { title: "Two", updated_at: created.json["updated_at"], draft_version: version }
  expect((await call(editor, "PATCH", id, edit)).status).toBe(200)
  expect((await readDraft(editor, id)).json).toMatchObject({ form: { title: "Three" } })
})

test("a draft is discarded only if its version is the current one", async () => {
  const id = randomUUID()
  await putDraft(editor, id, "One")
  await putDraft(otherEditor, id, "Two", 1)
  await call(editor, "DELETE", `${id}/draft?version=1`)
  expect((await readDraft(editor, id)).status).toBe(200)
  await call(editor, "DELETE", `${id}/draft?version=2`)
  expect((await readDraft(editor, id)).status).toBe(404)
})

test("the refusal of an outdated save contains the newer version and its editor's name", async () => {
  const { id } = await makeArticle(db)
  const { updated_at } = (await call(editor, "GET", id)).json
  await call(otherEditor, "PATCH", id, { title: "Theirs", updated_at })
  const refused = await call(editor, "PATCH", id, { title: "Mine", updated_at })
  expect(getStatusAndCode(refused)).toEqual([409, "stale"])
  const newerVersion = { title: "Theirs", saved_by: "Jonas", is_saved_by_viewer: false }
  expect(refused.json["current"]).toMatchObject(newerVersion)
  expect((await call(otherEditor, "GET", id)).json["is_saved_by_viewer"]).toBe(true)
})

test("presence lists the other editors and the current draft", async () => {
  const { id } = await makeArticle(db)
  const emptyPresence = { editors: [], draft: null }
  expect(await putPresence(editor, id)).toMatchObject(emptyPresence)
  await putDraft(editor, id, "One")
  const draft = { version: 1, editor_name: "Elīna" }
  expect(await putPresence(otherEditor, id)).toMatchObject({ editors: ["Elīna"], draft })
  expect((await call(otherEditor, "DELETE", `${id}/presence`)).status).toBe(204)
  expect((await putPresence(otherEditor, id))["editors"]).toEqual(["Elīna"])
  expect((await call(editor, "DELETE", `${id}/presence`)).status).toBe(204)
  expect((await putPresence(otherEditor, id))["editors"]).toEqual([])
  const presenceInNewArticle = await putPresence(otherEditor, randomUUID())
  expect(presenceInNewArticle).toEqual({ ...emptyPresence, updated_at: null })
})

test("preview links are revoked together, and their tokens are returned only on creation", async () => {
  const { id } = await makeArticle(db, { published: false })
  const path = `${id}/preview`
  expect((await call(editor, "GET", path)).json).toEqual({ links: 0, token: null })
  const first = (await call(editor, "PUT", path, {})).json
  const second = (await call(otherEditor, "PUT", path, {})).json
  expect([first["links"], second["links"]]).toEqual([1, 2])
  expect(first["token"]).not.toBe(second["token"])
  expect((await call(otherEditor, "GET", path)).json).toEqual({ links: 2, token: null })
  for (const { token } of [first, second]) {
    expect((await openPreview(token)).json["id"]).toBe(id)
  }
  expect((await call(otherEditor, "DELETE", path)).status).toBe(204)
  expect((await call(editor, "GET", path)).json).toEqual({ links: 0, token: null })
  for (const { token } of [first, second]) expect((await openPreview(token)).status).toBe(410)
  const { status } = await call(editor, "PUT", `${randomUUID()}/preview`, {})
  expect(status, "a link to an unknown article").toBe(404)
})

test("a preview link's token has 32 bytes, and the database stores only its SHA-256", async () => {
  const { id } = await makeArticle(db, { published: false })
  const { token } = (await call(editor, "PUT", `${id}/preview`, {})).json
  expect(Buffer.from(String(token), "base64url")).toHaveLength(32)
  const row = await db.value`
    select to_jsonb(p)::text from news_previews p where article_id = ${id}`
  expect(row).not.toContain(token)
  expect(row).toContain(createHash("sha256").update(String(token)).digest("hex"))
})

test("only members who may write an article can use its drafts, presence and preview links", async () => {
  const { id } = await makeArticle(db)
  const member = await makeMember(db)
  const superAdmin = await makeMember(db, { role: "super_admin" })
  const routes = [
    ["PUT", "draft", makeDraft("One")],
    ["GET", "draft"],
    ["PUT", "presence", {}],
    ["DELETE", "presence"],
    ["PUT", "preview", {}],
    ["DELETE", "preview"],
    ["DELETE", "draft?version=9"],
  ] as const
  for (const [method, path, body] of routes) {
    const route = `${id}/${path}`
    const visitor = { browser: openBrowser() }
    expect(getStatusAndCode(await call(visitor, method, route, body))).toEqual([
      401,
      "sign_in_required",
    ])
    expect(getStatusAndCode(await call(member, method, route, body))).toEqual(FORBIDDEN)
    expect((await call(superAdmin, method, route, body)).status).toBeLessThan(300)
  }
  await putDraft(editor, id, "One")
  expect((await readDraft(latvianTranslator, id)).status).toBe(404)
  expect(getStatusAndCode(await putDraft(latvianTranslator, id, "Two", 1))).toEqual(FORBIDDEN)
  const translate = (language: string) =>
    putDraft(latvianTranslator, randomUUID(), "Viens", 0, { original_id: id, language })
  expect((await translate("lv")).status).toBe(200)
  expect(getStatusAndCode(await translate("ru"))).toEqual(FORBIDDEN)
})
