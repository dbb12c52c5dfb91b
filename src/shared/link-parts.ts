/** Matches a URL with a scheme or `www.`, or a domain followed by a path. Does not match email addresses. */
const URL_IN_TEXT =
  /(?<![\w@.-])(?:https?:\/\/|www\.)[^\s<>"]+|(?<![\w@./-])(?:[a-z\d-]+\.)+[a-z]{2,}\/[^\s<>"]+/giu

const TRAILING_PUNCTUATION = /[.,:;!?'”“»…]$/u

const countMarks = (text: string, mark: string) => text.split(mark).length - 1

/** Removes trailing punctuation and an unmatched closing bracket. */
function removePunctuation(url: string): string {
  const endsWithPunctuation =
    TRAILING_PUNCTUATION.test(url) ||
    (url.endsWith(")") && countMarks(url, ")") > countMarks(url, "("))
  return endsWithPunctuation ? removePunctuation(url.slice(0, -1)) : url
}

export interface TextPart {
  text: string
  href?: string
}

export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(URL_IN_TEXT)) {
    const url = removePunctuation(match)
    const href = /^https?:/i.test(url) ? url : `https://${url}`
    if (!URL.canParse(href)) continue
    parts.push({ text: text.slice(end, index) }, { text: url, href })
    end = index + url.length
  }
  return [...parts, { text: text.slice(end) }].filter((part) => part.text !== "")
}
