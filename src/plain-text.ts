/** What people type, as far as it can be seen. */

/**
 * Letters that show nothing, or that turn others around: controls, bidirectional marks, zero-width and
 * tag characters, fillers of Hangul and Braille. What makes an emoji of two, or colours one, stays.
 */
const HIDDEN =
  /(?!\n|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A joiner that joins no emoji. */
const LOOSE_JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/u

/** What chooses an emoji's look, where there is no emoji. */
const LOOSE_SELECTOR = /(?<!\p{Emoji})\ufe0f/u

/** Something that is seen at all. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** More marks on one letter than any language here stacks: letters that run over the lines around them. */
const STACKED_MARKS = /\p{M}{4,}/u

/** Whether a text holds what its readers would not see, or would see as something else. */
export const hasHiddenCharacters = (text: string): boolean =>
  [HIDDEN, LOOSE_JOINER, LOOSE_SELECTOR, STACKED_MARKS].some((pattern) => pattern.test(text)) ||
  (text.trim() !== "" && !SEEN.test(text))

/** A text without what nobody would see of it. */
export const withoutHiddenCharacters = (text: string): string =>
  [HIDDEN, LOOSE_JOINER, LOOSE_SELECTOR].reduce(
    (clean, { source }) => clean.replace(new RegExp(source, "gu"), ""),
    text.replaceAll("\t", " "),
  )

/** More marks in a row than Unicode's stream-safe format allows (UAX #15). */
const LONG_RUN_OF_MARKS = /\p{M}{31}/u

/**
 * Composes letters and their marks (NFC). Sorting a run of marks takes the square of its length: 100,000 marks
 * would take 17 s. A text with a long run stays as it is; {@link hasHiddenCharacters} refuses it anyway.
 */
const composed = (text: string): string =>
  LONG_RUN_OF_MARKS.test(text) ? text : text.normalize("NFC")

/** Returns a line of text as it is stored: composed, without spaces at its ends or several in a row. */
export const oneLine = (text: string): string => composed(text).replace(/\s+/g, " ").trim()

/** Returns a text of several lines as it is stored: composed, line ends as line feeds, tabs as spaces. */
export const manyLines = (text: string): string =>
  composed(text)
    .replace(/\r\n?/g, "\n")
    .replaceAll("\t", " ")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
