/** How Markdown fits into our pages: a plugin of markdown-it. */
import type { MarkdownIt, RendererRule, Token } from "markdown-it"

const attribute = (token: Token, name: string) => String(token.attrGet(name) ?? "")

/** The page's h1 is the title. */
function demote(token: Token): void {
  if (token.tag === "h1") token.tag = "h2"
}

function markOutside(token: Token): void {
  if (/^https?:/i.test(attribute(token, "href"))) token.attrSet("rel", "nofollow ugc noopener")
}

/** The Content-Security-Policy has no place for the style attribute that aligns a table's cell. */
function alignPlainly(token: Token): void {
  const [, side] = /^text-align:(left|center|right)$/.exec(attribute(token, "style")) ?? []
  token.attrs = null
  if (side) token.attrSet("align", side)
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
  const image: RendererRule = (tokens, index, options, env, self) => {
    const token = tokens[index]
    if (!token) return ""
    const src = attribute(token, "src")
    const alt = self.renderInlineAsText(token.children ?? [], options, env)
    // The policy shows our own pictures alone: another's becomes a link to it.
    return src.startsWith("/uploads/")
      ? `<img src="${utils.escapeHtml(src)}" alt="${utils.escapeHtml(alt)}" loading="lazy" decoding="async">`
      : `<a href="${utils.escapeHtml(src)}" rel="nofollow ugc noopener">${utils.escapeHtml(alt || src)}</a>`
  }
  Object.assign(renderer.rules, {
    image,
    heading_open: changed(demote),
    heading_close: changed(demote),
    link_open: changed(markOutside),
    th_open: changed(alignPlainly),
    td_open: changed(alignPlainly),
  })
}
