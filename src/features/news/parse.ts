/** Articles as the API gives them: what a page needs of them is checked, since anything may answer. */
import { isLocale } from "../../i18n/locales.ts"
import { isRecord } from "../../json.ts"
import type { NewsArticle, NewsCard } from "./article.ts"

const isText = (value: unknown): value is string => typeof value === "string"

export function isNewsCard(value: unknown): value is NewsCard {
  return (
    isRecord(value) &&
    [value.id, value.slug, value.title, value.published_at, value.updated_at].every(isText) &&
    isLocale(value.language)
  )
}

export const isNewsArticle = (value: unknown): value is NewsArticle =>
  isNewsCard(value) && "content_html" in value && isText(value.content_html)

/** The articles of a list's answer; null for an answer that is none. */
export const newsOf = (body: unknown): NewsCard[] | null =>
  isRecord(body) && Array.isArray(body.news) ? body.news.filter(isNewsCard) : null
