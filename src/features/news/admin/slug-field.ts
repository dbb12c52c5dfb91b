import { SLUG_PATTERN, slugify } from "../../../shared/slug.ts"
import type { Article, ArticleValues } from "./schema.ts"

/** The slug of an article that was published stays, because links use the slug. */
const mayFollowTitle = (item: Article | null) => !item?.published_at

/** Returns the form's changes for a new title. The slug follows the title, unless typed by hand or already public. */
export function getChangesForTitle(
  item: Article | null,
  { title: formerTitle, slug }: Pick<ArticleValues, "title" | "slug">,
  title: string,
): Partial<ArticleValues> {
  const isTypedByHand = slug !== "" && slug !== slugify(formerTitle)
  return mayFollowTitle(item) && !isTypedByHand ? { title, slug: slugify(title) } : { title }
}

export type SlugHint =
  | "slugEmpty"
  /** The title has no character that can be part of a slug. */
  | "slugUnwritable"
  /** Existing links to the article will stop working. */
  | "slugMoves"
  /** The hint shows the URL of the article. */
  | "url"
  /** An invalid slug has an error instead. */
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
