import { listSpellings } from "./names.ts"
import type { Artist } from "./schema.ts"

/** Maximum number of events, of teams and of articles on an artist's page. */
export const MAX_MENTIONS = 6

const removeMarks = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "")
const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const createWordsPattern = (spellings: string[], flags: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${spellings
      .map((spelling) => escapePattern(removeMarks(spelling)).replace(/\s+/g, "\\s+"))
      .join("|")})(?![\\p{L}\\p{N}])`,
    flags,
  )

/** In lower case, a name such as IVE may be an ordinary word. */
const isInCapitals = (spelling: string) => /\p{Lu}/u.test(spelling) && !/\p{Ll}/u.test(spelling)

/** Ignores diacritics. Ignores case, except for spellings in capitals. */
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
    const textWithoutMarks = removeMarks(text)
    return patterns.some((pattern) => pattern.test(textWithoutMarks))
  }
}
