/** Routes of the newsroom. Row-level security decides which articles a member may change. */
import type { Config } from "@netlify/functions"
import type { Db } from "../../db/client.ts"
import {
  changeNews,
  countNewsroomTasks,
  createArticle,
  getArticleForEditing,
  getArticleRevision,
  listAdminNews,
  listArticleRevisions,
  updateArticle,
} from "../../db/queries/admin/news.ts"
import {
  addPreview,
  countPreviews,
  discardDraft,
  endPresence,
  findTranslation,
  getNewsDraft,
  listUnsavedArticles,
  notifyOfFinishedArticle,
  recordPresence,
  revokePreviews,
  storeDraft,
} from "../../db/queries/admin/news-drafts.ts"
import { draftBody } from "../../src/features/news/admin/schema.ts"
import { getCoverPosition } from "../../src/features/news/article.ts"
import {
  changedArticle,
  type NewArticle,
  newArticle,
  newsActionBody,
} from "../../src/features/news/schema.ts"
import { renderContent } from "../lib/child/texts.ts"
import {
  createActionRoute,
  createDeleteRoute,
  createListRoute,
  createReadRoute,
  createSaveRoute,
  respondWithRow,
} from "../lib/http/admin-routes.ts"
import { createApi, createHandler, requireNewsroom, runAfterResponse } from "../lib/http/api.ts"
import {
  refuse,
  reportTakenSlug,
  requireFound,
  violatesCheck,
  violatesReference,
  violatesUnique,
} from "../lib/http/problem.ts"
import { readBody, readNewRow, requireUuid } from "../lib/http/request.ts"
import { deliverMails } from "../lib/mail/deliver.ts"
import { storeLinkPreview } from "../lib/pictures/images.ts"
import { recordDueTime } from "../lib/publishing/due-times.ts"
import { createToken, hashToken } from "../lib/sign-in/tokens.ts"

const app = createApi().basePath("/api/admin/news")
app.get("*", requireNewsroom)

const deriveColumns = async ({
  content,
  excerpt,
}: {
  content?: string
  excerpt?: string | null
}) => ({
  ...(content === undefined ? {} : { content_html: await renderContent(content) }),
  ...(excerpt === undefined ? {} : { excerpt: excerpt || null }),
})

/** Stores the crop of the cover for link previews. If this fails, uploads.ts sends the default crop. */
async function cropLinkPreview(article: Partial<NewArticle>): Promise<void> {
  const { cover_image_url = null, cover_focus_x = 50, cover_focus_y = 50 } = article
  const position = getCoverPosition({ cover_image_url, cover_focus_x, cover_focus_y }, "share")
  if (!cover_image_url || !position) return
  await storeLinkPreview(cover_image_url, position).catch(console.error)
}

/** Turns violated constraints into field errors. Makes the schedules run at the planned time (`publish_at`). */
async function completeWrite<Change extends { row: object | null }>(
  publish_at: string | null | undefined,
  write: Promise<Change>,
): Promise<Change> {
  const change = await reportTakenSlug("news_slug_key", write).catch((error) => {
    if (violatesUnique(error, "news_one_translation")) refuse("translation_exists")
    // A translation must have the slug of its original, because its foreign key contains the id and the slug.
    if (violatesReference(error)) refuse("invalid", { errors: { slug: "invalid" } })
    // A translation must have `translated_from`, and an original article must not have it.
    if (violatesCheck(error, "news_translated_from"))
      refuse("invalid", { errors: { translated_from: "invalid" } })
    throw error
  })
  if (publish_at && change.row) {
    await recordDueTime(new Date(Math.max(Date.parse(publish_at), Date.now())))
  }
  return change
}

/** Refuses the request if the planned time is in the past, unless the saved article already has this planned time. */
async function requireFuturePlan(db: Db, id: string, publish_at?: string | null): Promise<void> {
  if (!publish_at || Date.parse(publish_at) > Date.now()) return
  const savedArticle = await getArticleForEditing(db, id)
  if (savedArticle && Date.parse(savedArticle.publish_at ?? "") !== Date.parse(publish_at)) {
    refuse("invalid", { errors: { publish_at: "past" } })
  }
}

app.get("/", createListRoute("news", listAdminNews))
app.get("/counts", async (c) => c.json(await countNewsroomTasks(c.var.db)))
app.get("/drafts", async (c) => c.json({ drafts: await listUnsavedArticles(c.var.db) }))
app.get("/:id", requireUuid, createReadRoute(getArticleForEditing))

