/** What an article's parts are made from, and which articles stand where; for pages and browser alike. */
import { artCover, coverFiles, type Picture, type Place } from "../../art/pictures.ts"
import { byLocale, LOCALES, type Locale } from "../../i18n/locales.ts"
import { type Crop, cropPosition, type Point } from "./crop.ts"
import type { ListedArticle, NewsCard, NewsVersion } from "./schema.ts"

export type { ListedArticle, NewsArticle, NewsCard, NewsVersion } from "./schema.ts"

export const placeOf = (country: NewsCard["country"]): Place => country ?? "all"

export const articlePath = (slug: string) => `/news/${slug}`

/** An older page of the list. */
export const newsPagePath = (page: number) => `/news/page/${page}`

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

/** What is published, in the order of the originals, which is kept; a translation whose original is not is left out. */
export function articlesOf(versions: NewsVersion[]) {
  const byOriginal = Map.groupBy(versions, ({ original_id }) => original_id)
  return (byOriginal.get(null) ?? []).map((original) => ({
    original,
    translations: byOriginal.get(original.id) ?? [],
  }))
}

/** An article as readers of each language see it: its translation, else the original. */
export type ShownArticle = Record<Locale, ListedArticle>

/** With the languages that it can be read in; `cover` is for one that has none. */
export function shownArticle(
  original: NewsVersion,
  translations: NewsVersion[],
  cover: string | null,
): ShownArticle {
  const known = translations.map(({ language }) => language)
  const languages = [original.language, ...LOCALES.filter((language) => known.includes(language))]
  const listed = (version: NewsVersion) => ({
    ...version,
    cover_image_url: version.cover_image_url ?? cover,
    languages,
  })
  const [own, others] = [listed(original), translations.map(listed)]
  return byLocale((locale) => others.find(({ language }) => language === locale) ?? own)
}

export const NEWS_PER_PAGE = 12

const FEATURED_SHOWN = 3

export interface NewsListPage<Card> {
  /** Counted from the oldest, so that a new article changes none of those before it. */
  page: number
  /** How many pages are newer, at most four; none than the newest, which is `/news`. */
  newer: number
  /** The newest article of all; on the newest page alone. */
  lead: Card | null
  /** Featured ones beside it, of whatever page. */
  featured: Card[]
  /** The others, newest first. */
  latest: Card[]
}

/** All that its links need to know, so that an old page stays as it is. */
const MOST_NEWER = 4

/**
 * The list's pages, the newest first; there is always one. The older ones have twelve articles each and stay,
 * the newest has the rest, at least twelve where there are as many. `articles` are newest first.
 */
export function newsListPages<Card extends { is_featured: boolean }>(
  articles: Card[],
): NewsListPage<Card>[] {
  const older = Math.max(0, Math.floor(articles.length / NEWS_PER_PAGE) - 1)
  const newest = articles.length - older * NEWS_PER_PAGE
  const [lead = null, ...others] = articles
  const featured = others.filter((article) => article.is_featured).slice(0, FEATURED_SHOWN)
  const latest = others.slice(0, Math.max(0, newest - 1)).filter((one) => !featured.includes(one))
  return [
    { page: older + 1, newer: 0, lead, featured, latest },
    ...Array.from({ length: older }, (_, i) => ({
      page: older - i,
      newer: Math.min(i + 1, MOST_NEWER),
      lead: null,
      featured: [],
      latest: articles.slice(newest + i * NEWS_PER_PAGE, newest + (i + 1) * NEWS_PER_PAGE),
    })),
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
export function relatedNews<Card extends Pick<NewsCard, "id" | "country">>(
  articles: Card[],
  limit: number,
) {
  const byCountry = Map.groupBy(articles, (article) => article.country)
  const places = new Map(
    [...byCountry.values()].flatMap((list) => list.map((article, i) => [article, i] as const)),
  )
  return (article: Card): Card[] => {
    const sameCountry = byCountry.get(article.country) ?? []
    const place = places.get(article) ?? 0
    // Of ten thousands nearly all have as many before them.
    if (place >= limit) return sameCountry.slice(place - limit, place)
    const near = sameCountry.slice(0, place + limit + 1)
    const closest = [...near, ...articles.slice(0, limit * 2 + 1)]
    return [...new Set(closest)].filter((other) => other.id !== article.id).slice(0, limit)
  }
}
