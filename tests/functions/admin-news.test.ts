import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { contentVersion } from "../../db/queries/content-version.ts"
import adminBuild from "../../netlify/functions/admin-build.ts"
import adminNews from "../../netlify/functions/admin-news.ts"
import auth from "../../netlify/functions/auth.ts"
import news from "../../netlify/functions/news.ts"
import uploads from "../../netlify/functions/uploads.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { makeArticle, makeUser } from "../factories.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const builds = listenForBuilds()
const password = "daina-test"

async function signedIn(role?: "admin" | "super_admin"): Promise<TestBrowser> {
  const { email } = await makeUser(db, { password, role, displayName: role ?? "Member" })
  const browser = openBrowser()
  await browser.call(auth, "POST", "/api/auth/sign-in", { email, password })
  return browser
}

const article = {
  title: "Rīgas deju nakts",
  slug: "rigas-deju-nakts",
  excerpt: "",
  content: "# Vakars\n\nTeksts.",
  cover_image_url: null,
  country: "lv",
  language: "lv",
  is_featured: false,
  is_published: false,
}

let editor: TestBrowser
beforeAll(async () => {
  editor = await signedIn("super_admin")
})
beforeEach(async () => {
  await db.many`delete from news`
  builds.calls.length = 0
})

const create = (body: object, browser = editor) =>
  browser.call(adminNews, "POST", "/api/admin/news", body)
const save = (id: unknown, body: object, browser = editor) =>
  browser.call(adminNews, "PATCH", `/api/admin/news/${id}`, body)

describe("the gate", () => {
  const calls: [method: string, path: string, handler: typeof adminNews, body?: object][] = [
    ["GET", "/api/admin/news", adminNews],
    ["POST", "/api/admin/news", adminNews, article],
    ["GET", "/api/admin/news/00000000-0000-4000-8000-000000000000", adminNews],
    ["PATCH", "/api/admin/news/00000000-0000-4000-8000-000000000000", adminNews, article],
    ["DELETE", "/api/admin/news/00000000-0000-4000-8000-000000000000", adminNews],
    ["GET", "/api/admin/build", adminBuild],
    ["POST", "/api/uploads/news-images", uploads, {}],
  ]
  test.each(calls)(
    "%s %s: 401 for a stranger, 403 for a member and an admin",
    async (method, path, handler, body) => {
      const stranger = await openBrowser().call(handler, method, path, body)
      expect([stranger.status, stranger.json["code"]]).toEqual([401, "sign_in_required"])
      for (const role of [undefined, "admin"] as const) {
        const answer = await (await signedIn(role)).call(handler, method, path, body)
        expect([answer.status, answer.json["code"]]).toEqual([403, "forbidden"])
      }
      expect(await db.many`select id from news`).toEqual([])
    },
  )

  test("a role taken away counts at the next call", async () => {
    const browser = await signedIn("super_admin")
    await db.many`delete from user_roles where created_at = (select max(created_at) from user_roles)`
    expect((await create(article, browser)).status).toBe(403)
  })
})

describe("creating", () => {
  test("stores the article, its sanitised HTML and its author, and asks for no build while a draft", async () => {
    const answer = await create({
      ...article,
      content: "# Hi\n\n<script>alert(1)</script>[x](javascript:alert(1))",
    })
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({
      ...article,
      excerpt: null,
      content: "# Hi\n\n<script>alert(1)</script>[x](javascript:alert(1))",
      author_name: "super_admin",
      published_at: null,
    })
    expect(answer.json["content_html"]).toBe(
      "<h2>Hi</h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;[x](javascript:alert(1))</p>",
    )
    expect(builds.calls).toEqual([])
    expect((await editor.call(news, "GET", `/api/news/${article.slug}`)).status).toBe(404)
  })

  test("published, it is readable at once, asks for a build and tells the version to wait for", async () => {
    const answer = await create({ ...article, is_published: true })
    expect(answer.json["content_version"]).toBe(await contentVersion(db))
    expect(builds.calls).toEqual(["POST"])
    const read = await openBrowser().call(news, "GET", `/api/news/${article.slug}`)
    expect(read.json).toMatchObject({
      title: article.title,
      content_html: "<h2>Vakars</h2>\n<p>Teksts.</p>",
    })
  })

  test.each([
    [{ title: "  " }, { title: "required" }],
    [{ title: "\u200b\u200b" }, { title: "required" }],
    [{ cover_image_url: "/uploads/../x.webp" }, { cover_image_url: "invalid" }],
    [{ title: "x".repeat(201) }, { title: "too_long" }],
    [{ slug: "" }, { slug: "required" }],
    [{ slug: "Nav Labi" }, { slug: "invalid_slug" }],
    [{ slug: "page" }, { slug: "reserved_slug" }],
    [{ content: "x".repeat(200_001) }, { content: "too_long" }],
    [{ cover_image_url: "https://elsewhere.example/x.png" }, { cover_image_url: "invalid" }],
    [{ cover_image_url: "javascript:alert(1)" }, { cover_image_url: "invalid" }],
    [{ country: "se" }, { country: "invalid" }],
    [{ language: "de" }, { language: "invalid" }],
  ])("refuses %j at the field", async (change, errors) => {
    const answer = await create({ ...article, ...change })
    expect(answer.status).toBe(422)
    expect(answer.json).toMatchObject({ code: "invalid", errors })
    expect(await db.many`select id from news`).toEqual([])
  })

  test("marks that turn a text round are left out of a title", async () => {
    const answer = await create({ ...article, title: "\u202eRīga\u202c 2026 \ud800" })
    expect(answer.json["title"]).toBe("Rīga 2026 \ufffd")
  })

  test("a text that Postgres cannot hold is refused, not a fault of ours", async () => {
    const answer = await create({ ...article, content: "a\u0000b" })
    expect([answer.status, answer.json["code"]]).toEqual([400, "malformed"])
  })

  test("a slug that is taken is said at the field", async () => {
    await create(article)
    const answer = await create({ ...article, title: "Another" })
    expect(answer.status).toBe(409)
    expect(answer.json).toMatchObject({ code: "slug_taken", errors: { slug: "slug_taken" } })
  })

  test("a 6 MB article is refused as too large", async () => {
    const answer = await create({ ...article, content: "x".repeat(6_000_000) })
    expect([answer.status, answer.json["code"]]).toEqual([413, "too_large"])
  })

  test("of two with one slug at once, one is stored", async () => {
    const statuses = (await Promise.all([create(article), create(article)])).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([201, 409])
  })
})

