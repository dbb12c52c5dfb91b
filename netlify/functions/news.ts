import type { Config } from "@netlify/functions"
import * as z from "zod/mini"
import { authDatabase } from "../../db/client.ts"
import {
  countPreviewAttempt,
  findArticle,
  listNews,
  type PreviewedNews,
} from "../../db/queries/news.ts"
import { articleFields, type NewsPreview, previewBody } from "../../src/features/news/schema.ts"
import { isRecord } from "../../src/shared/json.ts"
import { SLUG_PATTERN } from "../../src/shared/slug.ts"
import { renderContent } from "../lib/child/texts.ts"
import { createApi, createHandler } from "../lib/http/api.ts"
import { createProblem, createRateLimitProblem } from "../lib/http/problem.ts"
import { getClientAddress, readBody, readLocale, readPageQuery } from "../lib/http/request.ts"
import { cachePublicly } from "../lib/publishing/cdn-cache.ts"
import { hashToken } from "../lib/sign-in/tokens.ts"

const MAX_PAGE_SIZE = 50

const { shape: fields } = articleFields

const ignoreInvalid = <Field extends z.ZodMiniType>(field: Field) =>
  z.catch(z.optional(field), undefined)

/** Unsaved fields of the editor's form. The preview shows the saved value of an invalid field. */
const draftForm = z.object({
  title: ignoreInvalid(fields.title),
  excerpt: ignoreInvalid(fields.excerpt),
  content: ignoreInvalid(fields.content),
  cover_image_url: ignoreInvalid(fields.cover_image_url),
  cover_alt: ignoreInvalid(fields.cover_alt),
  cover_is_decoration: ignoreInvalid(fields.cover_is_decoration),
  cover_focus_x: ignoreInvalid(fields.cover_focus_x),
  cover_focus_y: ignoreInvalid(fields.cover_focus_y),
})

const app = createApi()

app.get("/api/news", async (c) => {
  const { rows, next } = await listNews(c.var.db, readLocale(c), readPageQuery(c, MAX_PAGE_SIZE))
  cachePublicly(c, "news")
  return c.json({ news: rows, next })
})

app.get("/api/news/:slug", async (c) => {
  const slug = c.req.param("slug")
  const article = SLUG_PATTERN.test(slug) ? await findArticle(c.var.db, slug, readLocale(c)) : null
  if (!article) return createProblem("not_found")
  cachePublicly(c, "news")
  return c.json(article)
})

/** Returns the saved article with the changes of its unsaved draft. */
async function createPreview({ form, original_id, ...saved }: PreviewedNews): Promise<NewsPreview> {
  const { cover_image_url, cover_is_decoration, cover_focus_x, cover_focus_y, ...texts } =
    draftForm.parse(isRecord(form) ? form : {})
  const alt = cover_is_decoration ? { cover_alt: "" } : {}
  // A translation shows its original's cover.
  const cover = original_id ? {} : { cover_image_url, cover_focus_x, cover_focus_y, ...alt }
  const draftFields = Object.entries({ ...texts, ...cover }).filter(
    ([, value]) => value !== undefined,
  )
  const { content, ...article } = { ...saved, ...Object.fromEntries(draftFields) }
  return {
    ...article,
    content_html: await renderContent(content),
    published_at: article.published_at ?? new Date().toISOString(),
    author_id: null,
    languages: [article.language],
    is_outdated: false,
  }
}

// The token is in the body, because URLs are logged.
app.post("/api/news/preview", async (c) => {
  const { token } = await readBody(c, previewBody, () => "link_unusable")
  // Only daina_auth may find an article by a preview link.
  const db = authDatabase().as(null)
  const { wait, article } = await countPreviewAttempt(db, hashToken(token), getClientAddress(c))
  if (wait > 0) return createRateLimitProblem(wait)
  return article ? c.json(await createPreview(article)) : createProblem("link_unusable")
})

export default createHandler(app)
export const config: Config = { path: ["/api/news", "/api/news/preview", "/api/news/:slug"] }
