/** The slug field, which follows the title. */
import { SLUG_PATTERN, slugify } from "../../../shared/slug.ts"
import type { Article, ArticleValues } from "./schema.ts"

/** The slug of an article that was published does not follow the title anymore. */
const followsTitle = (item: Article | null) => !item?.published_at

/** Returns the changes after typing a title: the slug follows until it was edited by hand. */
export function changesForTitle(
  item: Article | null,
  { title: before, slug }: Pick<ArticleValues, "title" | "slug">,
  title: string,
): Partial<ArticleValues> {
  const isEdited = slug !== "" && slug !== slugify(before)
  return followsTitle(item) && !isEdited ? { title, slug: slugify(title) } : { title }
}

export type SlugHint =
  /** There is no title yet. */
  | "slugEmpty"
  /** The title has no character that a slug can contain. */
  | "slugUnwritable"
  /** The slug of a published article changes, which breaks existing links. */
  | "slugMoves"
  /** Shows the URL of the article. */
  | "url"
  /** Shows nothing, because the slug is invalid. */
  | "none"

/** Returns the hint below the slug field. */
export function slugHint(
  item: Article | null,
  { title, slug }: Pick<ArticleValues, "title" | "slug">,
): SlugHint {
  if (slug === "")
    return title.trim() !== "" && slugify(title) === "" ? "slugUnwritable" : "slugEmpty"
  if (item?.is_published && slug !== item.slug) return "slugMoves"
  return SLUG_PATTERN.test(slug) ? "url" : "none"
}
