/** What an article's parts are made from, for pages and browser alike. */
import type { NewsCard } from "../../../db/queries/news.ts"
import { artCover, type Picture } from "../../art/pictures.ts"
import type { Place } from "../../art/places.ts"

export type { NewsArticle, NewsCard } from "../../../db/queries/news.ts"

export const placeOf = (country: NewsCard["country"]): Place => country ?? "all"

export const articlePath = (slug: string) => `/news/${slug}`

/** The cover: the uploaded one, else one that is drawn. */
export function coverOf(article: Pick<NewsCard, "slug" | "country" | "cover_image_url">): Picture {
  const url = article.cover_image_url
  if (!url) return artCover(article.slug, placeOf(article.country))
  const small = url.replace(/\.webp$/, "-640.webp")
  return {
    src: small,
    srcset: `${small} 640w, ${url} 1280w`,
    share: url.replace(/\.webp$/, "-og.jpg"),
  }
}
