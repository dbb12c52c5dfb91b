/** How Markdown fits into our pages: a plugin of markdown-it. */
import type { MarkdownIt, RendererRule, Token } from "markdown-it"
import { ownPicture } from "./blocks.ts"

const attribute = (token: Token | undefined, name: string) => String(token?.attrGet(name) ?? "")

/** The widths that pictures are kept in beside the full one, as `netlify/lib/pictures` draws them. */
const SMALLER = [640, 960]

/** What its name tells of a picture: how large it is, so that nothing moves when it comes, and its smaller forms. */
function sizesOf(src: string): string {
  const [, name = "", width = "", height = ""] = /^(.+-(\d+)x(\d+))\.webp$/.exec(src) ?? []
  const smaller = SMALLER.filter((one) => one < Number(width))
  const all = [...smaller.map((one) => `${name}-${one}.webp ${one}w`), `${src} ${width}w`]
  return (
    name &&
    ` srcset="${all.join(", ")}" sizes="(width < 768px) 92vw, 720px" width="${width}" height="${height}"`
  )
}

/** The page's h1 is the title. */
function demote(token: Token): void {
  if (token.tag === "h1") token.tag = "h2"
}

function markOutside(token: Token): void {
  if (/^https?:/i.test(attribute(token, "href"))) token.attrSet("rel", "nofollow ugc noopener")
}

/** Aligns a table cell by a class: the Content-Security-Policy forbids markdown-it's style attribute. */
function alignByClass(token: Token): void {
  const [, side] = /^text-align:(center|right)$/.exec(attribute(token, "style")) ?? []
  token.attrs = null
  if (side) token.attrSet("class", `cell-${side}`)
}

const changed =
  (change: (token: Token) => void): RendererRule =>
  (tokens, index, options, _env, self) => {
    const token = tokens[index]
    if (token) change(token)
    return self.renderToken(tokens, index, options)
  }

/** Headings start at h2, links elsewhere say nofollow, and only our own pictures are pictures. */
export function ownPages({ renderer, utils }: MarkdownIt): void {
  const { escapeHtml } = utils
  const image: RendererRule = (tokens, index, options, env, self) => {
    const token = tokens[index]
    if (!token) return ""
    const address = attribute(token, "src")
    const alt = self.renderInlineAsText(token.children ?? [], options, env)
    const own = ownPicture(address)
    // The policy shows our own pictures alone: another's becomes a link to it.
    if (!own) {
      return `<a href="${escapeHtml(address)}" rel="nofollow ugc noopener">${escapeHtml(alt || address)}</a>`
    }
    const { src, isDecoration } = own
    return `<img src="${escapeHtml(src)}"${sizesOf(src)} alt="${isDecoration ? "" : escapeHtml(alt)}" loading="lazy" decoding="async">`
  }
  const picture: RendererRule = (tokens, index, ...rest) => {
    const caption = attribute(tokens[index], "title")
    const below = caption && `<figcaption>${escapeHtml(caption)}</figcaption>`
    return `<figure>${image(tokens, index, ...rest)}${below}</figure>\n`
  }
  const linkStart = changed(markOutside)
  /** One without words says where it leads: nobody would see it. */
  const link: RendererRule = (tokens, index, ...rest) => {
    const words = tokens[index + 1]?.type === "link_close" ? attribute(tokens[index], "href") : ""
    return linkStart(tokens, index, ...rest) + escapeHtml(words)
  }
  /** A link until it is pressed: nothing comes from elsewhere before. */
  const video: RendererRule = (tokens, index) => {
    const { url, player, type } = tokens[index]?.meta ?? {}
    const name = type === "vimeo" ? "Vimeo" : "YouTube"
    return `<p class="video-link"><a href="${escapeHtml(String(url))}" data-player="${escapeHtml(String(player))}" data-frame-title="${name}" rel="nofollow ugc noopener">${name}</a></p>\n`
  }
  const button: RendererRule = (tokens, index) => {
    const { href, text } = tokens[index]?.meta ?? {}
    const rel = /^https?:/i.test(String(href)) ? ' rel="nofollow ugc noopener"' : ""
    return `<p><a class="btn" href="${escapeHtml(String(href))}"${rel}>${escapeHtml(String(text))}</a></p>\n`
  }
  /** A plain link; whoever makes the page puts the card in its place, see `features/cards`. */
  const card: RendererRule = (tokens, index) => {
    const { href, text, kind } = tokens[index]?.meta ?? {}
    return `<p><a class="card-link" data-card="${kind}" href="${escapeHtml(String(href))}">${escapeHtml(String(text))}</a></p>\n`
  }
  Object.assign(renderer.rules, {
    image,
    picture,
    gallery_open: () => '<div class="gallery">',
    gallery_close: () => "</div>\n",
    video,
    button,
    card,
    heading_open: changed(demote),
    heading_close: changed(demote),
    link_open: link,
    th_open: changed(alignByClass),
    td_open: changed(alignByClass),
  })
}
