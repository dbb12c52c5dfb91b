/** What becomes of a card of a list that is brought up to date. */
import type { NewsCard } from "./article.ts"

export interface Slot {
  /** The id of the article in it. */
  news?: string
  /** Its `updated_at`. */
  updated?: string
}

/** `article` is what belongs in the slot now: an article to fill it with, or how the slot is left. */
export function changeOf<Card extends Pick<NewsCard, "id" | "updated_at">>(
  slot: Slot,
  article: Card | undefined,
): Card | "same" | "empty" {
  if (!article) return "empty"
  // ISO moments are in order as text. An answer may be older than the page.
  const isSame = slot.news === article.id && article.updated_at <= (slot.updated ?? "")
  return isSame ? "same" : article
}
