import MarkdownIt from "markdown-it"

const { unescapeAll } = new MarkdownIt().utils

const PUNCTUATION = /[!-/:-@[-`{-~]/g
const ESCAPED_PUNCTUATION = /\\([!-/:-@[-`{-~])/g

/** Escapes a plain text for one line of Markdown. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/\s+/g, " ").trim().replace(PUNCTUATION, "\\$&")

/** Matches a link or picture. Brackets in its text are excluded, so that matching takes linear time. */
const LINK = /!?\[([^[\]]*)\]\(([^[)\s]+)(?:\s[^[)]*)?\)/g

/** First of the private-use characters that temporarily replace escaped characters, which LINK must not match. */
const PRIVATE_USE = 0xe000

/** Matches the private-use characters that replace punctuation (ASCII 33 to 126). */
const HIDDEN_PUNCTUATION = /[\ue021-\ue07e]/g

/** Replaces a link by its text with the URL in parentheses. Other markup stays. */
export function markdownToText(markdown: string, getUrl: (path: string) => string): string {
  const hideSign = (sign: string) => String.fromCodePoint(PRIVATE_USE + sign.charCodeAt(0))
  const showSigns = (text: string) =>
    unescapeAll(text).replace(HIDDEN_PUNCTUATION, (hidden) =>
      String.fromCodePoint(hidden.charCodeAt(0) - PRIVATE_USE),
    )
  const linked = markdown
    .replace(ESCAPED_PUNCTUATION, (_, sign) => hideSign(sign))
    .replace(LINK, (_, label, path) => {
      const url = getUrl(showSigns(path)).replaceAll("&", hideSign("&"))
      return label ? `${label} (${url})` : url
    })
  return showSigns(linked.replace(/\\$/gm, ""))
}
