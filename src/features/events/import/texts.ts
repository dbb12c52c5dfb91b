/** Texts of other calendars as plain text that fits into an event. */
import { decodeHTMLStrict } from "entities"
import { beginning } from "../../../shared/description.ts"
import { withoutHiddenCharacters } from "../../../shared/plain-text.ts"

/** Longest text to work on, in characters: what an event cannot hold need not be cleaned. */
const RAW_MAX = 40_000

/** Elements that calendars write descriptions with. Other words in angle brackets are text: `<Armageddon>`. */
const ELEMENTS = [
  ...[
    "a",
    "b",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "del",
    "div",
    "em",
    "font",
    "h1",
    "h2",
  ],
  ...["h3", "h4", "h5", "h6", "head", "hr", "html", "html-blob", "i", "img", "ins", "li", "link"],
  ...["meta", "o:p", "ol", "p", "pre", "s", "small", "span", "strike", "strong", "sub", "sup"],
  ...["table", "tbody", "td", "th", "thead", "tr", "u", "ul", "wbr"],
]
const ATTRIBUTE = String.raw`\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+)`
const TAG = new RegExp(String.raw`</?(${ELEMENTS.join("|")})(?:${ATTRIBUTE})*\s*/?>`, "gi")
const LINE_ENDS = new Set(["br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6"])

/** Returns HTML without its tags; `</p>` and `<br>` end a line. */
const withoutTags = (html: string): string =>
  html
    .replace(/<!--.*?-->|<(style|script)\b[^<>]*>.*?<\/\1\s*>/gis, "")
    .replace(TAG, (tag, name: string) => {
      const isEnd = tag.startsWith("</") || name.toLowerCase() === "br"
      return isEnd && LINE_ENDS.has(name.toLowerCase()) ? "\n" : ""
    })

/** Returns a text of at most so many characters, cut between letters and emoji as readers see them. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${beginning(text, max - 1).trimEnd()}…`

const clean = (text: string, max: number): string =>
  cut(withoutHiddenCharacters(decodeHTMLStrict(text).replaceAll("\u00a0", " ")).trim(), max)

/** Returns a title or a place, which calendars write as plain text. */
export const lineOf = (text: string, max: number): string => clean(text.slice(0, RAW_MAX), max)

/** Returns a description, which some calendars write as HTML. */
export const descriptionOf = (text: string, max: number): string =>
  clean(withoutTags(text.slice(0, RAW_MAX)), max)
