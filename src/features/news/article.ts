/** What an article's parts are made from, and which articles stand where; for pages and browser alike. */
import { artCover, coverFiles, type Picture, type Place } from "../../art/pictures.ts"
import { LOCALES, type Locale } from "../../i18n/locales.ts"
import { type Crop, cropPosition, type Point } from "./crop.ts"
import type { NewsArticle, NewsCard, NewsVersion } from "./schema.ts"

export type { NewsArticle, NewsCard, NewsVersion } from "./schema.ts"

export const placeOf = (country: NewsCard["country"]): Place => country ?? "all"

export const articlePath = (slug: string) => `/news/${slug}`

type Covered = Pick<
  NewsCard,
  "slug" | "country" | "cover_image_url" | "cover_focus_x" | "cover_focus_y"
>

/** What site.css has a class for, in percent. */
const POSITION_STEP = 10

/** Where an uploaded cover is cropped: `object-position` in steps of ten percent; null for the middle. */
export function positionOf(
  article: Pick<Covered, "cover_image_url" | "cover_focus_x" | "cover_focus_y">,
  crop: Crop,
): Point | null {
  const { cover_image_url, cover_focus_x, cover_focus_y } = article
  if (!cover_image_url) return null
  const exact = cropPosition(cover_image_url, crop, { x: cover_focus_x, y: cover_focus_y })
  const stepped = (percent: number) => Math.round(percent / POSITION_STEP) * POSITION_STEP
  const [x, y] = [stepped(exact.x), stepped(exact.y)]
  return x === 50 && y === 50 ? null : { x, y }
}

/** The same as classes. */
export function positionClass(article: Covered, crop: Crop): string {
  const position = positionOf(article, crop)
  return position
    ? `object-[var(--x,50%)_var(--y,50%)] [--x:${position.x}%] [--y:${position.y}%]`
    : ""
}

/** The cover: the uploaded one, else one that is drawn. */
export function coverOf(article: Covered): Picture {
  const url = article.cover_image_url
  if (!url) return artCover(article.slug, placeOf(article.country))
  const cover = coverFiles(url)
  const share = positionOf(article, "share")
  return share
    ? { ...cover, share: cover.share.replace("-og.jpg", `-og-${share.x}-${share.y}.jpg`) }
    : cover
}

/**
 * Every article for readers of that language: its translation, else the original. `versions` are in the order
 * of the originals, which is kept.
 */
export function articlesIn(locale: Locale, versions: NewsVersion[]): NewsArticle[] {
  const translations = Map.groupBy(versions, ({ original_id }) => original_id)
  return (translations.get(null) ?? []).map((original) => {
    const others = translations.get(original.id) ?? []
    const shown = others.find(({ language }) => language === locale) ?? original
    const known = others.map(({ language }) => language)
    return {
      ...shown,
      languages: [original.language, ...LOCALES.filter((language) => known.includes(language))],
    }
  })
}

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

/** All articles of a page of the list. */
export const shownOn = <Card>({ lead, featured, latest }: NewsListPage<Card>): Card[] => [
  ...(lead ? [lead] : []),
  ...featured,
  ...latest,
]

/**
 * Chooses what to read next: neighbours from the same country first, or from those of none, then the newest. Where
 * there are neighbours, a new article changes nothing.
 */
export function relatedNews(articles: NewsArticle[], limit: number) {
  const byCountry = Map.groupBy(articles, (article) => article.country)
  const places = new Map(
    [...byCountry.values()].flatMap((list) => list.map((article, i) => [article.id, i] as const)),
  )
  return (article: NewsArticle): NewsArticle[] => {
    const sameCountry = byCountry.get(article.country) ?? []
    const place = places.get(article.id) ?? 0
    const near = sameCountry.slice(Math.max(0, place - limit), place + limit + 1)
    const closest = [...near, ...articles.slice(0, limit * 2 + 1)]
    return [...new Set(closest)].filter((other) => other.id !== article.id).slice(0, limit)
  }
}
