import type { Mark } from "prosemirror-model"
import { createMarkdownParser } from "../../markdown/render.ts"

const { linkify, normalizeLink, normalizeLinkText } = createMarkdownParser()

export const normalizeUrl = (href: string): string => normalizeLink(href.trim())

/** Returns the positions of the URLs that the Markdown parser would turn into links. */
export function findUrls(text: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const { index: from } of text.matchAll(/(?<![a-z0-9])https?:\/\//gi)) {
    if (from < (ranges.at(-1)?.to ?? 0)) continue
    // The parser excludes final asterisks, and ends a URL at an angle bracket.
    const url = linkify.matchAtStart(text.slice(from))?.url.replace(/[<>].*|\*+$/s, "")
    if (url) ranges.push({ from, to: from + url.length })
  }
  return ranges
}

/** Returns whether a link can be written as `<url>`. */
export const isTextOfUrl = (text: string, { attrs: { href, title } }: Mark): boolean =>
  /^https?:\/\/[^\s<>]+$/i.test(text) &&
  !title &&
  normalizeLink(text) === href &&
  normalizeLinkText(text) === text

/** Adds angle brackets to a URL that the parser would not recognize between the texts `before` and `after`. */
export function writeUrlInContext(url: string, before: string, after: string): string {
  const [first] = findUrls(before + url + after)
  const isFound = first?.from === before.length && first.to === before.length + url.length
  return isFound ? url : `<${url}>`
}

export const writeUrlOnOwnLine = (url: string): string =>
  writeUrlInContext(normalizeUrl(url), "", "")
