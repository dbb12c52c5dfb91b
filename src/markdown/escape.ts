import MarkdownIt from "markdown-it"

const { unescapeAll } = new MarkdownIt().utils

/** Escapes a plain text, so that Markdown shows it unchanged on one line. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&")

/** Matches a link or a picture. Its texts contain no brackets, so that the matching time is linear. */
const LINK = /!?\[([^[\]]*)\]\(([^[)\s]+)(?:\s[^[)]*)?\)/g

/** First private-use character. These characters temporarily replace escaped characters, which LINK must not match. */
const PRIVATE_USE = 0xe000

/**
 * Converts Markdown to plain text. Links and pictures become text with a URL. Escapes and character references become
 * characters. Other markup is readable and stays.
 */
export function markdownToText(markdown: string, siteUrl: string): string {
  const hideSign = (_: string, sign: string) =>
    String.fromCodePoint(PRIVATE_USE + sign.charCodeAt(0))
  const showSigns = (text: string) =>
    unescapeAll(text).replace(/[\ue021-\ue07e]/g, (hidden) =>
      String.fromCodePoint(hidden.charCodeAt(0) - PRIVATE_USE),
    )
  const linked = markdown
    .replace(/\\([!-/:-@[-`{-~])/g, hideSign)
    .replace(LINK, (_, label, path) => {
      const url = (URL.parse(showSigns(path), siteUrl)?.href ?? path).replaceAll(
        "&",
        hideSign("", "&"),
      )
      return label ? `${label} (${url})` : url
    })
  // A backslash at the end of a line is a line break.
  return showSigns(linked.replace(/\\$/gm, ""))
}
