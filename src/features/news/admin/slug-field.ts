import { SLUG_PATTERN, slugify } from "../../../shared/slug.ts"
import type { Article, ArticleValues } from "./schema.ts"

const followsTitle = (item: Article | null) => !item?.published_at

export function getChangesForTitle(
  item: Article | null,
  { title: before, slug }: Pick<ArticleValues, "title" | "slug">,
  title: string,
): Partial<ArticleValues> {
  const isEdited = slug !== "" && slug !== slugify(before)
  return followsTitle(item) && !isEdited ? { title, slug: slugify(title) } : { title }
}

export type SlugHint =
  | "slugEmpty"
  /** The title has no character that can be part of a slug. */
  | "slugUnwritable"
  /** Existing links to the article will stop working. */
  | "slugMoves"
  | "url"
  | "none"

export function getSlugHint(
  item: Article | null,
  { title, slug }: Pick<ArticleValues, "title" | "slug">,
): SlugHint {
  if (slug === "")
    return title.trim() !== "" && slugify(title) === "" ? "slugUnwritable" : "slugEmpty"
  if (item?.is_published && slug !== item.slug) return "slugMoves"
  return SLUG_PATTERN.test(slug) ? "url" : "none"
}
