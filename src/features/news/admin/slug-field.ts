import { getSlugChange } from "../../../ui/forms/slug-field.ts"
import type { Article, ArticleValues } from "./schema.ts"

/** Returns the form's changes for a new title. The slug of an article that was published stays, because links use it. */
export const getChangesForTitle = (
  item: Article | null,
  { title: formerTitle, slug }: Pick<ArticleValues, "title" | "slug">,
  title: string,
): Partial<ArticleValues> => ({
  title,
  ...(!item?.published_at && getSlugChange(slug, formerTitle, title)),
})
