/** Finds the names of artists in texts. */

import { listSpellings } from "./names.ts"
import type { Artist } from "./schema.ts"

/** Maximum number each of events, teams and articles on an artist's page. */
export const MAX_MENTIONS = 6

const withoutMarks = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "")
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Matches whole words. Spaces in a spelling match any spaces. */
const wordsPattern = (spellings: string[], flags: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${spellings
      .map((spelling) => escaped(withoutMarks(spelling)).replace(/\s+/g, "\\s+"))
      .join("|")})(?![\\p{L}\\p{N}])`,
    flags,
  )

/** Returns whether a name is in capitals, such as IVE, which in lower case may be an ordinary word. */
const isInCapitals = (spelling: string) => /\p{Lu}/u.test(spelling) && !/\p{Ll}/u.test(spelling)

/**
 * Returns a function that finds an artist's name or another spelling in a text. Diacritics do not matter, and case only
 * for spellings in capitals.
 */
export function createMentionFinder(
  artist: Pick<Artist, "name" | "hangul" | "aliases">,
): (text: string) => boolean {
  const { capitals = [], others = [] } = Object.groupBy(listSpellings(artist), (spelling) =>
    isInCapitals(spelling) ? "capitals" : "others",
  )
  const patterns = [
    ...(capitals.length > 0 ? [wordsPattern(capitals, "u")] : []),
    ...(others.length > 0 ? [wordsPattern(others, "iu")] : []),
  ]
  return (text) => {
    const plain = withoutMarks(text)
    return patterns.some((pattern) => pattern.test(plain))
  }
}
