/** The editors' side of news. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import {
  actOnNews,
  adminNews,
  articleForEditing,
  articleRevision,
  articleRevisions,
  createArticle,
  deleteArticle,
  updateArticle,
} from "../../db/queries/admin-news.ts"
import {
  changedArticle,
  type NewArticle,
  newArticle,
  newsActBody,
} from "../../src/features/news/schema.ts"
import { renderMarkdown } from "../../src/markdown/render.ts"
import { api, serve, superAdmin } from "../lib/api.ts"
import { readBody, withId } from "../lib/body.ts"
import { orSlugTaken } from "../lib/errors.ts"
import { listAsk, resultsOf } from "../lib/listing.ts"
import { problem } from "../lib/problem.ts"
import { requestBuild } from "../lib/publish.ts"

const app = api().basePath("/api/admin/news")
app.use(superAdmin)

const withHtml = <Article extends NewArticle>(article: Article) => ({
  ...article,
  excerpt: article.excerpt || null,
  publish_at: article.publish_at ?? null,
  content_html: renderMarkdown(article.content),
})

app.get("/", async (c) => {
  const { rows, next } = await adminNews(c.var.db, listAsk(c))
  return c.json({ news: rows, next })
})

app.post("/", async (c) => {
  const read = await readBody(c, newArticle)
  if ("refusal" in read) return read.refusal
  return orSlugTaken("news_slug_key", async () => {
    const article = await createArticle(c.var.db, crypto.randomUUID(), withHtml(read.body))
    if (article?.is_published) await requestBuild("news")
    return c.json(article, 201)
  })
})

app.get("/:id", withId, async (c) => {
  const article = await articleForEditing(c.var.db, c.req.param("id"))
  return article ? c.json(article) : problem("not_found")
})

app.patch("/:id", withId, async (c: Context) => {
  const read = await readBody(c, changedArticle)
  if ("refusal" in read) return read.refusal
  const { updated_at, ...changes } = read.body
  return orSlugTaken("news_slug_key", async () => {
    const change = await updateArticle(
      c.var.db,
      c.req.param("id") ?? "",
      updated_at,
      withHtml(changes),
    )
    if (!change.article) return problem("not_found")
    if (!change.saved) return problem("stale", { current: change.article })
    if (change.changedSite) await requestBuild("news")
    return c.json(change.article)
  })
})

app.delete("/:id", withId, async (c) => {
  const deleted = await deleteArticle(c.var.db, c.req.param("id"))
  if (!deleted) return problem("not_found")
  if (deleted.was_published) await requestBuild("news")
  return c.body(null, 204, { "content-version": String(deleted.content_version) })
})

// One or many alike: each id gets its own result.
app.post("/act", async (c) => {
  const read = await readBody(c, newsActBody)
  if ("refusal" in read) return read.refusal
  const { ids, act } = read.body
  const { done, changedSite, content_version } = await actOnNews(c.var.db, ids, act)
  if (changedSite) await requestBuild("news")
  return c.json({ results: resultsOf(ids, done), content_version })
})

app.get("/:id/revisions", withId, async (c) => {
  const revisions = await articleRevisions(c.var.db, c.req.param("id"))
  return revisions ? c.json({ revisions }) : problem("not_found")
})

// Restoring one is an ordinary save of what it says: it can be compared, and refused as outdated.
app.get("/:id/revisions/:revision{[0-9]{1,15}}", withId, async (c) => {
  const number = Number(c.req.param("revision"))
  const revision = await articleRevision(c.var.db, c.req.param("id"), number)
  return revision ? c.json(revision) : problem("not_found")
})

export default serve(app)
export const config: Config = {
  path: [
    "/api/admin/news",
    "/api/admin/news/act",
    "/api/admin/news/:id",
    "/api/admin/news/:id/revisions",
    "/api/admin/news/:id/revisions/:revision",
  ],
}
