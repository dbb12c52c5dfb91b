/** Where two versions of the same thing differ. */

/** The names of the fields whose values differ; values are plain. */
export const differingFields = <Values extends object>(one: Values, other: Values) => {
  const others = new Map(Object.entries(other))
  return Object.entries(one)
    .filter(([name, value]) => !Object.is(value, others.get(name)))
    .map(([name]) => name)
}

export const isSame = <Values extends object>(one: Values, other: Values): boolean =>
  differingFields(one, other).length === 0

/** A text in three parts: what the other begins with as well, what is its own, what the other ends with. */
export interface Parts {
  start: string
  own: string
  end: string
}

/** How many common lines are left around what differs. */
const CONTEXT_LINES = 2

/** Both texts cut by whole lines around what differs between them; of what they share, the nearest lines. */
export function differingLines(one: string, other: string): [Parts, Parts] {
  const [a, b] = [one.split("\n"), other.split("\n")]
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const before = a.slice(Math.max(0, start - CONTEXT_LINES), start)
  if (start > CONTEXT_LINES) before.unshift("…")
  const after = a.slice(a.length - end).slice(0, CONTEXT_LINES)
  if (end > CONTEXT_LINES) after.push("…")
  const parts = (lines: string[]): Parts => ({
    start: before.join("\n"),
    own: lines.slice(start, lines.length - end).join("\n"),
    end: after.join("\n"),
  })
  return [parts(a), parts(b)]
}
