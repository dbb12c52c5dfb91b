/** Web addresses in Markdown: finds the addresses that the parser links, and writes addresses so that it links them. */
import type { Mark } from "prosemirror-model"
import { ourMarkdown } from "../../markdown/render.ts"

const { linkify, normalizeLink, normalizeLinkText } = ourMarkdown()

/** Returns an address in the form that Markdown stores: percent-encoded, without spaces. */
export const normalizedAddress = (href: string): string => normalizeLink(href.trim())

/** Finds the addresses in a text that the parser turns into links. */
export function addressesIn(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const { index: from } of text.matchAll(/(?<![a-z0-9])https?:\/\//gi)) {
    if (from < (found.at(-1)?.to ?? 0)) continue
    // The parser excludes final asterisks, which may be emphasis, and anything from an angle bracket on.
    const address = linkify.matchAtStart(text.slice(from))?.url.replace(/[<>].*|\*+$/s, "")
    if (address) found.push({ from, to: from + address.length })
  }
  return found
}

/** Returns whether a linked text is its own address, so that the link can be written as `<address>`. */
export const isAddress = (text: string, { attrs: { href, title } }: Mark): boolean =>
  /^https?:\/\/[^\s<>]+$/i.test(text) &&
  !title &&
  normalizeLink(text) === href &&
  normalizeLinkText(text) === text

/** Returns an address, in angle brackets if the parser would not recognize it between these texts. */
export function addressSource(address: string, before: string, after: string): string {
  const [first] = addressesIn(before + address + after)
  const isFound = first?.from === before.length && first.to === before.length + address.length
  return isFound ? address : `<${address}>`
}

/** Returns the Markdown of an address on its own line. */
export const loneAddress = (address: string): string =>
  addressSource(normalizedAddress(address), "", "")
