/** Published articles, for the lists that freshen and the pages that are not built yet. */
import type { Config } from "@netlify/functions"
import { newsBySlug, newsPage } from "../../db/queries/news.ts"
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
  const article = await newsBySlug(c.var.db, c.req.param("slug"))
  if (!article) return problem("not_found")
  cachePublicly(c, "news")
  return c.json(article)
})

export default serve(app)
export const config: Config = { path: ["/api/news", "/api/news/:slug"], method: "GET" }
