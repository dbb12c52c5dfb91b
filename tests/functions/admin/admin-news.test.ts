import { beforeEach, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { expectErrors, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { articleFields } from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, clear } = await openTestDatabase()
const builds = startBuildHook()
const article = { ...articleFields, slug: "rigas-deju-nakts", content: "# Vakars\n\nTeksts." }

const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
beforeEach(() => clear("news"))

const createArticle = (changes: object = {}) =>
  superAdmin.browser.send("POST", "/api/admin/news", { ...article, ...changes })
const saveArticle = ({ id, updated_at }: Record<string, unknown>, changes: object = {}) => {
  const body = { ...article, updated_at, ...changes }
  return superAdmin.browser.send("PATCH", `/api/admin/news/${id}`, body)
}
const readAsVisitor = () => openBrowser().get(`/api/news/${article.slug}`)

test("a draft is stored with its sanitized HTML and its author, without a build", async () => {
  const content = "# Hi\n\n<script>alert(1)</script>[x](javascript:alert(1))"
  const response = await createArticle({ excerpt: "", content })
  expect(response.status).toBe(201)
  const stored = { ...article, excerpt: null, content, author_name: "Chief", published_at: null }
  expect(response.json).toMatchObject(stored)
  expect(response.json["content_html"]).toBe(
    "<h2>Hi</h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;[x](javascript:alert(1))</p>",
  )
  expect(builds.calls).toEqual([])
  expect((await readAsVisitor()).status).toBe(404)
})

test("creating an article twice with the same id stores one article with the latest values", async () => {
  const id = crypto.randomUUID()
  await createArticle({ id })
  const secondResponse = await createArticle({ id, title: "Once more" })
  expect([secondResponse.status, secondResponse.json]).toMatchObject([
    201,
    { id, title: "Once more" },
  ])
  expect(await db.value`select count(*)::integer from news`).toBe(1)
})

test("a published article is readable at once and requests a build", async () => {
  const response = await createArticle({ is_published: true })
  expect(response.json["content_version"]).toBe(await getContentVersion(db))
  expect(builds.calls).toEqual(["POST"])
  const html = "<h2>Vakars</h2>\n<p>Teksts.</p>"
  expect((await readAsVisitor()).json).toMatchObject({ title: article.title, content_html: html })
})

test.each([
  [{ title: "  " }, { title: "required" }],
  [{ title: "\u200b\u200b" }, { title: "required" }],
  [{ title: "x".repeat(201) }, { title: "too_long" }],
  [{ slug: "" }, { slug: "required" }],
  [{ slug: "Nav Labi" }, { slug: "invalid_slug" }],
  [{ slug: "page" }, { slug: "reserved_slug" }],
  [{ content: "x".repeat(200_001) }, { content: "too_long" }],
  [{ cover_image_url: "/uploads/../x.webp" }, { cover_image_url: "invalid" }],
  [{ cover_image_url: "https://elsewhere.example/x.png" }, { cover_image_url: "invalid" }],
  [{ country: "se" }, { country: "invalid" }],
  [{ language: "de" }, { language: "invalid" }],
])("an article with %j is refused with the errors %j", async (change, errors) => {
  expectErrors(await createArticle(change), errors)
  expect(await db.many`select id from news`).toEqual([])
})

test("marks of text direction are removed from a title, and unpaired surrogates are replaced", async () => {
  const response = await createArticle({ title: "\u202eRīga\u202c 2026 \ud800" })
  expect(response.json["title"]).toBe("Rīga 2026 \ufffd")
})

test("a body with null characters gets 400, and a body that is too large gets 413", async () => {
  expect(getStatusAndCode(await createArticle({ content: "a\u0000b" }))).toEqual([400, "malformed"])
  expect(getStatusAndCode(await createArticle({ content: "x".repeat(6_000_000) }))).toEqual([
    413,
    "too_large",
  ])
})

test("of two concurrent articles with the same slug, only one is stored", async () => {
  const responses = await repeatConcurrently(2, () => createArticle())
  expect(countByStatus(responses)).toEqual({ 201: 1, 409: 1 })
  const refused = responses.find(({ status }) => status === 409)
  expect(refused?.json).toMatchObject({ code: "slug_taken", errors: { slug: "slug_taken" } })
})

test("publishing sets the publication date; unpublishing hides the article but keeps the date", async () => {
  const { json: draft } = await createArticle()
  const published = await saveArticle(draft, { is_published: true })
  const { published_at } = published.json
  expect(published_at).toMatch(/Z$/)
  const hidden = await saveArticle(published.json)
  expect(hidden.json).toMatchObject({ is_published: false, published_at })
  expect(builds.calls).toHaveLength(2)
  expect((await readAsVisitor()).status).toBe(404)
})

test("a save succeeds although the build hook fails", async () => {
  builds.isFailing = true
  expect((await createArticle({ is_published: true })).status).toBe(201)
  expect((await readAsVisitor()).status).toBe(200)
})

test("deleting a public article requests a build", async () => {
  const { json } = await createArticle({ is_published: true })
  const response = await superAdmin.browser.send("DELETE", `/api/admin/news/${json["id"]}`)
  expect(response.status).toBe(204)
  expect(Number(response.headers.get("content-version"))).toBe(await getContentVersion(db))
  expect(builds.calls).toHaveLength(2)
})
