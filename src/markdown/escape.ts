/** Plain text within Markdown, and Markdown as plain text. */
import MarkdownIt from "markdown-it"

const { unescapeAll } = new MarkdownIt().utils

/** Returns a plain text as Markdown that shows it as it is, on one line. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&")

/** A link or a picture. No part matches a bracket, so that the time grows with the length of the text alone. */
const LINK = /!?\[([^[\]]*)\]\(([^[)\s]+)(?:\s[^[)]*)?\)/g

/** Private characters in place of escaped signs, so that no sign is taken for a link's. */
const ESCAPED = 0xe000

/**
 * Returns Markdown as plain text: links and pictures as their words and address, escapes and character references
 * as characters. The rest of Markdown reads well as it is.
 */
export function plainMarkdown(markdown: string, siteUrl: string): string {
  const hide = (_: string, sign: string) => String.fromCodePoint(ESCAPED + sign.charCodeAt(0))
  const show = (text: string) =>
    unescapeAll(text).replace(/[\ue021-\ue07e]/g, (hidden) =>
      String.fromCodePoint(hidden.charCodeAt(0) - ESCAPED),
    )
  const linked = markdown.replace(/\\([!-/:-@[-`{-~])/g, hide).replace(LINK, (_, label, path) => {
    const address = (URL.parse(show(path), siteUrl)?.href ?? path).replaceAll("&", hide("", "&"))
    return label ? `${label} (${address})` : address
  })
  // A backslash at the end of a line breaks it.
  return show(linked.replace(/\\$/gm, ""))
}
