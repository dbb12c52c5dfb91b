/** Markdown to HTML that is safe to show, for the server (when saving) and the editor's preview alike. */
import MarkdownIt, { type MarkdownIt as Markdown } from "markdown-it"
import { ownBlocks } from "./blocks.ts"
import { ownPages } from "./own-pages.ts"

/** Whether a link may lead there: to the web, to mail, and to our own pages. */
export const isAllowedLink = (url: string): boolean =>
  /^(https?:|mailto:|\/(?!\/)|#|[\w-]+(\/|$))/i.test(url.trim())

/** How our texts are read, in pages and in the editor. */
export function ourMarkdown(): Markdown {
  // Raw HTML is text (`html: false`), and links go to the web and to mail alone: what comes out has no
  // other elements and attributes than the parser's own. Its time grows with the length of the text, also
  // for texts made to be slow; nesting ends at `maxNesting`.
  const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 40 }).use(ownBlocks)
  // Addresses that are written out are links, too, if they say that they are addresses of the web.
  for (const scheme of ["ftp:", "mailto:", "//"]) markdown.linkify.add(scheme, null)
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  markdown.validateLink = isAllowedLink
  return markdown
}

const markdown = ourMarkdown().use(ownPages)
const withoutTables = ourMarkdown().use(ownPages).disable("table")

/**
 * Maximum number of table cells in a text. The parser fills short rows up with empty cells, so that 19,000
 * characters could become a million cells and ten megabytes of HTML.
 */
const MAX_TABLE_CELLS = 5_000

/** The line below a table's head, which sets the number of columns; lists and quotes put characters in front of it. */
const DELIMITER_ROW = /^[\s>*+\d.)|:-]*-[\s|:-]*$/

/** Returns an upper bound of the number of cells in the tables of a text, in linear time. */
function countTableCells(text: string): number {
  let cells = 0
  let columns = 0
  for (const line of text.split("\n")) {
    if (line.trim() === "") columns = 0
    else if (DELIMITER_ROW.test(line)) columns = Math.max(columns, line.split("|").length)
    cells += columns
  }
  return cells
}

/**
 * Returns the HTML of a Markdown text. Headings start at h2, links to other sites say nofollow. The tables of a text
 * with more than {@link MAX_TABLE_CELLS} stay as they were typed.
 */
export function renderMarkdown(text: string): string {
  const parser = countTableCells(text) > MAX_TABLE_CELLS ? withoutTables : markdown
  return parser.render(text).trim()
}
