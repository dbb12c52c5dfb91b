/** The article's address while its title is being written. */
import { SLUG_PATTERN, slugify } from "../../../shared/slug.ts"
import type { Article, ArticleValues } from "./schema.ts"

/** Once an article has been read under its address, the address no longer follows the title. */
const mayFollow = (item: Article | null) => !item?.published_at

/** What changes with the title: the slug as well, until it was written by hand. */
export function retitled(
  item: Article | null,
  { title: before, slug }: Pick<ArticleValues, "title" | "slug">,
  title: string,
): Partial<ArticleValues> {
  const isByHand = slug !== "" && slug !== slugify(before)
  return mayFollow(item) && !isByHand ? { title, slug: slugify(title) } : { title }
}

export type SlugHint =
  /** Nothing to make an address from yet. */
  | "slugEmpty"
  /** The title is all signs that no address can hold. */
  | "slugUnwritable"
  /** Readers' links lead to another one. */
  | "slugMoves"
  | "address"
  | "none"

export function slugHint(
  item: Article | null,
  { title, slug }: Pick<ArticleValues, "title" | "slug">,
): SlugHint {
  if (slug === "")
    return title.trim() !== "" && slugify(title) === "" ? "slugUnwritable" : "slugEmpty"
  if (item?.is_published && slug !== item.slug) return "slugMoves"
  return SLUG_PATTERN.test(slug) ? "address" : "none"
}
