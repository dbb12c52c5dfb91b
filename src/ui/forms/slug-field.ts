import { SLUG_PATTERN, slugify } from "../../shared/slug.ts"

/** Returns the change of the slug after a new name was typed. The slug follows the name, unless it was typed by hand. */
export const getSlugChange = (
  slug: string,
  previousName: string,
  name: string,
): { slug?: string } =>
  slug === "" || slug === slugify(previousName) ? { slug: slugify(name) } : {}

/**
 * Returns the last part of the message key of the hint about a slug. Returns null for an invalid slug, because the field
 * then shows an error. `publicSlug` is the slug of a public page, to which links may exist; otherwise it is null.
 */
export function getSlugHint(name: string, slug: string, publicSlug: string | null) {
  if (slug === "") {
    return name.trim() !== "" && slugify(name) === "" ? "slugUnwritable" : "slugEmpty"
  }
  if (publicSlug !== null && slug !== publicSlug) return "slugMoves"
  return SLUG_PATTERN.test(slug) ? "slugHint" : null
}