app.post("/", async (c) => {
  const article = await readNewRow(c, newArticle)
  const { id = crypto.randomUUID(), publish_at } = article
  const content_html = await renderContent(article.content)
  await cropLinkPreview(article)
  const change = await completeWrite(
    publish_at,
    createArticle(c.var.db, { ...article, excerpt: article.excerpt || null, id, content_html }),
  )
  // An article with this id exists, and another member created or changed it.
  if (change.row && !change.saved) refuse("stale", { current: change.row })
  return respondWithRow(c, "article", change, 201)
})

app.patch(
  "/:id",
  requireUuid,
  createSaveRoute(changedArticle, "article", async (db, id, expectedUpdatedAt, changes) => {
    await requireFuturePlan(db, id, changes.publish_at)
    await cropLinkPreview(changes)
    const clearedPlan = changes.is_published ? { publish_at: null } : {}
    const article = { ...changes, ...clearedPlan, ...(await deriveColumns(changes)) }
    const change = await completeWrite(
      changes.publish_at,
      updateArticle(db, id, expectedUpdatedAt, article),
    )
    const { row, saved } = change
    // The article was current and was still not saved, so the viewer has no right to change it.
    if (row && !saved && Date.parse(row.updated_at) === Date.parse(expectedUpdatedAt))
      refuse("forbidden")
    return change
  }),
)

app.delete(
  "/:id",
  requireUuid,
  createDeleteRoute("article", (db, ids) => changeNews(db, ids, "delete")),
)

app.post(
  "/action",
  createActionRoute(newsActionBody, "article", changeNews, { returnsVersion: true }),
)

app.get("/:id/revisions", requireUuid, async (c) =>
  c.json({ revisions: requireFound(await listArticleRevisions(c.var.db, c.req.param("id"))) }),
)

// No route restores a revision. The editor saves the texts of the revision like any other change.
app.get("/:id/revisions/:revision{[0-9]{1,15}}", requireUuid, async (c) => {
  const number = Number(c.req.param("revision"))
  return c.json(requireFound(await getArticleRevision(c.var.db, c.req.param("id"), number)))
})

// Records that the viewer has the article open, and responds with the other editors who have it open.
app.put("/:id/presence", requireUuid, async (c) =>
  c.json(await recordPresence(c.var.db, c.req.param("id"))),
)

app.delete("/:id/presence", requireUuid, async (c) => {
  await endPresence(c.var.db, c.req.param("id"))
  return c.body(null, 204)
})

app.post("/:id/ready", requireUuid, async (c) => {
  if (!(await notifyOfFinishedArticle(c.var.db, c.req.param("id")))) refuse("not_found")
  await runAfterResponse(c, deliverMails())
  return c.body(null, 204)
})

app.get("/:id/draft", requireUuid, async (c) =>
  c.json(requireFound(await getNewsDraft(c.var.db, c.req.param("id")))),
)

app.put("/:id/draft", requireUuid, async (c) => {
  const body = await readBody(c, draftBody)
  const { db } = c.var
  const { stored, draft } = await storeDraft(db, { ...body, id: c.req.param("id") }).catch(
    async (error) => {
      // The original was deleted while the member translated it.
      if (violatesReference(error)) return refuse("not_found")
      if (!violatesUnique(error, "news_one_translation")) throw error
      // Another member has begun this translation. The response contains its id, so that the editor can open it.
      return refuse("translation_exists", { current: await findTranslation(db, body) })
    },
  )
  if (!stored) refuse("stale", { current: draft })
  return c.json(requireFound(draft))
})

app.delete("/:id/draft", requireUuid, async (c) => {
  await discardDraft(c.var.db, c.req.param("id"), Number(c.req.query("version") ?? 0))
  return c.body(null, 204)
})

// The database has only hashes of the links' tokens, so existing links cannot be shown again.
app.get("/:id/preview", requireUuid, async (c) =>
  c.json({ links: await countPreviews(c.var.db, c.req.param("id")), token: null }),
)

app.put("/:id/preview", requireUuid, async (c) => {
  const token = createToken()
  const links = await addPreview(c.var.db, c.req.param("id"), hashToken(token))
  return c.json({ links: requireFound(links), token })
})

app.delete("/:id/preview", requireUuid, async (c) => {
  await revokePreviews(c.var.db, c.req.param("id"))
  return c.body(null, 204)
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/admin/news",
    "/api/admin/news/action",
    "/api/admin/news/counts",
    "/api/admin/news/drafts",
    "/api/admin/news/:id",
    "/api/admin/news/:id/draft",
    "/api/admin/news/:id/presence",
    "/api/admin/news/:id/preview",
    "/api/admin/news/:id/ready",
    "/api/admin/news/:id/revisions",
    "/api/admin/news/:id/revisions/:revision",
  ],
}
