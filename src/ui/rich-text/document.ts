/** The editor's document: what a Markdown text is in it, and its text again. */
import type { StateCore, Token } from "markdown-it"
import {
  schema as basicSchema,
  defaultMarkdownParser,
  defaultMarkdownSerializer,
  MarkdownParser,
  MarkdownSerializer,
} from "prosemirror-markdown"
import { type Node, Schema } from "prosemirror-model"
import { BUTTON_TITLE, CARD_TITLE, cardOf, DECORATION, ownPicture } from "../../markdown/blocks.ts"
import { isAllowedLink, ourMarkdown } from "../../markdown/render.ts"

const basic = basicSchema.spec

/** A picture's address as a text has it. */
const pictureAddress = (src: string, isDecoration: boolean) =>
  isDecoration ? src + DECORATION : src

const nodes = basic.nodes
  .remove("image")
  .update("blockquote", {
    group: "block",
    content: "block+",
    // What is pasted into an empty paragraph stays a quote.
    defining: true,
    parseDOM: [{ tag: "blockquote" }],
    toDOM: () => ["blockquote", 0],
  })
  .update("heading", {
    attrs: { level: { default: 2, validate: "number" } },
    content: "text*",
    group: "block",
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      // The page's own heading is its title.
      attrs: { level: Math.max(level, 2) },
    })),
    toDOM: ({ attrs }) => [`h${Math.max(attrs["level"], 2)}`, 0],
  })
  .append({
    /** One of our own pictures. */
    picture: {
      group: "block",
      attrs: {
        src: { validate: "string" },
        alt: { default: "", validate: "string" },
        caption: { default: "", validate: "string" },
        /** Says nothing to whoever can't see it. */
        isDecoration: { default: false, validate: "boolean" },
      },
      draggable: true,
      parseDOM: [
        {
          tag: "img[src]",
          getAttrs: (image) => {
            const own = ownPicture(image.getAttribute("src") ?? "")
            const [alt, caption] = ["alt", "title"].map((name) => image.getAttribute(name) ?? "")
            return own ? { ...own, alt, caption } : false
          },
        },
      ],
      toDOM: ({ attrs: { src, alt, caption, isDecoration } }) => [
        "figure",
        [
          "img",
          { src: pictureAddress(src, isDecoration), alt, ...(caption && { title: caption }) },
        ],
        ...(caption ? [["figcaption", caption]] : []),
      ],
    },
    /** Pictures side by side. */
    gallery: {
      group: "block",
      content: "picture*",
      parseDOM: [{ tag: "div.gallery" }],
      toDOM: () => ["div", { class: "gallery" }, 0],
    },
    video: {
      group: "block",
      attrs: { url: { validate: "string" } },
      parseDOM: [
        { tag: "div[data-video]", getAttrs: (div) => ({ url: div.getAttribute("data-video") }) },
      ],
      toDOM: ({ attrs: { url } }) => ["div", { "data-video": url, class: "video-block" }, url],
    },
    button: {
      group: "block",
      attrs: { href: { validate: "string" }, text: { validate: "string" } },
      parseDOM: [
        {
          tag: "p[data-button]",
          getAttrs: (p) => ({ href: p.getAttribute("data-button"), text: p.textContent }),
        },
      ],
      toDOM: ({ attrs: { href, text } }) => [
        "p",
        { "data-button": href },
        ["span", { class: "btn" }, text],
      ],
    },
    /** An event or a team; what readers see of it comes with its page. */
    card: {
      group: "block",
      attrs: { href: { validate: "string" }, text: { validate: "string" } },
      draggable: true,
      parseDOM: [
        {
          tag: "p[data-card]",
          getAttrs: (p) => {
            const href = p.getAttribute("data-card") ?? ""
            return cardOf(href) !== null && { href, text: p.textContent }
          },
        },
      ],
      toDOM: ({ attrs: { href, text } }) => ["p", { "data-card": href }, text],
    },
    /** What the editor has no form for, tables say: its Markdown, as it was written. */
    raw: {
      group: "block",
      content: "text*",
      marks: "",
      code: true,
      defining: true,
      parseDOM: [{ tag: "pre[data-raw]", preserveWhitespace: "full" }],
      toDOM: () => ["pre", { "data-raw": "" }, ["code", 0]],
    },
  })

