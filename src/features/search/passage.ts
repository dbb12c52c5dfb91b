import { cutText } from "../../shared/description.ts"
import { findWords } from "./words.ts"

export interface Piece {
  text: string
  isMatch: boolean
}

/** Words that match the query, in lower case and without diacritics. */
type MatchingWords = ReadonlySet<string>

/** Splits a text into matching words and the text between them. */
export function highlight(text: string, words: MatchingWords): Piece[] {
  const pieces: Piece[] = []
  let position = 0
  for (const { folded, start, end } of findWords(text)) {
    if (!words.has(folded)) continue
    if (start > position) pieces.push({ text: text.slice(position, start), isMatch: false })
    pieces.push({ text: text.slice(start, end), isMatch: true })
    position = end
  }
  if (position < text.length) pieces.push({ text: text.slice(position), isMatch: false })
  return pieces
}

const MAX_LENGTH = 170
/** Number of characters that even a small phone shows. A match in this range needs no cut at the start. */
const VISIBLE_LENGTH = 80
const MAX_LENGTH_BEFORE_MATCH = 40
const ELLIPSIS = "…"

/** Returns a passage with the first matching word, or the beginning of the text. Cuts are between words. */
export function cutPassage(text: string, matched: MatchingWords): string {
  const words = findWords(text)
  const match = words.find(({ folded }) => matched.has(folded))
  const from =
    match && match.end > VISIBLE_LENGTH
      ? (words.find(({ start }) => start >= match.start - MAX_LENGTH_BEFORE_MATCH)?.start ??
        match.start)
      : 0
  if (text.length - from <= MAX_LENGTH) return (from > 0 ? ELLIPSIS : "") + text.slice(from)
  const lastWord = words.findLast(({ start, end }) => start >= from && end <= from + MAX_LENGTH)
  const end = lastWord?.end ?? from + cutText(text.slice(from), MAX_LENGTH).length
  return `${from > 0 ? ELLIPSIS : ""}${text.slice(from, end)}${ELLIPSIS}`
}
