import { listSpellings } from "./names.ts"
import type { Artist } from "./schema.ts"

/** Maximum number of events that mention an artist on the artist's page. Teams and articles have the same maximum. */
export const MAX_MENTIONS = 6

const removeDiacritics = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "")
const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Matches each spelling as a whole word: no letter or digit precedes or follows it. */
const createWordsPattern = (spellings: string[], flags: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${spellings
      .map((spelling) => escapeForPattern(removeDiacritics(spelling)).replace(/\s+/g, "\\s+"))
      .join("|")})(?![\\p{L}\\p{N}])`,
    flags,
  )

/** A spelling in capitals must match exactly, because a name such as TWICE is an ordinary word in lower case. */
const isInCapitals = (spelling: string) => /\p{Lu}/u.test(spelling) && !/\p{Ll}/u.test(spelling)

/**
 * Returns a function that reports whether a text mentions the artist by any spelling. Diacritics are ignored, and so is
 * case, except for spellings in capitals.
 */
export function createMentionFinder(
  artist: Pick<Artist, "name" | "hangul" | "aliases">,
): (text: string) => boolean {
  const { capitals = [], others = [] } = Object.groupBy(listSpellings(artist), (spelling) =>
    isInCapitals(spelling) ? "capitals" : "others",
  )
  const patterns = [
    ...(capitals.length > 0 ? [createWordsPattern(capitals, "u")] : []),
    ...(others.length > 0 ? [createWordsPattern(others, "iu")] : []),
  ]
  return (text) => {
    const plainText = removeDiacritics(text)
    return patterns.some((pattern) => pattern.test(plainText))
  }
}
