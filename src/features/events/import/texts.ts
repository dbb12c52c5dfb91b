import { decodeHTMLStrict } from "entities"
import { cutWithEllipsis } from "../../../shared/description.ts"
import { removeHiddenCharacters } from "../../../shared/plain-text.ts"

const RAW_MAX = 40_000

/** Known HTML elements. Other words in angle brackets are text, such as `<Armageddon>`. */
const ELEMENTS =
  "a|b|blockquote|body|br|center|code|del|div|em|font|h1|h2|h3|h4|h5|h6|head|hr|html|html-blob|i|img|ins|li|link|meta|o:p|ol|p|pre|s|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul|wbr"
const ATTRIBUTE = String.raw`\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+)`
const TAG = new RegExp(String.raw`</?(${ELEMENTS})(?:${ATTRIBUTE})*\s*/?>`, "gi")
const LINE_ENDS = new Set(["br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6"])

const removeTags = (html: string): string =>
  html
    .replace(/<!--.*?-->|<(style|script)\b[^<>]*>.*?<\/\1\s*>/gis, "")
    .replace(TAG, (tag, name: string) => {
      const isEnd = tag.startsWith("</") || name.toLowerCase() === "br"
      return isEnd && LINE_ENDS.has(name.toLowerCase()) ? "\n" : ""
    })

const clean = (text: string, max: number): string =>
  cutWithEllipsis(
    removeHiddenCharacters(decodeHTMLStrict(text).replaceAll("\u00a0", " ")).trim(),
    max,
  )

export const cleanLine = (text: string, max: number): string => clean(text.slice(0, RAW_MAX), max)

/** Some calendars write descriptions as HTML. */
export const cleanDescription = (text: string, max: number): string =>
  clean(removeTags(text.slice(0, RAW_MAX)), max)