describe("saving", () => {
  test("over a version that somebody else changed is refused, with theirs", async () => {
    const { json: opened } = await create(article)
    const first = await save(opened["id"], {
      ...article,
      title: "Theirs",
      updated_at: opened["updated_at"],
    })
    expect(first.status).toBe(200)
    const second = await save(opened["id"], {
      ...article,
      title: "Mine",
      updated_at: opened["updated_at"],
    })
    expect(second.status).toBe(409)
    expect(second.json).toMatchObject({ code: "stale", current: { title: "Theirs" } })
    const current = second.json["current"]
    const updated_at =
      typeof current === "object" && current && "updated_at" in current ? current.updated_at : null
    expect((await save(opened["id"], { ...article, title: "Mine", updated_at })).status).toBe(200)
  })

  test("of 20 saves at once over one version, one wins", async () => {
    const { json: opened } = await create(article)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        save(opened["id"], {
          ...article,
          title: `Version ${index}`,
          updated_at: opened["updated_at"],
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  test("publishing sets the date once; unpublishing hides the article and asks for a build", async () => {
    const { json: draft } = await create(article)
    const published = await save(draft["id"], {
      ...article,
      is_published: true,
      updated_at: draft["updated_at"],
    })
    expect(published.json["published_at"]).toMatch(/Z$/)
    const hidden = await save(draft["id"], { ...article, updated_at: published.json["updated_at"] })
    expect(hidden.json).toMatchObject({
      is_published: false,
      published_at: published.json["published_at"],
    })
    expect(builds.calls).toHaveLength(2)
    expect((await openBrowser().call(news, "GET", `/api/news/${article.slug}`)).status).toBe(404)
  })

  test("an article that is gone is 404", async () => {
    const { json: opened } = await create(article)
    await editor.call(adminNews, "DELETE", `/api/admin/news/${opened["id"]}`)
    const answer = await save(opened["id"], { ...article, updated_at: opened["updated_at"] })
    expect(answer.status).toBe(404)
  })

  test("what was written stays written when the build hook is down", async () => {
    builds.fail = true
    const answer = await create({ ...article, is_published: true })
    builds.fail = false
    expect(answer.status).toBe(201)
    expect((await openBrowser().call(news, "GET", `/api/news/${article.slug}`)).status).toBe(200)
  })
})

describe("deleting", () => {
  test("removes the article, tells the version, asks for a build if it was public; twice is 404", async () => {
    const { json: opened } = await create({ ...article, is_published: true })
    const remove = () => editor.call(adminNews, "DELETE", `/api/admin/news/${opened["id"]}`)
    const answer = await remove()
    expect(answer.status).toBe(204)
    expect(Number(answer.headers.get("content-version"))).toBe(await contentVersion(db))
    expect(builds.calls).toHaveLength(2)
    expect((await remove()).status).toBe(404)
  })
})

test("the list holds drafts too, newest first, page by page without gaps", async () => {
  for (let index = 0; index < 7; index++) await makeArticle(db, { published: index % 2 === 0 })
  const seen: unknown[] = []
  let next: unknown = ""
  while (typeof next === "string") {
    const { json } = await editor.call(adminNews, "GET", `/api/admin/news?limit=3&cursor=${next}`)
    if (Array.isArray(json["news"])) seen.push(...json["news"].map(({ id }) => id))
    next = json["next"]
  }
  const all = await db.many<{ id: string }>`select id from news order by created_at desc, id desc`
  expect(seen).toEqual(all.map(({ id }) => id))
})
