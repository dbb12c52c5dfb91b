/** The characters that each kind of page is set in. */

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("")

const ASCII = range(0x20, 0x7e)
const TYPOGRAPHY = "\u00a0«»·×“”„‘’‚–—…€№"
/** For running text alone. */
const SIGNS = "§©°‹›•→←↑↓−"
const LATVIAN = "āčēģīķļņšūž"
const ESTONIAN = "äõöüšž"
const LITHUANIAN = "ąčęėįšųūž"
/** Of ROSÉ, and of the neighbours. Each letter counts: a file has to fit into one window, see fonts.ts. */
const GUESTS = "éå"

const both = (letters: string) => letters + letters.toUpperCase().replaceAll("SS", "")

export const LATIN = ASCII + TYPOGRAPHY + both(LATVIAN + ESTONIAN + LITHUANIAN + GUESTS)

export const LATIN_TEXT = LATIN + SIGNS

export const CYRILLIC = both(`${range(0x430, 0x44f)}ё`)

/** The letters of a font's character map, by glyph. */
export const byLetter = (cmap: Map<number, number>): Map<string, number> =>
  new Map([...cmap].map(([code, glyph]) => [String.fromCodePoint(code), glyph]))

/** The glyphs of each letter with those of its accented forms: `ā` counts as `a`. */
export function byBaseLetter(cmap: Map<number, number>): Map<string, number[]> {
  const glyphs = new Map<string, number[]>()
  for (const [letter, glyph] of byLetter(cmap)) {
    const [base = letter] = letter.normalize("NFD")
    for (const name of new Set([letter, base])) {
      glyphs.set(name, [...(glyphs.get(name) ?? []), glyph])
    }
  }
  return glyphs
}
