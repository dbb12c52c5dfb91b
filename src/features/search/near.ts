/** Words with one typing error: a letter too many, too few or another, or two that changed places. */

/** Below this a word with another letter is another word. */
export const NEAR_FROM = 5

function sharedStart(a: string, b: string): number {
  let i = 0
  while (i < a.length && a[i] === b[i]) i += 1
  return i
}

/** Whether one error makes one of the other. */
export function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  const start = sharedStart(a, b)
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)]
  const changed = `${restOfA[1]}${restOfA[0]}${restOfA.slice(2)}`
  return (
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB ||
    (restOfA.length > 1 && changed === restOfB)
  )
}

/** Whether a word, or its beginning, is a term with one error in it. */
export const isNearStart = (term: string, word: string): boolean =>
  [term.length, term.length - 1, term.length + 1].some((length) =>
    isNear(term, word.slice(0, length)),
  ) || isNear(term, word)

/**
 * The beginning and the end of a term: one error, two letters that changed places even, leaves one of the
 * two as it was.
 */
export function halves(term: string): { start: string; end: string } {
  const start = Math.floor((term.length - 1) / 2)
  return { start: term.slice(0, start), end: term.slice(start + 1) }
}

export const reversed = (word: string): string => [...word].reverse().join("")
