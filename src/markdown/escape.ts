/** Converts plain text to Markdown and Markdown to plain text. */
import MarkdownIt from "markdown-it"

const { unescapeAll } = new MarkdownIt().utils

/** Escapes a plain text, so that Markdown shows it unchanged on one line. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&")

/** Matches a link or a picture. No part matches brackets, which keeps the matching time linear. */
const LINK = /!?\[([^[\]]*)\]\(([^[)\s]+)(?:\s[^[)]*)?\)/g

/** First private-use character. These characters replace escaped ones meanwhile, so that LINK does not match them. */
const ESCAPED = 0xe000

/**
 * Converts Markdown to plain text: links and pictures become text with a URL, escapes and character references
 * become characters. Keeps other markup, because it is readable.
 */
export function plainMarkdown(markdown: string, siteUrl: string): string {
  const hide = (_: string, sign: string) => String.fromCodePoint(ESCAPED + sign.charCodeAt(0))
  const show = (text: string) =>
    unescapeAll(text).replace(/[\ue021-\ue07e]/g, (hidden) =>
      String.fromCodePoint(hidden.charCodeAt(0) - ESCAPED),
    )
  const linked = markdown.replace(/\\([!-/:-@[-`{-~])/g, hide).replace(LINK, (_, label, path) => {
    const url = (URL.parse(show(path), siteUrl)?.href ?? path).replaceAll("&", hide("", "&"))
    return label ? `${label} (${url})` : url
  })
  // Removes the backslash of a line break.
  return show(linked.replace(/\\$/gm, ""))
}
