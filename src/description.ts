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

/** A text as far as it is shown, on one line. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length <= DESCRIPTION_MAX
    ? line
    : `${line.slice(0, DESCRIPTION_MAX - 1).replace(/\s+\S*$/, "")}…`
}

/** How HTML that our renderer made begins; empty where it holds no words. */
export const beginningOf = (html: string): string => shortened(plainHtml(html))
