import { listSpellings } from "./names.ts"
import type { Artist } from "./schema.ts"

/** Maximum number of events, of teams and of articles on an artist's page. */
export const MAX_MENTIONS = 6

const withoutMarks = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "")
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Creates a pattern for whole words. A space in a spelling matches any white space. */
const wordsPattern = (spellings: string[], flags: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${spellings
      .map((spelling) => escaped(withoutMarks(spelling)).replace(/\s+/g, "\\s+"))
      .join("|")})(?![\\p{L}\\p{N}])`,
    flags,
  )

/** Returns whether a name is in capitals, such as IVE. In lower case, such a name may be an ordinary word. */
const isInCapitals = (spelling: string) => /\p{Lu}/u.test(spelling) && !/\p{Ll}/u.test(spelling)

/**
 * Returns a function that checks whether a text contains the name or another spelling of an artist. Ignores diacritics.
 * Ignores case, except for spellings in capitals.
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
