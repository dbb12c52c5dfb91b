/** URLs in Markdown: finds those that the parser links, and writes URLs so that it links them. */
import type { Mark } from "prosemirror-model"
import { createMarkdownParser } from "../../markdown/render.ts"

const { linkify, normalizeLink, normalizeLinkText } = createMarkdownParser()

/** Returns a URL in the form that Markdown stores: percent-encoded, without spaces. */
export const normalizedUrl = (href: string): string => normalizeLink(href.trim())

/** Finds the URLs in a text that the parser turns into links. */
export function urlsIn(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const { index: from } of text.matchAll(/(?<![a-z0-9])https?:\/\//gi)) {
    if (from < (found.at(-1)?.to ?? 0)) continue
    // The parser excludes final asterisks, which may be emphasis, and anything from an angle bracket on.
    const url = linkify.matchAtStart(text.slice(from))?.url.replace(/[<>].*|\*+$/s, "")
    if (url) found.push({ from, to: from + url.length })
  }
  return found
}

/** Returns whether the text of a link is its URL, so that the link can be written as `<url>`. */
export const isUrlOf = (text: string, { attrs: { href, title } }: Mark): boolean =>
  /^https?:\/\/[^\s<>]+$/i.test(text) &&
  !title &&
  normalizeLink(text) === href &&
  normalizeLinkText(text) === text

/** Returns a URL, in angle brackets if the parser would not recognize it between these texts. */
export function urlSource(url: string, before: string, after: string): string {
  const [first] = urlsIn(before + url + after)
  const isFound = first?.from === before.length && first.to === before.length + url.length
  return isFound ? url : `<${url}>`
}

/** Returns the Markdown of a URL on its own line. */
export const urlOnOwnLine = (url: string): string => urlSource(normalizedUrl(url), "", "")
