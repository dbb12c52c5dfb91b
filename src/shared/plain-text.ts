/** Plain text that people type: its stored form, without invisible characters. */

/** The flags of England, Scotland and Wales: a black flag and its code in invisible tag characters. */
const FLAG_WITH_TAGS = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u

/**
 * Matches characters that are invisible or reorder others: controls, bidirectional marks, zero-width and tag
 * characters, fillers of Hangul and Braille. Joiners and variation selectors are matched below: emoji contain them.
 */
const HIDDEN =
  /(?!\n|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Matches a variation selector that does not follow an emoji or symbol. */
const LOOSE_SELECTOR = /(?<![\p{Emoji}\p{S}])[\ufe0e\ufe0f]/u

/** Matches a joiner that does not join two emoji. */
const LOOSE_JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/u

/** Matches a character that is visible by itself. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Matches more marks on a letter than any supported language uses. They would overlap the lines around them. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/u

const globally = ({ source }: RegExp): RegExp => new RegExp(source, "gu")

/** Returns whether a text contains invisible or misleading characters. */
export function hasHiddenCharacters(text: string): boolean {
  const shown = text.replace(globally(FLAG_WITH_TAGS), "\u{1f3f4}")
  return (
    [HIDDEN, LOOSE_SELECTOR, LOOSE_JOINER, STACKED_MARKS].some((pattern) => pattern.test(shown)) ||
    (text.trim() !== "" && !VISIBLE.test(shown))
  )
}

/** Matches more marks in a row than Unicode's stream-safe format allows (UAX #15). */
const LONG_RUN_OF_MARKS = /(\p{M}{30})\p{M}+/u

/**
 * Composes letters and their marks (NFC). Long runs of marks are cut first: sorting a run takes the square of its
 * length, 17 s for 100,000 marks.
 */
const composed = (text: string): string =>
  text.replace(globally(LONG_RUN_OF_MARKS), "$1").normalize("NFC")

const HIDDEN_EXCEPT_FLAGS = new RegExp(`(${FLAG_WITH_TAGS.source})|${HIDDEN.source}`, "gu")

/**
 * Removes hidden characters. Phones and copied pages add them without the author noticing. Line separators become line
 * feeds and tabs become spaces. A text without visible characters becomes empty.
 */
export function withoutHiddenCharacters(text: string): string {
  const shown = text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .replace(HIDDEN_EXCEPT_FLAGS, "$1")
    .replace(globally(LOOSE_SELECTOR), "")
    .replace(globally(LOOSE_JOINER), "")
  return VISIBLE.test(shown) ? composed(shown).replace(globally(STACKED_MARKS), "$1") : ""
}

/** Normalizes a line of text for storing: composed, trimmed, with single spaces. */
export const oneLine = (text: string): string => composed(text).replace(/\s+/g, " ").trim()

/** Normalizes a text with several lines for storing: composed, with line feeds, and with spaces instead of tabs. */
export const manyLines = (text: string): string =>
  composed(text)
    .replace(/\r\n?/g, "\n")
    .replaceAll("\t", " ")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
