import { getSlugChange } from "../../../ui/forms/slug-field.ts"
import type { Article, ArticleValues } from "./schema.ts"

/**
 * Returns the changes after a new title was typed. The slug of an article that was published before does not change,
 * because links contain it.
 */
export const getChangesForTitle = (
  item: Article | null,
  { title: formerTitle, slug }: Pick<ArticleValues, "title" | "slug">,
  title: string,
): Partial<ArticleValues> => ({
  title,
  ...(!item?.published_at && getSlugChange(slug, formerTitle, title)),
})
