import { beforeEach, describe, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { expectRateLimited } from "../../support/attempts.ts"
import { getRows, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation, type TestArticle } from "../../support/factories.ts"
import { articleFields } from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"

const { db, clear } = await openTestDatabase()

let original: TestArticle
const superAdmin = await makeMember(db, { role: "super_admin" })
beforeEach(async () => {
  await clear("news")
  original = await makeArticle(db, { slug: "night", title: "Night" })
})

const getAsVisitor = (path: string) => openBrowser().get(path)
const readArticle = async (language: string) =>
  (await getAsVisitor(`/api/news/night?language=${language}`)).json
const callAsSuperAdmin = (method: string, path = "", body?: object) =>
  superAdmin.browser.send(method, `/api/admin/news${path}`, body)
const sendAction = (action: string) =>
  callAsSuperAdmin("POST", "/action", { ids: [original.id], action })

describe("an article in several languages", () => {
  test("an article is returned in the requested language or in the language of the original", async () => {
    await makeArticle(db, { slug: "older", title: "Older", publishedAt: "2026-01-01T10:00:00Z" })
    await makeTranslation(db, original, "lv", { title: "Nakts" })
    await makeTranslation(db, original, "et", { title: "Öö", published: false })
    const languages = ["en", "lv"]
    expect(await readArticle("lv")).toMatchObject({ title: "Nakts", language: "lv", languages })
    for (const untranslated of ["en", "et", "ru", "xx"]) {
      const expected = { title: "Night", language: "en", languages }
      expect(await readArticle(untranslated)).toMatchObject(expected)
    }
    const listTitles = async (language: string) =>
      getRows(await getAsVisitor(`/api/news?language=${language}`), "news").map(
        ({ title }) => title,
      )
    expect(await listTitles("lv")).toEqual(["Nakts", "Older"])
    expect(await listTitles("et")).toEqual(["Night", "Older"])
  })

  test("a change of the original marks its translations as outdated", async () => {
    await makeTranslation(db, original, "lv")
    expect(await readArticle("lv")).toMatchObject({ is_outdated: false })
    await db.one`update news set content = 'New.' where id = ${original.id}`
    expect(await readArticle("lv")).toMatchObject({ is_outdated: true, languages: ["en", "lv"] })
    expect(await readArticle("en")).toMatchObject({ is_outdated: false })
  })

  test("a published translation is readable at once and raises the content version", async () => {
    const before = await getContentVersion(db)
    const translation = { original_id: original.id, language: "lv", title: "Nakts" }
    const fields = { ...articleFields, slug: original.slug, is_published: true }
    const response = await callAsSuperAdmin("POST", "", { ...fields, ...translation })
    expect(response.status).toBe(201)
    expect(response.json["content_version"]).toBeGreaterThan(Number(before))
    expect(await readArticle("lv")).toMatchObject({ title: "Nakts", slug: "night" })
  })

  test("if a cover is marked as decorative, neither the original nor the translation has a description", async () => {
    await makeTranslation(db, original, "lv")
    await db.one`
      update news set cover_alt = 'Dancers', cover_is_decoration = original_id is null
      where slug = 'night'`
    for (const language of ["en", "lv"]) {
      expect(await readArticle(language)).toMatchObject({ cover_alt: "" })
    }
    const { updated_at } = (await callAsSuperAdmin("GET", `/${original.id}`)).json
    await callAsSuperAdmin("PATCH", `/${original.id}`, { cover_is_decoration: false, updated_at })
    for (const language of ["en", "lv"]) {
      expect(await readArticle(language)).toMatchObject({ cover_alt: "Dancers" })
    }
  })

  test("unpublishing the original unpublishes its translation", async () => {
    await makeTranslation(db, original, "lv", { title: "Nakts" })
    expect((await sendAction("hide")).status).toBe(200)
    for (const language of ["en", "lv"]) {
      expect(getStatusAndCode(await getAsVisitor(`/api/news/night?language=${language}`))).toEqual([
        404,
        "not_found",
      ])
    }
    await sendAction("publish")
    expect(await readArticle("lv")).toMatchObject({ title: "Night", languages: ["en"] })
  })
})

describe("a preview link", () => {
  const openPreview = (token: unknown, browser = openBrowser(), headers = {}) =>
    browser.send("POST", "/api/news/preview", { token }, headers)
  const createLink = async ({ id }: TestArticle) =>
    (await callAsSuperAdmin("PUT", `/${id}/preview`)).json["token"]
  const storeDraft = (article: TestArticle, form: unknown) => db.one`
    insert into news_drafts (id, original_id, language, form)
    select id, original_id, language, ${JSON.stringify(form)}::jsonb
    from news where id = ${article.id}`
  let unpublished: TestArticle
  beforeEach(async () => {
    unpublished = await makeArticle(db, { title: "Unripe", content: "Saved.", published: false })
  })

  test("a preview link shows the article with the changes of its draft, and is not cached", async () => {
    const token = await createLink(unpublished)
    const saved = await openPreview(token)
    const fields = { title: "Unripe", content_html: "<p>Saved.</p>", language: "en" }
    expect(saved.json).toMatchObject({ ...fields, is_published: false })
    expect(saved.headers.get("cache-control")).toBe("private, no-store")
    expect(saved.headers.get("netlify-cdn-cache-control")).toBeNull()
    const cover = { cover_image_url: "/uploads/news-images/a-1280x630.webp", cover_focus_x: 20 }
    const draftFields = { title: "Ripe", excerpt: "Soon", ...cover }
    const decorativeCover = { cover_alt: "Left from before", cover_is_decoration: true }
    const content = "# Typed\n\n<script>alert(1)</script>"
    await storeDraft(unpublished, { ...draftFields, ...decorativeCover, content })
    const { json, text } = await openPreview(token)
    expect(json).toMatchObject({ ...draftFields, cover_alt: "" })
    expect(json["content_html"]).toBe(
      "<h2>Typed</h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    )
    expect(text).not.toContain('"form"')
    expect((await getAsVisitor(`/api/news/${unpublished.slug}`)).status).toBe(404)
  })

  test.each([
    ["a string in place of an object", "x"],
    ["fields of wrong types", { title: 1, excerpt: {}, content: null, cover_focus_x: "left" }],
    ["an empty title", { title: "  " }],
    ["a cover from elsewhere", { cover_image_url: "https://evil.example/a.webp" }],
    ["fields that the form does not have", { slug: "x", author_name: "Evil", is_published: true }],
  ])("a preview link shows the saved article when the draft has %s", async (_name, form) => {
    const token = await createLink(unpublished)
    const { published_at: _, ...before } = (await openPreview(token)).json
    await storeDraft(unpublished, form)
    expect((await openPreview(token)).json).toMatchObject(before)
  })

  test("a preview link to a translation ignores a cover in the translation's draft", async () => {
    const translation = await makeTranslation(db, original, "lv", { published: false })
    const token = await createLink(translation)
    const cover_image_url = "/uploads/news-images/a.webp"
    await storeDraft(translation, { title: "Nakts", cover_image_url })
    const preview = { title: "Nakts", language: "lv", cover_image_url: null }
    expect((await openPreview(token)).json).toMatchObject(preview)
  })

  test("revoked and invalid preview links get 410", async () => {
    const token = await createLink(unpublished)
    await callAsSuperAdmin("DELETE", `/${unpublished.id}/preview`)
    for (const invalid of [token, "x".repeat(32), "", "%00", "x".repeat(999), undefined]) {
      expect(getStatusAndCode(await openPreview(invalid))).toEqual([410, "link_unusable"])
    }
  })

  test("an IP address can try twenty wrong preview links an hour", async () => {
    const token = await createLink(unpublished)
    const reader = openBrowser()
    for (let i = 0; i < 25; i += 1) expect((await openPreview(token, reader)).status).toBe(200)
    await repeatConcurrently(20, () => openPreview("x".repeat(32), reader))
    expectRateLimited(await openPreview(token, reader), 3600)
    expect((await openPreview(token)).status).toBe(200)
  })

  test("requests of other sites cannot use a preview link", async () => {
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    const refused = await openPreview(await createLink(unpublished), openBrowser(), headers)
    expect(getStatusAndCode(refused)).toEqual([403, "cross_site"])
  })
})
