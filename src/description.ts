/** Descriptions for search engines and link previews, made of what a page says. */
import { plainHtml } from "./search-index/make-index.ts"

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
