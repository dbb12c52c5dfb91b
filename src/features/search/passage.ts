/** The passage of a text that a result shows, and the words in it that were found. */
import { beginning } from "../../shared/description.ts"
import { wordsIn } from "./words.ts"

export interface Piece {
  text: string
  isFound: boolean
}

/** The words that were found, folded. */
type Words = ReadonlySet<string>

/** A text in pieces, those that were found apart from the rest. */
export function highlight(text: string, words: Words): Piece[] {
  const pieces: Piece[] = []
  let rest = 0
  for (const { folded, start, end } of wordsIn(text)) {
    if (!words.has(folded)) continue
    if (start > rest) pieces.push({ text: text.slice(rest, start), isFound: false })
    pieces.push({ text: text.slice(start, end), isFound: true })
    rest = end
  }
  if (rest < text.length) pieces.push({ text: text.slice(rest), isFound: false })
  return pieces
}

const LENGTH = 170
/** What is sure to be seen of it on a phone. */
const SEEN = 80
/** What stands before the first word that was found. */
const BEFORE = 40
const ELLIPSIS = "…"

/** About two lines of a text: its start, or around the first word that was found, cut between words. */
export function passage(text: string, found: Words): string {
  const words = wordsIn(text)
  const first = words.find(({ folded }) => found.has(folded))
  const from =
    first && first.end > SEEN
      ? (words.find(({ start }) => start >= first.start - BEFORE)?.start ?? first.start)
      : 0
  if (text.length - from <= LENGTH) return (from > 0 ? ELLIPSIS : "") + text.slice(from)
  const last = words.findLast(({ start, end }) => start >= from && end <= from + LENGTH)
  const end = last?.end ?? from + beginning(text.slice(from), LENGTH).length
  return `${from > 0 ? ELLIPSIS : ""}${text.slice(from, end)}${ELLIPSIS}`
}
