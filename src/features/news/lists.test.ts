import { expect, test } from "vitest"
import type { NewsArticle } from "./article.ts"
import { NEWS_PER_PAGE, newsListPages, relatedNews } from "./lists.ts"

const makeArticle = (id: string, changes: Partial<NewsArticle> = {}): NewsArticle => ({
  id,
  slug: id,
  title: id,
  excerpt: null,
  content: "",
  content_html: "",
  cover_image_url: null,
  country: null,
  language: "en",
  is_featured: false,
  published_at: "2026-05-01T10:00:00.000Z",
  created_at: "2026-05-01T10:00:00.000Z",
  updated_at: "2026-05-01T10:00:00.000Z",
  author_id: null,
  author_name: null,
  reading_minutes: 1,
  ...changes,
})

const makeArticles = (count: number, changes: Partial<NewsArticle> = {}) =>
  Array.from({ length: count }, (_, i) => makeArticle(`a${i}`, changes))

test("without articles there is one empty page", () => {
  expect(newsListPages([])).toEqual([{ page: 1, pages: 1, lead: null, featured: [], latest: [] }])
})

test("the newest article leads, even past featured ones", () => {
  const [first] = newsListPages([makeArticle("new"), makeArticle("star", { is_featured: true })])
  expect(first?.lead?.id).toBe("new")
  expect(first?.featured.map(({ id }) => id)).toEqual(["star"])
})

test.each([1, 12, 13, 24, 25, 40])("of %i articles each stands on one page, once", (count) => {
  const articles = makeArticles(count, {}).map((article, i) => ({
    ...article,
    is_featured: i % 5 === 0,
  }))
  const pages = newsListPages(articles)
  const shown = pages.map(({ lead, featured, latest }) => [
    ...(lead ? [lead] : []),
    ...featured,
    ...latest,
  ])
  expect(
    shown
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(articles.map(({ id }) => id).toSorted())
  expect(pages.every(({ pages: all }) => all === pages.length)).toBe(true)
  for (const page of shown) expect(page.length).toBeLessThanOrEqual(NEWS_PER_PAGE)
})

test("what to read next comes from the same country first, and never is the article itself", () => {
  const articles = [
    ...makeArticles(4),
    makeArticle("lv1", { country: "lv" }),
    makeArticle("lv2", { country: "lv" }),
  ]
  const related = relatedNews(articles, 3)
  expect(related(articles[4] ?? makeArticle("x")).map(({ id }) => id)).toEqual(["lv2", "a0", "a1"])
  expect(related(articles[0] ?? makeArticle("x")).map(({ id }) => id)).toEqual(["a1", "a2", "a3"])
})

test("the only article has nothing beside it", () => {
  const [only] = makeArticles(1)
  expect(relatedNews(only ? [only] : [], 3)(only ?? makeArticle("x"))).toEqual([])
})
