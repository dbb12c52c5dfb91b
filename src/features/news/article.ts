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

const POSITION_STEP_PERCENT = 10

/**
 * Returns the `object-position` of an uploaded cover in steps of ten percent. Null for centered and generated covers.
 */
export function getCoverPosition(
  article: Pick<CoverFields, "cover_image_url" | "cover_focus_x" | "cover_focus_y">,
  crop: Crop,
): Point | null {
  const { cover_image_url, cover_focus_x, cover_focus_y } = article
  if (!cover_image_url) return null
  const exactPosition = getCropPosition(cover_image_url, crop, {
    x: cover_focus_x,
    y: cover_focus_y,
  })
  const roundToStep = (percent: number) =>
    Math.round(percent / POSITION_STEP_PERCENT) * POSITION_STEP_PERCENT
  const [x, y] = [roundToStep(exactPosition.x), roundToStep(exactPosition.y)]
  return x === 50 && y === 50 ? null : { x, y }
}

export function getPositionClass(article: CoverFields, crop: Crop): string {
  const position = getCoverPosition(article, crop)
  return position
    ? `object-[var(--x,50%)_var(--y,50%)] [--x:${position.x}%] [--y:${position.y}%]`
    : ""
}

/**
 * Returns the uploaded cover, or else a generated one. The share picture of an uploaded cover shows its focus point.
 */
export function getArticleCover(article: CoverFields): Picture {
  const url = article.cover_image_url
  if (!url) return artCover(article.slug, getCountryColor(article.country))
  const cover = coverFiles(url)
  const sharePosition = getCoverPosition(article, "share")
  return sharePosition
    ? {
        ...cover,
        share: cover.share.replace("-og.jpg", `-og-${sharePosition.x}-${sharePosition.y}.jpg`),
      }
    : cover
}

/** Groups articles in several languages: each original with its translations, in the order of the originals. */
export function groupByOriginal(versions: NewsVersion[]) {
  const byOriginal = Map.groupBy(versions, ({ original_id }) => original_id)
  return (byOriginal.get(null) ?? []).map((original) => ({
    original,
    translations: byOriginal.get(original.id) ?? [],
  }))
}

export type LocalizedArticle = Record<Locale, ListedArticle>

/**
 * Returns the article for each locale: the translation, or else the original. `cover` is the URL of a generated cover
 * for an original or translation that has no uploaded cover.
 */
export function localizeArticle(
  original: NewsVersion,
  translations: NewsVersion[],
  cover: string | null,
): LocalizedArticle {
  const translatedLanguages = translations.map(({ language }) => language)
  const languages = [
    original.language,
    ...LOCALES.filter((language) => translatedLanguages.includes(language)),
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

/**
 * Number of articles on each page except the newest. The newest page has up to 23 articles, and up to three older
 * articles that are featured.
 */
export const NEWS_PER_PAGE = 12

const MAX_FEATURED = 3

export interface NewsListPage<Card> {
  /** Number of the page. The oldest page is 1, so that new articles do not change the numbers of older pages. */
  page: number
  /** Number of newer pages that the page links to, at most {@link MAX_NEWER_PAGES}. */
  newerPageCount: number
  /** The newest article. Null on older pages. */
  lead: Card | null
  featured: Card[]
  latest: Card[]
}

/** A page links to at most this number of newer pages, so that a new page does not change the links of all pages. */
const MAX_NEWER_PAGES = 4

/**
 * Splits the list of articles into pages, the newest first. New articles are added to the newest page until it has
 * enough articles for two pages.
 */
export function splitIntoPages<Card extends { is_featured: boolean }>(
  articles: Card[],
): NewsListPage<Card>[] {
  const olderPageCount = Math.max(0, Math.floor(articles.length / NEWS_PER_PAGE) - 1)
  const newestPageSize = articles.length - olderPageCount * NEWS_PER_PAGE
  const [lead = null, ...others] = articles
  const featured = others.filter((article) => article.is_featured).slice(0, MAX_FEATURED)
  const latest = others
    .slice(0, Math.max(0, newestPageSize - 1))
    .filter((article) => !featured.includes(article))
  return [
    { page: olderPageCount + 1, newerPageCount: 0, lead, featured, latest },
    ...Array.from({ length: olderPageCount }, (_, i) => ({
      page: olderPageCount - i,
      newerPageCount: Math.min(i + 1, MAX_NEWER_PAGES),
      lead: null,
      featured: [],
      latest: articles.slice(
        newestPageSize + i * NEWS_PER_PAGE,
        newestPageSize + (i + 1) * NEWS_PER_PAGE,
      ),
    })),
  ]
}

export const listArticlesOnPage = <Card>({
  lead,
  featured,
  latest,
}: NewsListPage<Card>): Card[] => [...(lead ? [lead] : []), ...featured, ...latest]

/**
 * Returns a function that lists the related articles of an article: the next newer articles of the same country, so
 * that a new article changes the related articles of only few other articles.
 */
export function createRelatedNews<Card extends Pick<NewsCard, "id" | "country">>(
  articles: Card[],
  limit: number,
) {
  const byCountry = Map.groupBy(articles, (article) => article.country)
  const indexInCountry = new Map(
    [...byCountry.values()].flatMap((list) => list.map((article, i) => [article, i] as const)),
  )
  return (article: Card): Card[] => {
    const sameCountry = byCountry.get(article.country) ?? []
    const index = indexInCountry.get(article) ?? 0
    if (index >= limit) return sameCountry.slice(index - limit, index)
    // The newest articles of a country have too few newer neighbors. The list is completed with older articles of the
    // country, then with the newest articles of all countries.
    const neighbors = sameCountry.slice(0, index + limit + 1)
    const candidates = [...neighbors, ...articles.slice(0, limit * 2 + 1)]
    return [...new Set(candidates)].filter((other) => other.id !== article.id).slice(0, limit)
  }
}
