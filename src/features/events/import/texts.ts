/** Converts the texts of calendar entries, some of which are HTML, to plain text. */
import { decodeHTMLStrict } from "entities"
import { cutWithEllipsis } from "../../../shared/description.ts"
import { removeHiddenCharacters } from "../../../shared/plain-text.ts"

/** Maximum number of characters of a text in the calendar. The rest of a longer text is dropped. */
const MAX_RAW_LENGTH = 40_000

/** Names of HTML elements. Other words in angle brackets are text, such as the title `<Armageddon>`. */
const HTML_ELEMENTS =
  "a|b|blockquote|body|br|center|code|del|div|em|font|h1|h2|h3|h4|h5|h6|head|hr|html|html-blob|i|img|ins|li|link|meta|o:p|ol|p|pre|s|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul|wbr"
const ATTRIBUTE = String.raw`\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+)`
const TAG = new RegExp(String.raw`</?(${HTML_ELEMENTS})(?:${ATTRIBUTE})*\s*/?>`, "gi")
const ELEMENTS_WITH_LINE_BREAK = new Set([
  "br",
  "p",
  "div",
  "li",
  "tr",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
])

const removeTags = (html: string): string =>
  html
    .replace(/<!--.*?-->|<(style|script)\b[^<>]*>.*?<\/\1\s*>/gis, "")
    .replace(TAG, (tag, name: string) => {
      const element = name.toLowerCase()
      const isEnd = tag.startsWith("</") || element === "br"
      return isEnd && ELEMENTS_WITH_LINE_BREAK.has(element) ? "\n" : ""
    })

/** Decodes HTML entities, removes hidden characters, and shortens the text to `max` characters. */
const cleanText = (text: string, max: number): string =>
  cutWithEllipsis(
    removeHiddenCharacters(decodeHTMLStrict(text).replaceAll("\u00a0", " ")).trim(),
    max,
  )

/** Returns the plain text of a title, location or name. Tags are kept, as in the title `<Armageddon>`. */
export const cleanPlainText = (text: string, max: number): string =>
  cleanText(text.slice(0, MAX_RAW_LENGTH), max)

/** Returns the plain text of a description, which some calendars write as HTML. */
export const cleanDescription = (text: string, max: number): string =>
  cleanText(removeTags(text.slice(0, MAX_RAW_LENGTH)), max)
