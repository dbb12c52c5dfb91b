/** Which articles stand where. */
import type { NewsArticle } from "./article.ts"

export const NEWS_PER_PAGE = 12

const FEATURED_SHOWN = 3

export interface NewsListPage<Card> {
  page: number
  pages: number
  /** The newest article of all; on the first page alone. */
  lead: Card | null
  /** Featured ones beside it. */
  featured: Card[]
  /** The others, newest first. */
  latest: Card[]
}

/** The list's pages of at most twelve articles; there is always a first one. `articles` are newest first. */
export function newsListPages<Card extends { is_featured: boolean }>(
  articles: Card[],
): NewsListPage<Card>[] {
  const [lead = null, ...others] = articles
  const featured = others.filter((article) => article.is_featured).slice(0, FEATURED_SHOWN)
  const rest = others.filter((article) => !featured.includes(article))
  const first = NEWS_PER_PAGE - featured.length - (lead ? 1 : 0)
  const later = Array.from(
    { length: Math.ceil(Math.max(0, rest.length - first) / NEWS_PER_PAGE) },
    (_, i) => rest.slice(first + i * NEWS_PER_PAGE, first + (i + 1) * NEWS_PER_PAGE),
  )
  const pages = later.length + 1
  return [
    { page: 1, pages, lead, featured, latest: rest.slice(0, first) },
    ...later.map((latest, i) => ({ page: i + 2, pages, lead: null, featured: [], latest })),
  ]
}

/** Chooses what to read next: neighbours from the same country first, then the newest. */
export function relatedNews(articles: NewsArticle[], limit: number) {
  const byCountry = Map.groupBy(articles, (article) => article.country)
  const places = new Map(
    [...byCountry.values()].flatMap((list) => list.map((article, i) => [article.id, i] as const)),
  )
  return (article: NewsArticle): NewsArticle[] => {
    const sameCountry = article.country ? (byCountry.get(article.country) ?? []) : []
    const place = places.get(article.id) ?? 0
    const near = sameCountry.slice(Math.max(0, place - limit), place + limit + 1)
    const closest = [...near, ...articles.slice(0, limit * 2 + 1)]
    return [...new Set(closest)].filter((other) => other.id !== article.id).slice(0, limit)
  }
}
