/** Compares words with one typing error: a missing, extra or wrong letter, or two swapped letters. */

/** Minimum length of a term whose typing errors are corrected. Shorter words are too similar to each other. */
export const MIN_TYPO_LENGTH = 5

function countSharedStart(a: string, b: string): number {
  let i = 0
  while (i < a.length && a[i] === b[i]) i += 1
  return i
}

export function isOneTypoApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  const start = countSharedStart(a, b)
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)]
  const swapped = `${restOfA[1]}${restOfA[0]}${restOfA.slice(2)}`
  const hasWrongLetter = restOfA.slice(1) === restOfB.slice(1)
  const hasExtraLetter = restOfA === restOfB.slice(1) || restOfA.slice(1) === restOfB
  const hasSwappedLetters = restOfA.length > 1 && swapped === restOfB
  return hasWrongLetter || hasExtraLetter || hasSwappedLetters
}

export const startsOneTypoApart = (term: string, word: string): boolean =>
  [term.length, term.length - 1, term.length + 1].some((length) =>
    isOneTypoApart(term, word.slice(0, length)),
  ) || isOneTypoApart(term, word)

/** Splits a term around its middle letter. A typing error leaves the start or the end unchanged. */
export function splitAroundMiddle(term: string): { start: string; end: string } {
  const start = Math.floor((term.length - 1) / 2)
  return { start: term.slice(0, start), end: term.slice(start + 1) }
}

export const reverseWord = (word: string): string => [...word].reverse().join("")
