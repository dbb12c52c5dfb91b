import { SLUG_PATTERN, slugify } from "../../shared/slug.ts"

/** Returns the new slug after the name changed, or {} if the slug was typed by hand. */
export const getSlugChange = (
  slug: string,
  previousName: string,
  name: string,
): { slug?: string } =>
  slug === "" || slug === slugify(previousName) ? { slug: slugify(name) } : {}

/**
 * Returns the key suffix of the slug field's hint, or null for an invalid slug, because the field then shows an error.
 * `publicSlug` is the slug of a public page, to which links may exist; otherwise it is null.
 */
export function getSlugHint(name: string, slug: string, publicSlug: string | null) {
  if (slug === "") {
    return name.trim() !== "" && slugify(name) === "" ? "slugUnwritable" : "slugEmpty"
  }
  if (!SLUG_PATTERN.test(slug)) return null
  return publicSlug === null || slug === publicSlug ? "slugHint" : "slugMoves"
}