type Basic = typeof basicSchema extends Schema<infer Nodes, infer Marks> ? [Nodes, Marks] : never
type NodeName =
  | Exclude<Basic[0], "image">
  | "picture"
  | "gallery"
  | "video"
  | "button"
  | "card"
  | "raw"
type MarkName = Basic[1] | "strike"

export const schema = new Schema<NodeName, MarkName>({
  nodes,
  // A link is around whatever is bold in it.
  marks: basic.marks
    .remove("link")
    .addToStart("link", {
      attrs: {
        href: { validate: "string" },
        title: { default: null, validate: "string|null" },
      },
      inclusive: false,
      parseDOM: [
        {
          tag: "a[href]",
          getAttrs: (link) => {
            const href = link.getAttribute("href") ?? ""
            return isAllowedLink(href) && { href, title: link.getAttribute("title") }
          },
        },
      ],
      toDOM: ({ attrs: { href, title } }) => ["a", { href, ...(title && { title }) }, 0],
    })
    .append({ strike: { parseDOM: [{ tag: "s" }, { tag: "del" }], toDOM: () => ["s"] } }),
})

const KNOWN = new Set([
  ...["paragraph", "heading", "blockquote", "bullet_list", "ordered_list", "list_item"],
  ...["em", "strong", "s", "link", "text", "inline", "softbreak", "hardbreak", "code_inline"],
  ...["code_block", "fence", "hr", "picture", "gallery", "video", "button", "card"],
])

const isKnown = ({ type, children }: Token): boolean =>
  KNOWN.has(type.replace(/_(open|close)$/, "")) && (children ?? []).every(isKnown)

/** The lines of a text that a block is made of. */
interface Block {
  tokens: Token[]
  from: number
  to: number
}

/** The blocks of a text. One that holds what the editor doesn't know is its Markdown. */
function blocksOf(tokens: Token[], lines: string[], raw: (text: string) => Token): Block[] {
  const isBlank = (line: number) => lines[line]?.trim() === ""
  const blocks: Block[] = []
  function add(from: number, end: number, block?: Token[]): void {
    let to = end
    while (to > from && isBlank(to - 1)) to -= 1
    if (to === from) return
    const text = lines.slice(from, to).join("\n")
    blocks.push({ tokens: block?.every(isKnown) ? block : [raw(text)], from, to })
  }
  // What is between blocks and not empty defines links.
  function addBetween(end: number): void {
    let from = blocks.at(-1)?.to ?? 0
    while (from < end && isBlank(from)) from += 1
    add(from, end)
  }
  for (let start = 0; start < tokens.length; ) {
    const [from = 0, to = 0] = tokens[start]?.map ?? []
    let end = start + 1
    while (end < tokens.length && tokens[end]?.level !== 0) end += 1
    if (tokens[start]?.nesting === 1) end += 1
    addBetween(from)
    add(from, to, tokens.slice(start, end))
    start = end
  }
  addBetween(lines.length)
  return blocks
}

const tokenizer = ourMarkdown()
tokenizer.core.ruler.push("blocks", (state: StateCore) => {
  const raw = (text: string) => Object.assign(new state.Token("raw", "", 0), { content: text })
  const lines = state.src.split("\n")
  const blocks = blocksOf(state.tokens, lines, raw)
  Object.assign(state.env, { lines, blocks })
  state.tokens = blocks.flatMap(({ tokens }) => tokens)
})

const isTight = (tokens: Token[], index: number) =>
  tokens.slice(index).find(({ type }) => type === "paragraph_open")?.hidden ?? false

const { image: _images, ...basicTokens } = defaultMarkdownParser.tokens

