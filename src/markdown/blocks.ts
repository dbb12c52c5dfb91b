/**
 * Extends Markdown with blocks: a paragraph that has only pictures, a video's URL, or a link with the title "button" or
 * "card" becomes a picture, gallery, video, button or card.
 */
import type { MarkdownIt, Token } from "markdown-it"
import { SLUG_PATTERN } from "../shared/slug.ts"
import { parseVideo, type Video } from "../shared/video.ts"

export const GALLERY_MAX = 4
export const BUTTON_TITLE = "button"
export const CARD_TITLE = "card"

export type CardKind = "event" | "team"

/** Parses the path of an event or team. Returns null for other pages, which cannot be shown as cards. */
export function parseCardPath(href: string): { kind: CardKind; slug: string } | null {
  const [, kind, slug = ""] = /^\/(event|team)s\/([^/]+)$/.exec(href) ?? []
  return SLUG_PATTERN.test(slug) ? { kind: kind === "event" ? "event" : "team", slug } : null
}

/** End of the URL of a decorative picture, which screen readers skip. */
export const DECORATION = "#decoration"

const getAttribute = (token: Token | undefined, name: string) => String(token?.attrGet(name) ?? "")

/** Parses the URL of a picture. Returns null for a picture of another site. `src` lacks {@link DECORATION}. */
export function parseUploadedPicture(src: string): { src: string; isDecoration: boolean } | null {
  const isDecoration = src.endsWith(DECORATION)
  const file = isDecoration ? src.slice(0, -DECORATION.length) : src
  return /^\/uploads\/[\w/-]+\.webp$/.test(file) ? { src: file, isDecoration } : null
}

/** Returns a paragraph's pictures, at most {@link GALLERY_MAX}. Returns none if it has other content. */
function findPictures(children: Token[]): Token[] {
  const pictures = children.filter(({ type }) => type === "image")
  const isOnlyPictures = children.every(
    ({ type, content }) =>
      type === "image" || type === "softbreak" || (type === "text" && content.trim() === ""),
  )
  const areUploaded = pictures.every((token) => parseUploadedPicture(getAttribute(token, "src")))
  return isOnlyPictures && areUploaded && pictures.length <= GALLERY_MAX ? pictures : []
}

function findOnlyLink(children: Token[]): { href: string; title: string; text: string } | null {
  const [open, text, close] = children
  const isLink = children.length === 3 && open?.type === "link_open" && close?.type === "link_close"
  if (!isLink || text?.type !== "text") return null
  return {
    href: getAttribute(open, "href"),
    title: getAttribute(open, "title"),
    text: text.content,
  }
}

function findVideo(children: Token[]): (Video & { url: string }) | null {
  const link = findOnlyLink(children)
  if (!link || !/^https?:\/\//.test(link.text)) return null
  const video = parseVideo(link.href)
  if (!video?.playerUrl) return null
  const playerUrl = new URL(video.playerUrl)
  playerUrl.searchParams.set("autoplay", "1")
  return { ...video, playerUrl: playerUrl.href, url: link.href }
}

/** Plugin of markdown-it that replaces paragraphs with the site's blocks. */
export function siteBlocks(markdown: MarkdownIt): void {
  markdown.core.ruler.push("own_blocks", (state) => {
    const createToken = (type: string, { map, level }: Token, properties: Partial<Token> = {}) =>
      Object.assign(new state.Token(type, "", 0), { block: true, map, level, ...properties })

    function createBlock(open: Token, children: Token[]): Token[] | null {
      const pictures = findPictures(children)
      if (pictures.length > 0) {
        const isAlone = pictures.length === 1
        const level = open.level + Number(!isAlone)
        const tokens = pictures.map(({ attrs, children }) => {
          const content = (children ?? []).map((part) => part.content).join("")
          return createToken("picture", open, { attrs, children, content, level })
        })
        if (isAlone) return tokens
        const [opening, closing] = [{ nesting: 1 }, { nesting: -1 }] as const
        return [
          createToken("gallery_open", open, opening),
          ...tokens,
          createToken("gallery_close", open, closing),
        ]
      }
      const video = findVideo(children)
      if (video) return [createToken("video", open, { meta: { ...video } })]
      const link = findOnlyLink(children)
      if (link?.title === BUTTON_TITLE) return [createToken("button", open, { meta: { ...link } })]
      const card = link?.title === CARD_TITLE && parseCardPath(link.href)
      return card ? [createToken("card", open, { meta: { ...link, kind: card.kind } })] : null
    }

    const out: Token[] = []
    for (let i = 0; i < state.tokens.length; i += 1) {
      const [open, inline] = state.tokens.slice(i, i + 2)
      if (!open) continue
      // Skips the paragraphs of a tight list, which the parser hides.
      const isParagraph = open.type === "paragraph_open" && !open.hidden
      const block = isParagraph ? createBlock(open, inline?.children ?? []) : null
      out.push(...(block ?? [open]))
      if (block) i += 2
    }
    state.tokens = out
  })
}
