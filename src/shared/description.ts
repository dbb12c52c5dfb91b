/** Plain texts of a page's content: for search, descriptions, link previews and emails. */

const BREAKS = /<\/?(?:p|h[1-6]|li|ul|ol|blockquote|br|hr|pre|figure|figcaption)\b[^>]*>/gi
const TAGS = /<[^>]*>/g
const ENTITIES: Record<string, string> = {
  ...{ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": " " },
}

/** Returns the text of HTML that our renderer made, without tags and with its entities decoded. */
export const plainHtml = (html: string): string =>
  html
    .replace(BREAKS, " ")
    .replace(TAGS, "")
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim()

/** Returns the beginning of a text, at most `most` UTF-16 units of it; never cuts inside a letter or an emoji. */
export const beginning = (text: string, most: number): string =>
  text.length <= most
    ? text
    : text.slice(0, new Intl.Segmenter().segment(text).containing(most)?.index)

/** Maximum length of a description: search engines show no more. */
const DESCRIPTION_MAX = 155

/** Returns the beginning of a text on one line of at most `most` characters, without a part of a word. */
export function shortened(text: string, most = DESCRIPTION_MAX): string {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length <= most ? line : `${beginning(line, most - 1).replace(/\s+\S*$/, "")}…`
}

/** Returns the beginning of HTML that our renderer made; empty where it holds no words. */
export const beginningOf = (html: string): string => shortened(plainHtml(html))
