/** Leaves out the Markdown that people type where a plain text is shown. */

const MARKUP: [pattern: RegExp, words: string][] = [
  [/^#{1,6} /gm, ""],
  // Bold and struck text.
  [/\*\*(?!\s)([^*\n]+)(?<!\s)\*\*/g, "$1"],
  [/__(?!\s)([^_\n]+)(?<!\s)__/g, "$1"],
  [/~~(?!\s)([^~\n]+)(?<!\s)~~/g, "$1"],
  // Emphasis. A sign within a word, as in kpop_riga_lv, is part of a name.
  [/(?<=^|[\s(„“"«])\*(?!\s)([^*\n]+)(?<!\s)\*(?=$|[\s).,:;!?”“"»…])/gm, "$1"],
  [/(?<=^|[\s(„“"«])_(?!\s)([^_\n]+)(?<!\s)_(?=$|[\s).,:;!?”“"»…])/gm, "$1"],
]

const LINK = /\[([^[\]\n]+)\]\((https?:[^()\s]+|\/[^()\s]*)\)/g

/** Returns a plain text without signs of emphasis, headings and links; addresses stay. */
export const withoutMarkup = (text: string): string =>
  MARKUP.reduce((plain, [pattern, words]) => plain.replace(pattern, words), text).replace(
    LINK,
    (_, words, address) => (words === address ? address : `${words} (${address})`),
  )
