import { artCover, coverFiles, type Picture } from "../../art/pictures.ts"
import { getCountryColor } from "../../countries.ts"
import { LOCALES, type Locale, mapLocales } from "../../i18n/locales.ts"
import { type Crop, getCropPosition, type Point } from "./crop.ts"
import type { ListedArticle, NewsCard, NewsVersion } from "./schema.ts"

export type { ListedArticle, NewsArticle, NewsCard, NewsVersion } from "./schema.ts"

export const articlePath = (slug: string) => `/news/${slug}`

export const newsPagePath = (page: number) => `/news/page/${page}`

type CoverFields = Pick<
  NewsCard,
  "slug" | "country" | "cover_image_url" | "cover_focus_x" | "cover_focus_y"
>

const POSITION_STEP = 10

/** Returns the `object-position` of an uploaded cover in steps of ten percent. Null if the cover is centered. */
export function getCoverPosition(
  article: Pick<CoverFields, "cover_image_url" | "cover_focus_x" | "cover_focus_y">,
  crop: Crop,
): Point | null {
  const { cover_image_url, cover_focus_x, cover_focus_y } = article
  if (!cover_image_url) return null
  const exact = getCropPosition(cover_image_url, crop, { x: cover_focus_x, y: cover_focus_y })
  const roundToStep = (percent: number) => Math.round(percent / POSITION_STEP) * POSITION_STEP
  const [x, y] = [roundToStep(exact.x), roundToStep(exact.y)]
  return x === 50 && y === 50 ? null : { x, y }
}

export function getPositionClass(article: CoverFields, crop: Crop): string {
  const position = getCoverPosition(article, crop)
  return position
    ? `object-[var(--x,50%)_var(--y,50%)] [--x:${position.x}%] [--y:${position.y}%]`
    : ""
}

export function getArticleCover(article: CoverFields): Picture {
  const url = article.cover_image_url
  if (!url) return artCover(article.slug, getCountryColor(article.country))
  const cover = coverFiles(url)
  const share = getCoverPosition(article, "share")
  return share
    ? { ...cover, share: cover.share.replace("-og.jpg", `-og-${share.x}-${share.y}.jpg`) }
    : cover
}

export function groupByOriginal(versions: NewsVersion[]) {
  const byOriginal = Map.groupBy(versions, ({ original_id }) => original_id)
  return (byOriginal.get(null) ?? []).map((original) => ({
    original,
    translations: byOriginal.get(original.id) ?? [],
  }))
}

export type LocalizedArticle = Record<Locale, ListedArticle>

export function localizeArticle(
  original: NewsVersion,
  translations: NewsVersion[],
  cover: string | null,
): LocalizedArticle {
  const translated = translations.map(({ language }) => language)
  const languages = [
    original.language,
    ...LOCALES.filter((language) => translated.includes(language)),
  ]
  const toListedArticle = (version: NewsVersion) => ({
    ...version,
    cover_image_url: version.cover_image_url ?? cover,
    languages,
  })
  const listedOriginal = toListedArticle(original)
  const listedTranslations = translations.map(toListedArticle)
  return mapLocales(
    (locale) => listedTranslations.find(({ language }) => language === locale) ?? listedOriginal,
  )
}

/** The newest page has up to 23 articles (see `splitIntoPages`). */
export const NEWS_PER_PAGE = 12

const MAX_FEATURED = 3

export interface NewsListPage<Card> {
  /** Pages are counted from the oldest page, so that a new article does not change other numbers. */
  page: number
  /** The number of newer pages, at most {@link MAX_NEWER}. */
  newer: number
  lead: Card | null
  featured: Card[]
  latest: Card[]
}

/** Without this limit, a new page would change all pages. */
const MAX_NEWER = 4

/** Returns the pages, newest first. Only the newest page changes; it has up to 23 articles. */
export function splitIntoPages<Card extends { is_featured: boolean }>(
  articles: Card[],
): NewsListPage<Card>[] {
  const older = Math.max(0, Math.floor(articles.length / NEWS_PER_PAGE) - 1)
  const newest = articles.length - older * NEWS_PER_PAGE
  const [lead = null, ...others] = articles
  const featured = others.filter((article) => article.is_featured).slice(0, MAX_FEATURED)
  const latest = others
    .slice(0, Math.max(0, newest - 1))
    .filter((article) => !featured.includes(article))
  return [
    { page: older + 1, newer: 0, lead, featured, latest },
    ...Array.from({ length: older }, (_, i) => ({
      page: older - i,
      newer: Math.min(i + 1, MAX_NEWER),
      lead: null,
      featured: [],
      latest: articles.slice(newest + i * NEWS_PER_PAGE, newest + (i + 1) * NEWS_PER_PAGE),
    })),
  ]
}

export const listArticlesOnPage = <Card>({
  lead,
  featured,
  latest,
}: NewsListPage<Card>): Card[] => [...(lead ? [lead] : []), ...featured, ...latest]

/** Chooses neighbors in the list of the country, so that a new article changes few other pages. */
export function createRelatedNews<Card extends Pick<NewsCard, "id" | "country">>(
  articles: Card[],
  limit: number,
) {
  const byCountry = Map.groupBy(articles, (article) => article.country)
  const indexes = new Map(
    [...byCountry.values()].flatMap((list) => list.map((article, i) => [article, i] as const)),
  )
  return (article: Card): Card[] => {
    const sameCountry = byCountry.get(article.country) ?? []
    const index = indexes.get(article) ?? 0
    if (index >= limit) return sameCountry.slice(index - limit, index)
    const near = sameCountry.slice(0, index + limit + 1)
    const closest = [...near, ...articles.slice(0, limit * 2 + 1)]
    return [...new Set(closest)].filter((other) => other.id !== article.id).slice(0, limit)
  }
}
