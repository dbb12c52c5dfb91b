/** Converts Markdown to the editor's document and back. Unchanged blocks keep their Markdown where possible. */
import type { StateCore, Token } from "markdown-it"
import { defaultMarkdownParser, MarkdownParser } from "prosemirror-markdown"
import type { Node } from "prosemirror-model"
import { parseUploadedPicture } from "../../markdown/blocks.ts"
import { createMarkdownParser } from "../../markdown/render.ts"
import { schema } from "./schema.ts"
import { writeBlockMarkdown } from "./serializer.ts"

/** Tokens of the Markdown parser for which the editor's schema has a node or mark. */
const SUPPORTED_TOKENS = new Set([
  ...["paragraph", "heading", "blockquote", "bullet_list", "ordered_list", "list_item"],
  ...["em", "strong", "s", "link", "text", "inline", "softbreak", "hardbreak", "code_inline"],
  ...["code_block", "fence", "hr", "picture", "gallery", "video", "button", "card"],
])

/** First tokens of the blocks that are paragraphs in Markdown. */
const PARAGRAPH_TOKENS = new Set([
  ...["paragraph_open", "picture", "gallery_open", "video", "button", "card"],
])

const isSupported = ({ type, children }: Token): boolean =>
  SUPPORTED_TOKENS.has(type.replace(/_(open|close)$/, "")) && (children ?? []).every(isSupported)

/** A top-level block of a text. `from` is its first line, and `to` is the line after its last line. */
interface Block {
  tokens: Token[]
  from: number
  to: number
}

/** Splits a text into blocks. An unsupported block becomes a `raw` token with its Markdown. */
function splitIntoBlocks(
  tokens: Token[],
  lines: string[],
  createRawToken: (text: string) => Token,
): Block[] {
  const isBlank = (line: number) => /^[ \t]*$/.test(lines[line] ?? "x")
  const blocks: Block[] = []
  function addBlock(from: number, end: number, block?: Token[]): void {
    let to = end
    while (to > from && isBlank(to - 1)) to -= 1
    if (to === from) return
    const text = lines.slice(from, to).join("\n")
    blocks.push({ tokens: block?.every(isSupported) ? block : [createRawToken(text)], from, to })
  }
  // Adds the lines of link definitions, which belong to no token.
  function addDefinitions(end: number): void {
    let from = blocks.at(-1)?.to ?? 0
    while (from < end && isBlank(from)) from += 1
    addBlock(from, end)
  }
  // A block consists of all tokens up to its closing token, which is of level 0, or of a single token.
  for (let start = 0; start < tokens.length; ) {
    const [from = 0, to = 0] = tokens[start]?.map ?? []
    let end = start + 1
    while (end < tokens.length && tokens[end]?.level !== 0) end += 1
    if (tokens[start]?.nesting === 1) end += 1
    addDefinitions(from)
    addBlock(from, to, tokens.slice(start, end))
    start = end
  }
  addDefinitions(lines.length)
  return blocks
}

/** Replaces soft breaks in paragraphs with hard breaks, so that they stay visible. */
function hardenLineBreaks(tokens: Token[]): void {
  for (const [index, { children }] of tokens.entries()) {
    if (tokens[index - 1]?.type !== "paragraph_open") continue
    for (const child of children ?? []) if (child.type === "softbreak") child.type = "hardbreak"
  }
}

const tokenizer = createMarkdownParser()
tokenizer.core.ruler.push("blocks", (state: StateCore) => {
  const createRawToken = (text: string) =>
    Object.assign(new state.Token("raw", "", 0), { content: text })
  const lines = state.src.split("\n")
  const blocks = splitIntoBlocks(state.tokens, lines, createRawToken)
  if (state.env["keepsLines"]) hardenLineBreaks(state.tokens)
  Object.assign(state.env, { lines, blocks })
  state.tokens = blocks.flatMap(({ tokens }) => tokens)
})

