const SIGN_OF_EMPTY_NAME = "♪"

/** Matches a letter or digit with its combining accents. */
const LETTER = /[\p{L}\p{N}]\p{M}*/u

const getFirstCharacter = (name: string) => [...new Intl.Segmenter().segment(name)][0]?.segment

/**
 * Returns the first letters of up to two words. If the name has no letters, returns its first character or a note sign.
 */
export function getInitials(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => word.match(LETTER)?.[0] ?? [])
  return letters.length > 0
    ? letters.slice(0, 2).join("").toUpperCase()
    : (getFirstCharacter(name.trim()) ?? SIGN_OF_EMPTY_NAME)
}
