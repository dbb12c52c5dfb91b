/** What is read of an article's HTML, in one line. */

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
