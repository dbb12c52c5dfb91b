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

/** Both texts cut by whole lines around what differs between them. */
export function differingLines(one: string, other: string): [Parts, Parts] {
  const [a, b] = [one.split("\n"), other.split("\n")]
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const parts = (lines: string[]): Parts => ({
    start: lines.slice(0, start).join("\n"),
    own: lines.slice(start, lines.length - end).join("\n"),
    end: lines.slice(lines.length - end).join("\n"),
  })
  return [parts(a), parts(b)]
}
