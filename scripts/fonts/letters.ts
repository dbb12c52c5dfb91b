/** The characters that each kind of page is set in. */

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("")

const ASCII = range(0x20, 0x7e)
const TYPOGRAPHY = "\u00a0§©«»·×°“”„‘’‚‹›–—…•€→←↑↓−№"
const LATVIAN = "āčēģīķļņšūž"
const ESTONIAN = "äõöüšž"
const LITHUANIAN = "ąčęėįšųūž"
/** Names of people, songs and places in between: é of ROSÉ, ø and å of the neighbours. */
const GUESTS = "éèêëáàâãåæçíîïñóôøœúûýßłńśźżćőŏ"

const both = (letters: string) => letters + letters.toUpperCase().replaceAll("SS", "")

export const LATIN = ASCII + TYPOGRAPHY + both(LATVIAN + ESTONIAN + LITHUANIAN + GUESTS)

export const CYRILLIC = both(`${range(0x430, 0x44f)}ё`)
