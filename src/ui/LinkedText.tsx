import { Fragment } from "react"

/** What people write for an address: with its scheme, with `www.`, or a host with a path. */
const ADDRESS =
  /(?<![\w@.-])(?:https?:\/\/|www\.)[^\s<>"]+|(?<![\w@./-])(?:[a-z\d-]+\.)+[a-z]{2,}\/[^\s<>"]+/giu

/** Ends a sentence around an address, not the address. */
const CLOSING = /[.,:;!?'”“»…]$/u

const count = (text: string, mark: string) => text.split(mark).length

/** An address without what closes the sentence or the brackets that it stands in. */
function trimmed(address: string): string {
  const isOver =
    CLOSING.test(address) || (address.endsWith(")") && count(address, ")") > count(address, "("))
  return isOver ? trimmed(address.slice(0, -1)) : address
}

interface Part {
  text: string
  /** Of an address. */
  href?: string
}

/** A text in parts, its web addresses apart. */
export function linkParts(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(found)
    const href = /^https?:/i.test(address) ? address : `https://${address}`
    if (!URL.canParse(href)) continue
    parts.push({ text: text.slice(end, index) }, { text: address, href })
    end = index + address.length
  }
  return [...parts, { text: text.slice(end) }].filter((part) => part.text !== "")
}

/** What members write, its web addresses as links. They lead away, and lend nobody our good name. */
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
