/** Matches tags that separate words. */
const BLOCK_TAGS = /<\/?(?:p|h[1-6]|li|ul|ol|blockquote|br|hr|pre|figure|figcaption)\b[^>]*>/gi
const TAGS = /<[^>]*>/g
const ENTITIES: Record<string, string> = {
  ...{ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": " " },
}

/** Returns the text of HTML in one line. */
export const htmlToText = (html: string): string =>
  html
    .replace(BLOCK_TAGS, " ")
    .replace(TAGS, "")
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim()

/** Cuts a text to at most `max` UTF-16 units, but not inside a letter or emoji. */
export const cutText = (text: string, max: number): string =>
  text.length <= max
    ? text
    : text.slice(0, new Intl.Segmenter().segment(text).containing(max)?.index)

export const cutWithEllipsis = (text: string, max: number): string =>
  text.length <= max ? text : `${cutText(text, Math.max(0, max - 1)).trimEnd()}…`

/** Maximum length of a page's description: search engines show about this number of characters. */
const MAX_DESCRIPTION_LENGTH = 155

/** Returns a text as one line of at most `max` UTF-16 units. Cuts it after a whole word if it has several words. */
export function shortenToLine(text: string, max = MAX_DESCRIPTION_LENGTH): string {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length <= max ? line : `${cutText(line, max - 1).replace(/\s+\S*$/, "")}…`
}

export const getDescription = (html: string): string => shortenToLine(htmlToText(html))