const parser = new MarkdownParser(schema, tokenizer, {
  ...basicTokens,
  s: { mark: "strike" },
  bullet_list: {
    block: "bullet_list",
    getAttrs: (_token, tokens, index) => ({ tight: isTight(tokens, index) }),
  },
  ordered_list: {
    block: "ordered_list",
    getAttrs: (token, tokens, index) => ({
      order: Number(token.attrGet("start") ?? 1),
      tight: isTight(tokens, index),
    }),
  },
  raw: { block: "raw", noCloseToken: true },
  video: { node: "video", getAttrs: ({ meta }) => ({ url: meta.url }) },
  button: { node: "button", getAttrs: ({ meta }) => ({ href: meta.href, text: meta.text }) },
  card: { node: "card", getAttrs: ({ meta }) => ({ href: meta.href, text: meta.text }) },
  gallery: { block: "gallery" },
  picture: {
    node: "picture",
    getAttrs: (token) => ({
      ...ownPicture(token.attrGet("src") ?? ""),
      alt: token.content,
      caption: token.attrGet("title") ?? "",
    }),
  },
})

const { image: _image, ...basicNodes } = defaultMarkdownSerializer.nodes

const quoted = (text: string) => ` "${text.replaceAll(/["\\]/g, "\\$&")}"`

const serializer = new MarkdownSerializer(
  {
    ...basicNodes,
    bullet_list: (state, node) => state.renderList(node, "  ", () => "- "),
    raw(state, node) {
      state.text(node.textContent, false)
      state.closeBlock(node)
    },
    picture(state, { attrs: { src, alt, caption, isDecoration } }, parent) {
      const address = pictureAddress(src, isDecoration)
      state.write(`![${state.esc(alt)}](${address}${caption ? quoted(caption) : ""})`)
      if (parent.type.name === "gallery") state.write("\n")
    },
    gallery(state, node) {
      for (const [index, picture] of node.children.entries()) state.render(picture, node, index)
      state.closeBlock(node)
    },
    video(state, node) {
      state.write(node.attrs["url"])
      state.closeBlock(node)
    },
    button(state, node) {
      const { href, text } = node.attrs
      state.write(`[${state.esc(text)}](${href}${quoted(BUTTON_TITLE)})`)
      state.closeBlock(node)
    },
    card(state, node) {
      const { href, text } = node.attrs
      state.write(`[${state.esc(text)}](${href}${quoted(CARD_TITLE)})`)
      state.closeBlock(node)
    },
  },
  {
    ...defaultMarkdownSerializer.marks,
    strike: { open: "~~", close: "~~", mixable: true, expelEnclosingWhitespace: true },
  },
)

/** How a block was written, and what stood between it and the one before it. */
interface Source {
  text: string
  gap: string
  before: Node | null
}

interface Opened {
  doc: Node
  toMarkdown: (doc: Node) => string
  /** Which of the document's blocks a line of the text is in. */
  blockAt: (line: number) => number
}

/** A Markdown text as a document that remembers how each of its blocks was written. */
export function openMarkdown(markdown: string): Opened {
  const env: { blocks: Block[]; lines: string[] } = { blocks: [], lines: [] }
  const doc = parser.parse(markdown, env)
  const sources = new Map<Node, Source>()
  doc.forEach((node, _offset, index) => {
    const [before, block] = [env.blocks[index - 1], env.blocks[index]]
    if (!block) return
    const gap = "\n".repeat(block.from - (before?.to ?? 0) + Number(before !== undefined))
    const text = env.lines.slice(block.from, block.to).join("\n")
    sources.set(node, { text, gap, before: doc.maybeChild(index - 1) })
  })

  /** What is unchanged stays as it was written, to the letter. */
  function toMarkdown(changed: Node): string {
    if (changed.eq(doc)) return markdown
    let out = ""
    changed.forEach((node, _offset, index) => {
      const source = sources.get(node)
      const before = changed.maybeChild(index - 1)
      const text = source?.text ?? serializer.serialize(schema.node("doc", null, [node])).trimEnd()
      const gap = source?.before === before ? source.gap : before ? "\n\n" : ""
      out += gap + text
    })
    // An empty paragraph at the end is only where one would go on.
    return out.trimEnd()
  }

  const blockAt = (line: number) => env.blocks.findIndex(({ to }) => line < to)
  return { doc, toMarkdown, blockAt }
}
