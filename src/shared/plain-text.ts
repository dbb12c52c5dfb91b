/** Matches the flags of England, Scotland and Wales, which contain invisible tag characters. */
const FLAG_WITH_TAGS = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u

/** Matches hidden characters, except line feeds, and joiners and variation selectors, which emoji contain. */
const HIDDEN_CHARACTER =
  /(?!\n|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Matches a variation selector that does not follow an emoji or symbol. */
const LOOSE_SELECTOR = /(?<![\p{Emoji}\p{S}])[\ufe0e\ufe0f]/u

/** Matches a joiner that is not between two emoji. */
const LOOSE_JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/u

const VISIBLE_CHARACTER = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Matches four or more marks (accents) on a letter. No supported language uses them, and they overlap other lines. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/u

const withGlobalFlag = ({ source }: RegExp): RegExp => new RegExp(source, "gu")

/** Returns whether a text has invisible or reordering characters, too many marks, or nothing visible. */
export function hasHiddenCharacters(text: string): boolean {
  const textWithPlainFlags = text.replace(withGlobalFlag(FLAG_WITH_TAGS), "\u{1f3f4}")
  return (
    [HIDDEN_CHARACTER, LOOSE_SELECTOR, LOOSE_JOINER, STACKED_MARKS].some((pattern) =>
      pattern.test(textWithPlainFlags),
    ) ||
    (text.trim() !== "" && !VISIBLE_CHARACTER.test(textWithPlainFlags))
  )
}

/** Matches a run of more than 30 marks, the maximum of Unicode's stream-safe format (UAX #15). */
const LONG_RUN_OF_MARKS = /(\p{M}{30})\p{M}+/u

/** Composes letters and marks (NFC). Cuts long runs of marks first, because 100,000 marks took 17 seconds. */
const compose = (text: string): string =>
  text.replace(withGlobalFlag(LONG_RUN_OF_MARKS), "$1").normalize("NFC")

const HIDDEN_EXCEPT_FLAGS = new RegExp(
  `(${FLAG_WITH_TAGS.source})|${HIDDEN_CHARACTER.source}`,
  "gu",
)

/** Removes hidden characters and excess marks. Returns an empty string if nothing visible is left. */
export function removeHiddenCharacters(text: string): string {
  const cleanedText = text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .replace(HIDDEN_EXCEPT_FLAGS, "$1")
    .replace(withGlobalFlag(LOOSE_SELECTOR), "")
    .replace(withGlobalFlag(LOOSE_JOINER), "")
  return VISIBLE_CHARACTER.test(cleanedText)
    ? compose(cleanedText).replace(withGlobalFlag(STACKED_MARKS), "$1")
    : ""
}

/** Composes letters, and replaces white space with single spaces. */
export const normalizeLine = (text: string): string => compose(text).replace(/\s+/g, " ").trim()

/** Composes letters. Replaces tabs with spaces, line ends with line feeds, and several empty lines with one. */
export const normalizeLines = (text: string): string =>
  compose(text)
    .replace(/\r\n?/g, "\n")
    .replaceAll("\t", " ")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
