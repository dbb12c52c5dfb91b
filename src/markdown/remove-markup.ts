/** Patterns of headings, bold, struck and emphasized text, and the text that replaces them. */
const MARKUP: [pattern: RegExp, replacement: string][] = [
  [/^#{1,6} /gm, ""],
  [/\*\*(?!\s)([^*\n]+)(?<!\s)\*\*/g, "$1"],
  [/__(?!\s)([^_\n]+)(?<!\s)__/g, "$1"],
  [/~~(?!\s)([^~\n]+)(?<!\s)~~/g, "$1"],
  // Underscores inside a word, as in kpop_riga_lv, are not emphasis.
  [/(?<=^|[\s(„“"«])\*(?!\s)([^*\n]+)(?<!\s)\*(?=$|[\s).,:;!?”“"»…])/gm, "$1"],
  [/(?<=^|[\s(„“"«])_(?!\s)([^_\n]+)(?<!\s)_(?=$|[\s).,:;!?”“"»…])/gm, "$1"],
]

/** Matches a link to a website or to a page of this site. */
const LINK = /\[([^[\]\n]+)\]\((https?:[^()\s]+|\/[^()\s]*)\)/g

/** Removes Markdown from a text. A link becomes its text with the URL in parentheses. */
export const removeMarkup = (text: string): string =>
  MARKUP.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text,
  ).replace(LINK, (_, words, url) => (words === url ? url : `${words} (${url})`))
