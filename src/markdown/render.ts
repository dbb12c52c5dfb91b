import MarkdownIt, { type MarkdownIt as Markdown } from "markdown-it"
import { siteBlocks } from "./blocks.ts"
import { siteRenderer } from "./site-renderer.ts"

/** Returns whether a link leads to a website, an email address or a page of this site. */
export const isAllowedLink = (url: string): boolean =>
  /^(https?:|mailto:|\/(?!\/)|#|[\w-]+(\/|$))/i.test(url.trim())

/** Creates a parser for Markdown that members write. */
export function createMarkdownParser(): Markdown {
  // Raw HTML stays text, and links are checked. `maxNesting` keeps the time linear for malicious texts.
  const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 40 }).use(siteBlocks)
  for (const scheme of ["ftp:", "mailto:", "//"]) markdown.linkify.add(scheme, null)
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  markdown.validateLink = isAllowedLink
  return markdown
}

const parser = createMarkdownParser().use(siteRenderer)
const parserWithoutTables = createMarkdownParser().use(siteRenderer).disable("table")

/**
 * Texts with more cells are rendered without tables. The parser adds cells to short rows, so that
 * 19,000 characters could become ten megabytes of HTML.
 */
const MAX_TABLE_CELLS = 5_000

/** Matches the line below the head of a table, which has a prefix in lists and quotes. */
const DELIMITER_ROW = /^[\s>*+\d.)|:-]*-[\s|:-]*$/

/** Returns an upper bound of the number of table cells, in linear time. */
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

/** Renders Markdown to safe HTML. */
export function renderMarkdown(text: string): string {
  const hasTooManyCells = countTableCells(text) > MAX_TABLE_CELLS
  return (hasTooManyCells ? parserWithoutTables : parser).render(text).trim()
}
