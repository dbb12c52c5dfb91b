/** A team's address while its name is being written. */
import { SLUG_PATTERN, slugify } from "../../slug.ts"

export interface Named {
  name: string
  slug: string
}

/** What changes with the name: the slug as well, until it was written by hand. */
export function renamed({ name: before, slug }: Named, name: string): Partial<Named> {
  const isByHand = slug !== "" && slug !== slugify(before)
  return isByHand ? { name } : { name, slug: slugify(name) }
}

export type SlugHint = "slugEmpty" | "slugUnwritable" | "slugMoves" | "slugHint" | null

/** What to say about the address; `saved` is the one the team has, null for a new team. */
export function slugHintOf({ name, slug }: Named, saved: string | null): SlugHint {
  if (slug === "") {
    return name.trim() !== "" && slugify(name) === "" ? "slugUnwritable" : "slugEmpty"
  }
  if (saved !== null && slug !== saved) return "slugMoves"
  return SLUG_PATTERN.test(slug) ? "slugHint" : null
}
