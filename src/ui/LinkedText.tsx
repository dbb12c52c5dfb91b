import { Fragment } from "react"

/** Matches an address with a scheme, with `www.`, or with a host and a path. */
const ADDRESS =
  /(?<![\w@.-])(?:https?:\/\/|www\.)[^\s<>"]+|(?<![\w@./-])(?:[a-z\d-]+\.)+[a-z]{2,}\/[^\s<>"]+/giu

/** Punctuation after an address that belongs to the sentence. */
const CLOSING = /[.,:;!?'”“»…]$/u

const count = (text: string, mark: string) => text.split(mark).length

/** Returns an address without punctuation of the sentence or brackets around it. */
function withoutPunctuation(address: string): string {
  const hasClosing =
    CLOSING.test(address) || (address.endsWith(")") && count(address, ")") > count(address, "("))
  return hasClosing ? withoutPunctuation(address.slice(0, -1)) : address
}

interface Part {
  text: string
  /** The target, if the part is an address. */
  href?: string
}

/** Splits a text into web addresses and the text between them. */
export function linkParts(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found)
    const href = /^https?:/i.test(address) ? address : `https://${address}`
    if (!URL.canParse(href)) continue
    parts.push({ text: text.slice(end, index) }, { text: address, href })
    end = index + address.length
  }
  return [...parts, { text: text.slice(end) }].filter((part) => part.text !== "")
}

/** A member's text with its web addresses as nofollow links. */
export const LinkedText = ({ text }: { text: string }) =>
  linkParts(text).map((part, i) =>
    part.href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
        key={i}
        className="underline underline-offset-4 wrap-anywhere"
        href={part.href}
        rel="nofollow ugc noopener"
        target="_blank"
      >
        {part.text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <Fragment key={i}>{part.text}</Fragment>
    ),
  )
