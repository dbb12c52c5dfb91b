import { expect, test } from "vitest"
import type { NewsArticle, NewsListPage, NewsVersion } from "./article.ts"
import {
  createRelatedNews,
  groupByOriginal,
  listArticlesOnPage,
  localizeArticle,
  NEWS_PER_PAGE,
  splitIntoPages,
} from "./article.ts"
import { makeArticle } from "./fixtures.ts"

const makeArticles = (count: number) =>
  Array.from({ length: count }, (_, i) => makeArticle(`a${i}`))

test("without articles, the list has one empty page", () => {
  expect(splitIntoPages([])).toEqual([
    { page: 1, newerPageCount: 0, lead: null, featured: [], latest: [] },
  ])
})

test("the newest article is first, even if other articles are featured", () => {
  const [first] = splitIntoPages([makeArticle("new"), makeArticle("star", { is_featured: true })])
  expect(first?.lead?.id).toBe("new")
  expect(first?.featured.map(({ id }) => id)).toEqual(["star"])
})

const listIds = (page: NewsListPage<NewsArticle>) => listArticlesOnPage(page).map(({ id }) => id)

test.each([1, 12, 23, 24, 25, 40, 100])(
  "each of %i articles is on a page, and all pages except the newest are full",
  (count) => {
    const articles = makeArticles(count).map((article, i) => ({
      ...article,
      is_featured: i % 5 === 0,
    }))
    const [newest, ...older] = splitIntoPages(articles)
    expect(
      [...new Set([newest, ...older].flatMap((page) => (page ? listIds(page) : [])))].sort(),
    ).toEqual(articles.map(({ id }) => id).sort())
    // The newest page has at most 23 articles and three older featured articles.
    expect(newest && listIds(newest).length).toBeLessThan(2 * NEWS_PER_PAGE + 3)
    for (const page of older) expect(listIds(page)).toHaveLength(NEWS_PER_PAGE)
    expect(older.map(({ page }) => page)).toEqual(older.map((_, i) => older.length - i))
  },
)

test("new articles change only the four newest pages", () => {
  const articles = makeArticles(100)
  for (let added = 1; added <= NEWS_PER_PAGE; added++) {
    const newArticles = Array.from({ length: added }, (_, i) => makeArticle(`new${i}`))
    const [before, after] = [
      splitIntoPages(articles),
      splitIntoPages([...newArticles, ...articles]),
    ]
    // A page contains the number of newer pages, but at most four. So this number is constant on older pages.
    const getOldPages = (pages: typeof before) => pages.slice(-before.length + 4)
    expect(getOldPages(after)).toEqual(getOldPages(before))
  }
})

test("related articles come from the same country first and do not include the article itself", () => {
  const articles = [
    ...makeArticles(4),
    makeArticle("lv1", { country: "lv" }),
    makeArticle("lv2", { country: "lv" }),
  ]
  const listRelated = createRelatedNews(articles, 3)
  expect(listRelated(articles[4] ?? makeArticle("x")).map(({ id }) => id)).toEqual([
    "lv2",
    "a0",
    "a1",
  ])
  expect(listRelated(articles[0] ?? makeArticle("x")).map(({ id }) => id)).toEqual([
    "a1",
    "a2",
    "a3",
  ])
})

test("a new article does not change the related articles of older articles", () => {
  const articles = Array.from({ length: 12 }, (_, i) =>
    makeArticle(`a${i}`, { country: i % 2 ? "lv" : null }),
  )
  const listRelatedBefore = createRelatedNews(articles, 3)
  const listRelatedAfter = createRelatedNews([makeArticle("new"), ...articles], 3)
  for (const article of articles.slice(6)) {
    expect(listRelatedAfter(article)).toEqual(listRelatedBefore(article))
  }
})

test("readers see each article once, translated if possible, in the order of the originals", () => {
  const makeVersion = (
    id: string,
    language: NewsVersion["language"],
    original_id: string | null = null,
  ) => ({ ...makeArticle(id), language, original_id })
  const versions = [
    makeVersion("b-lv", "lv", "b"),
    makeVersion("a", "en"),
    makeVersion("b", "ru"),
    makeVersion("b-en", "en", "b"),
    makeVersion("translation-of-hidden", "lv", "hidden"),
  ]
  const listVisible = (locale: NewsVersion["language"]) =>
    groupByOriginal(versions)
      .map(({ original, translations }) => localizeArticle(original, translations, null)[locale])
      .map(({ id, languages }) => [id, ...languages])
  expect(listVisible("lv")).toEqual([
    ["a", "en"],
    ["b-lv", "ru", "en", "lv"],
  ])
  expect(listVisible("et").map(([id]) => id)).toEqual(["a", "b"])
  expect(listVisible("ru").map(([id]) => id)).toEqual(["a", "b"])
})
