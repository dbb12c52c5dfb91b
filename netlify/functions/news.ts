/** Published articles, for the lists that freshen and the pages that are not built yet. */
import type { Config } from "@netlify/functions"
import { newsBySlug, newsPage } from "../../db/queries/news.ts"
import { SLUG_PATTERN } from "../../src/slug.ts"
import { api, serve } from "../lib/api.ts"
import { pageQuery } from "../lib/listing.ts"
import { problem } from "../lib/problem.ts"
import { cachePublicly } from "../lib/public-cache.ts"

const PAGE_MAX = 50

const app = api()

app.get("/api/news", async (c) => {
  const { rows, next } = await newsPage(c.var.db, pageQuery(c, PAGE_MAX))
  cachePublicly(c, "news")
  return c.json({ news: rows, next })
})

app.get("/api/news/:slug", async (c) => {
  const slug = c.req.param("slug")
  const article = SLUG_PATTERN.test(slug) ? await newsBySlug(c.var.db, slug) : null
  if (!article) return problem("not_found")
  cachePublicly(c, "news")
  return c.json(article)
})

export default serve(app)
export const config: Config = { path: ["/api/news", "/api/news/:slug"] }
