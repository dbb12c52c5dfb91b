/** Texts out of what a page says: for search, and descriptions for search engines and link previews. */

const BREAKS = /<\/?(?:p|h[1-6]|li|ul|ol|blockquote|br|hr|pre|figure|figcaption)\b[^>]*>/gi
const TAGS = /<[^>]*>/g
const ENTITIES: Record<string, string> = {
  ...{ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": " " },
}

/** The text of HTML that our renderer made: without tags, its entities decoded. */
export const plainHtml = (html: string): string =>
  html
    .replace(BREAKS, " ")
    .replace(TAGS, "")
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim()

/** The longest one, in characters: search engines show no more. */
const DESCRIPTION_MAX = 155

/** How a text begins, on one line of `most` characters at the most; no word is cut. */
export function shortened(text: string, most = DESCRIPTION_MAX): string {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/\s+\S*$/, "")}…`
}

/** How HTML that our renderer made begins; empty where it holds no words. */
export const beginningOf = (html: string): string => shortened(plainHtml(html))
