/**
 * What a paragraph is when it holds nothing but pictures, a video's address or a link made a button or a
 * card: a plugin of markdown-it, which gives such a paragraph a token of its own. Readers' pages and the
 * editor share it.
 */
import type { MarkdownIt, Token } from "markdown-it"
import { SLUG_PATTERN } from "../shared/slug.ts"
import { type Video, videoOf } from "../shared/video.ts"

/** The most pictures that stand side by side. */
export const GALLERY_MAX = 4

/** A link with this title stands alone as a button. */
export const BUTTON_TITLE = "button"

/** A link to an event or a team with this title stands alone as a card of it. */
export const CARD_TITLE = "card"

export type CardKind = "event" | "team"

/** What a card's address leads to; null where there are no cards of it. */
export function cardOf(href: string): { kind: CardKind; slug: string } | null {
  const [, kind, slug = ""] = /^\/(event|team)s\/([^/]+)$/.exec(href) ?? []
  return SLUG_PATTERN.test(slug) ? { kind: kind === "event" ? "event" : "team", slug } : null
}

/** Ends the address of a picture that says nothing to whoever can't see it; no browser asks for more by it. */
export const DECORATION = "#decoration"

const attribute = (token: Token | undefined, name: string) => String(token?.attrGet(name) ?? "")

/** The file of a picture of ours, and whether it is decoration; null for any other picture. */
export function ownPicture(src: string): { src: string; isDecoration: boolean } | null {
  const isDecoration = src.endsWith(DECORATION)
  const file = isDecoration ? src.slice(0, -DECORATION.length) : src
  return /^\/uploads\/[\w/-]+\.webp$/.test(file) ? { src: file, isDecoration } : null
}

/** The pictures of a paragraph that holds nothing else; at most {@link GALLERY_MAX}. */
function picturesOf(children: Token[]): Token[] {
  const pictures = children.filter(({ type }) => type === "image")
  const isAll = children.every(
    ({ type, content }) =>
      type === "image" || type === "softbreak" || (type === "text" && content.trim() === ""),
  )
  const areOurs = pictures.every((token) => ownPicture(attribute(token, "src")))
  return isAll && areOurs && pictures.length <= GALLERY_MAX ? pictures : []
}

/** The address and text of a paragraph that is one link. */
function linkOf(children: Token[]): { href: string; title: string; text: string } | null {
  const [open, text, close] = children
  const isLink = children.length === 3 && open?.type === "link_open" && close?.type === "link_close"
  if (!isLink || text?.type !== "text") return null
  return { href: attribute(open, "href"), title: attribute(open, "title"), text: text.content }
}

/** The video of a paragraph that is its bare address. */
function videoIn(children: Token[]): (Video & { url: string }) | null {
  const link = linkOf(children)
  if (!link || !/^https?:\/\//.test(link.text)) return null
  const video = videoOf(link.href)
  if (!video?.player) return null
  const player = new URL(video.player)
  player.searchParams.set("autoplay", "1")
  return { ...video, player: player.href, url: link.href }
}

export function ownBlocks(markdown: MarkdownIt): void {
  markdown.core.ruler.push("own_blocks", (state) => {
    const make = (type: string, { map, level }: Token, more: Partial<Token> = {}) =>
      Object.assign(new state.Token(type, "", 0), { block: true, map, level, ...more })

    /** The tokens of a paragraph that is a block of ours; null for any other. */
    function blockOf(open: Token, children: Token[]): Token[] | null {
      const pictures = picturesOf(children)
      if (pictures.length > 0) {
        const isAlone = pictures.length === 1
        const level = open.level + Number(!isAlone)
        const all = pictures.map(({ attrs, children }) => {
          const content = (children ?? []).map((part) => part.content).join("")
          return make("picture", open, { attrs, children, content, level })
        })
        if (isAlone) return all
        const [first, last] = [{ nesting: 1 }, { nesting: -1 }] as const
        return [make("gallery_open", open, first), ...all, make("gallery_close", open, last)]
      }
      const video = videoIn(children)
      if (video) return [make("video", open, { meta: { ...video } })]
      const link = linkOf(children)
      if (link?.title === BUTTON_TITLE) return [make("button", open, { meta: { ...link } })]
      const card = link?.title === CARD_TITLE && cardOf(link.href)
      return card ? [make("card", open, { meta: { ...link, kind: card.kind } })] : null
    }

    const out: Token[] = []
    for (let i = 0; i < state.tokens.length; i += 1) {
      const [open, inline] = state.tokens.slice(i, i + 2)
      if (!open) continue
      // Those of a list without empty lines are hidden.
      const isParagraph = open.type === "paragraph_open" && !open.hidden
      const block = isParagraph ? blockOf(open, inline?.children ?? []) : null
      out.push(...(block ?? [open]))
      if (block) i += 2
    }
    state.tokens = out
  })
}
