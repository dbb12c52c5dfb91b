import type { MarkdownIt, RendererRule, Token } from "markdown-it"
import { parseUploadedPicture } from "./blocks.ts"

const getAttribute = (token: Token | undefined, name: string) => String(token?.attrGet(name) ?? "")

/** Widths in pixels of the smaller files of a picture, which netlify/lib/pictures makes. */
const SMALLER_WIDTHS = [640, 960]

function writeSizeAttributes(src: string): string {
  const [, name = "", width = "", height = ""] = /^(.+-(\d+)x(\d+))\.webp$/.exec(src) ?? []
  const widths = SMALLER_WIDTHS.filter((smaller) => smaller < Number(width))
  const sources = [
    ...widths.map((smaller) => `${name}-${smaller}.webp ${smaller}w`),
    `${src} ${width}w`,
  ]
  return (
    name &&
    ` srcset="${sources.join(", ")}" sizes="(width < 768px) 92vw, 720px" width="${width}" height="${height}"`
  )
}

/** Turns a first-level heading into a second-level heading, because the page's title is the first level. */
function demoteHeading(token: Token): void {
  if (token.tag === "h1") token.tag = "h2"
}

function markExternalLink(token: Token): void {
  if (/^https?:/i.test(getAttribute(token, "href"))) token.attrSet("rel", "nofollow ugc noopener")
}

/** Aligns a table cell with a class, because the Content-Security-Policy forbids style attributes. */
function alignByClass(token: Token): void {
  const [, side] = /^text-align:(center|right)$/.exec(getAttribute(token, "style")) ?? []
  token.attrs = null
  if (side) token.attrSet("class", `cell-${side}`)
}

/** Makes a table focusable, because the keyboard can scroll a wide table only while the table has the focus. */
function makeFocusable(token: Token): void {
  token.attrSet("tabindex", "0")
}

/** Creates a renderer that changes the token first. */
const renderWithChange =
  (change: (token: Token) => void): RendererRule =>
  (tokens, index, options, _env, self) => {
    const token = tokens[index]
    if (token) change(token)
    return self.renderToken(tokens, index, options)
  }

/** Plugin of markdown-it that renders the site's blocks and safe links. */
export function siteRenderer({ renderer, utils }: MarkdownIt): void {
  const { escapeHtml } = utils
  const image: RendererRule = (tokens, index, options, env, self) => {
    const token = tokens[index]
    if (!token) return ""
    const url = getAttribute(token, "src")
    const alt = self.renderInlineAsText(token.children ?? [], options, env)
    const uploaded = parseUploadedPicture(url)
    // A picture on another site becomes a link, because the Content-Security-Policy blocks it.
    if (!uploaded) {
      return `<a href="${escapeHtml(url)}" rel="nofollow ugc noopener">${escapeHtml(alt || url)}</a>`
    }
    const { src, isDecoration } = uploaded
    return `<img src="${escapeHtml(src)}"${writeSizeAttributes(src)} alt="${isDecoration ? "" : escapeHtml(alt)}" loading="lazy" decoding="async">`
  }
  const picture: RendererRule = (tokens, index, ...rest) => {
    const caption = getAttribute(tokens[index], "title")
    const captionHtml = caption && `<figcaption>${escapeHtml(caption)}</figcaption>`
    return `<figure>${image(tokens, index, ...rest)}${captionHtml}</figure>\n`
  }
  const linkStart = renderWithChange(markExternalLink)
  // A link without text shows its URL.
  const link: RendererRule = (tokens, index, ...rest) => {
    const url = tokens[index + 1]?.type === "link_close" ? getAttribute(tokens[index], "href") : ""
    return linkStart(tokens, index, ...rest) + escapeHtml(url)
  }
  // A video is a link at first (ui/video-player.ts), so that other sites get no request before the click.
  const video: RendererRule = (tokens, index) => {
    const { url, playerUrl, type } = tokens[index]?.meta ?? {}
    const name = type === "vimeo" ? "Vimeo" : "YouTube"
    return `<p class="video-link"><a href="${escapeHtml(String(url))}" data-player="${escapeHtml(String(playerUrl))}" data-frame-title="${name}" rel="nofollow ugc noopener">${name}</a></p>\n`
  }
  const button: RendererRule = (tokens, index) => {
    const { href, text } = tokens[index]?.meta ?? {}
    const rel = /^https?:/i.test(String(href)) ? ' rel="nofollow ugc noopener"' : ""
    return `<p><a class="btn" href="${escapeHtml(String(href))}"${rel}>${escapeHtml(String(text))}</a></p>\n`
  }
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
    heading_open: renderWithChange(demoteHeading),
    heading_close: renderWithChange(demoteHeading),
    link_open: link,
    table_open: renderWithChange(makeFocusable),
    th_open: renderWithChange(alignByClass),
    td_open: renderWithChange(alignByClass),
  })
}