/** Returns whether a list is tight: pages then show no space between its items. */
function isTight(tokens: Token[], index: number): boolean {
  const { level = 0, type } = tokens[index] ?? {}
  const end = tokens.findIndex(
    (token, i) => i > index && token.level === level && token.type !== type,
  )
  // Blocks in list items are two levels deeper than their list.
  const tokensInItems = tokens.slice(index, end).filter((token) => token.level === level + 2)
  return tokensInItems.find(({ type }) => PARAGRAPH_TOKENS.has(type))?.hidden ?? true
}

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
      ...parseUploadedPicture(token.attrGet("src") ?? ""),
      alt: token.content,
      caption: token.attrGet("title") ?? "",
    }),
  },
})

interface Source {
  text: string
  /** Line feeds between the block and the block above. */
  gap: string
  before: Node | null
}

interface WrittenBlock {
  node: Node
  text: string
  isUnchanged: boolean
}

/** Returns whether a code block has an end. A code block without a closing fence would contain the text below. */
const isClosed = (text: string): boolean =>
  tokenizer.parse(`${text}\n\nend`, {}).at(-1)?.type === "paragraph_close"

/** Parses pasted text, which may be Markdown. Line feeds in paragraphs become line breaks. */
export const parseLines = (text: string): Node => parser.parse(text, { keepsLines: true })

/**
 * Parses Markdown. Returns the editor's document, a function that converts the changed document back, and a function
 * that finds the top-level block at a line.
 */
export function openMarkdown(markdown: string) {
  const env: { blocks: Block[]; lines: string[]; references?: object } = { blocks: [], lines: [] }
  const doc = parser.parse(markdown, env)
  const sources = new Map<Node, Source>()
  doc.forEach((node, _offset, index) => {
    const [before, block] = [env.blocks[index - 1], env.blocks[index]]
    if (!block) return
    const gap = "\n".repeat(block.from - (before?.to ?? 0) + Number(before !== undefined))
    const text = env.lines.slice(block.from, block.to).join("\n")
    sources.set(node, { text, gap, before: doc.maybeChild(index - 1) })
  })
  const hasReferences = Object.keys(env.references ?? {}).length > 0
  const definitions = hasReferences ? doc.children.filter(({ type }) => type.name === "raw") : []

  /** Returns the original Markdown of a block, or null if the parser would read it differently in its new place. */
  function findSource(node: Node, before: WrittenBlock | null, isLast: boolean): Source | null {
    const source = sources.get(node)
    if (!source || (!isLast && node.type === schema.nodes.code_block && !isClosed(source.text))) {
      return null
    }
    const isSamePlace = source.before === (before?.node ?? null) && before?.isUnchanged !== false
    if (isSamePlace) return source
    // An indented block or a list would become part of a new list above it.
    const isAbsorbed = /^[ \t]/.test(source.text) || /_list$/.test(node.type.name)
    return before && isAbsorbed && /_list$/.test(before.node.type.name)
      ? null
      : { ...source, gap: before ? "\n\n" : "" }
  }

  /** Converts a document to Markdown. Unchanged blocks keep their Markdown where `findSource()` returns it. */
  function toMarkdown(changed: Node): string {
    if (changed.eq(doc)) return markdown
    // A block may use link definitions, so it keeps its Markdown only if all definitions still exist.
    const keepsSources = definitions.every((definition) => changed.children.includes(definition))
    let out = ""
    let before: WrittenBlock | null = null
    for (const node of changed.children) {
      const source: Source | null = keepsSources
        ? findSource(node, before, node === changed.lastChild)
        : null
      const text: string = source?.text ?? writeBlockMarkdown(node, before)
      if (!text) continue
      out += (source?.gap ?? (before ? "\n\n" : "")) + text
      before = { node, text, isUnchanged: source !== null }
    }
    return out.replace(/[ \t\n]+$/, "")
  }

  const findBlockIndex = (line: number) => env.blocks.findIndex(({ to }) => line < to)
  return { doc, toMarkdown, findBlockIndex }
}
