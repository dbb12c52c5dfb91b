import { defaultMarkdownSerializer, MarkdownSerializer } from "prosemirror-markdown"
import { Fragment, type Node } from "prosemirror-model"
import { BUTTON_TITLE, CARD_TITLE, DECORATION, GALLERY_MAX } from "../../markdown/blocks.ts"
import {
  writeDestination,
  writeInlineMarkdown,
  writeLabel,
  writeQuoted,
} from "./inline-markdown.ts"
import { writeUrlOnOwnLine } from "./urls.ts"

export const writePictureUrl = (src: string, isDecoration: boolean): string =>
  isDecoration ? src + DECORATION : src

/** Blocks that are paragraphs in Markdown. The parser does not recognize these blocks in tight lists. */
const PARAGRAPH_BLOCKS = new Set(["picture", "gallery", "video", "button", "card"])

const isList = ({ type }: Node) => type.name === "bullet_list" || type.name === "ordered_list"

/** Returns the first number of an ordered list; Markdown allows at most nine digits. */
const getFirstNumber = ({ attrs: { order } }: Node) =>
  Number.isInteger(order) && order >= 0 && order < 1e9 ? order : 1

const isParagraph = ({ type }: Node) => type.name === "paragraph"

const isEmpty = (block: Node) => isParagraph(block) && /^[ \t\r\n]*$/.test(block.textContent)

const isParagraphBlock = ({ type }: Node) => PARAGRAPH_BLOCKS.has(type.name)

/** Returns whether two blocks of a list item need no empty line between them. */
function canFollowDirectly(block: Node, before: Node): boolean {
  const first = block.firstChild?.firstChild
  const canInterruptParagraph = block.type.name === "bullet_list" || getFirstNumber(block) === 1
  return (
    isList(block) &&
    before.type !== block.type &&
    canInterruptParagraph &&
    first != null &&
    !isEmpty(first)
  )
}

function isTight(list: Node): boolean {
  const blocks = list.children.flatMap((item) => item.children)
  if (blocks.some(isParagraphBlock)) return false
  const needsNoEmptyLines = list.children.every((item) =>
    item.children.every(
      (child, index) => index === 0 || canFollowDirectly(child, item.child(index - 1)),
    ),
  )
  return (
    blocks.length === 1 || !blocks.some(isParagraph) || (list.attrs["tight"] && needsNoEmptyLines)
  )
}

/** Converts blocks to blocks that Markdown can write: removes empty paragraphs, and splits too large galleries. */
function simplifyBlocks(blocks: readonly Node[]): Node[] {
  return blocks.flatMap((block) => {
    switch (block.type.name) {
      case "paragraph":
        return isEmpty(block) ? [] : [block]
      case "gallery":
        return toGalleries(block)
      case "blockquote":
        return [simplifyContainer(block)]
      case "bullet_list":
      case "ordered_list": {
        const list = block.copy(Fragment.from(block.children.map(simplifyContainer)))
        const [only, ...others] = list.children.flatMap((item) => item.children)
        // In Markdown, a list with only a picture would become text.
        if (only && isParagraphBlock(only) && others.length === 0) return [only]
        return [block.type.create({ ...block.attrs, tight: isTight(list) }, list.content)]
      }
      default:
        return [block]
    }
  })
}

function simplifyContainer(container: Node): Node {
  const blocks = simplifyBlocks(container.children)
  return container.copy(
    Fragment.from(blocks.length > 0 ? blocks : container.type.schema.node("paragraph")),
  )
}

/** Splits pictures into galleries of almost equal size, of at most `GALLERY_MAX` pictures. */
export function splitGallery<Picture>(pictures: readonly Picture[]): Picture[][] {
  const size = Math.ceil(pictures.length / Math.ceil(pictures.length / GALLERY_MAX))
  return pictures.flatMap((_, index) =>
    index % size === 0 ? [pictures.slice(index, index + size)] : [],
  )
}

const toGalleries = (gallery: Node): Node[] =>
  splitGallery(gallery.children).flatMap((row) =>
    row.length > 1 ? gallery.copy(Fragment.from(row)) : row,
  )

/** Markers of list items. Two lists in a row have different markers, or the parser would merge the lists. */
interface ListMarkers {
  bullet: "-" | "*"
  number: "." | ")"
}

const getOtherMarkers = ({ bullet, number }: ListMarkers): ListMarkers => ({
  bullet: bullet === "-" ? "*" : "-",
  number: number === "." ? ")" : ".",
})

/** Returns the markers of the list at this index. `first` are the markers of the first list in the parent. */
function getMarkersAt(parent: Node, index: number, first: ListMarkers): ListMarkers {
  const before = parent.maybeChild(index - 1)
  if (before?.type === parent.child(index).type)
    return getOtherMarkers(getMarkersAt(parent, index - 1, first))
  // Three equal bullets in a line (`- - -`) are a horizontal rule, so nested lists alternate their bullets.
  return index === 0 && parent.type.name === "list_item" ? getOtherMarkers(first) : first
}

/** Writes a link. Its `title` marks it as a button or card. */
const writeLinkBlock = ({ attrs: { href, text } }: Node, title: string) =>
  `[${writeLabel(text.trim() || href)}${writeDestination(href, title)}`

const createSerializer = (markers: ListMarkers) =>
  new MarkdownSerializer(
    {
      ...defaultMarkdownSerializer.nodes,
      doc: (state, node) => state.renderContent(node),
      paragraph(state, node) {
        state.text(writeInlineMarkdown(node), false)
        state.closeBlock(node)
      },
      heading(state, node) {
        state.write(`${"#".repeat(node.attrs["level"])} ${writeInlineMarkdown(node)}`)
        state.closeBlock(node)
      },
      code_block(state, node) {
        const { params } = node.attrs
        const [character, runPattern] = params.includes("`") ? ["~", /~{3,}/g] : ["`", /`{3,}/g]
        let fence = character.repeat(3)
        for (const [run] of node.textContent.matchAll(runPattern)) {
          if (run.length >= fence.length) fence = run + character
        }
        state.write(`${fence}${params}\n`)
        state.text(node.textContent, false)
        state.write("\n")
        state.write(fence)
        state.closeBlock(node)
      },
      blockquote(state, node) {
        // The serializer omits empty lines in a tight list, but a quote needs them.
        const isTight = Reflect.get(state, "inTightList")
        Reflect.set(state, "inTightList", false)
        state.wrapBlock("> ", null, node, () => state.renderContent(node))
        Reflect.set(state, "inTightList", isTight)
      },
      horizontal_rule(state, node, parent) {
        state.write(parent.type.name === "list_item" ? "___" : "---")
        state.closeBlock(node)
      },
      bullet_list(state, node, parent, index) {
        const { bullet } = getMarkersAt(parent, index, markers)
        state.renderList(node, "  ", () => `${bullet} `)
      },
      ordered_list(state, node, parent, index) {
        const { number } = getMarkersAt(parent, index, markers)
        const start = getFirstNumber(node)
        const width = String(start + node.childCount - 1).length
        state.renderList(node, " ".repeat(width + 2), (at) => {
          return `${start + at}${number} `.padEnd(width + 2)
        })
      },
      raw(state, node) {
        state.text(node.textContent, false)
        state.closeBlock(node)
      },
      picture(state, node, parent) {
        const { src, alt, caption, isDecoration } = node.attrs
        const url = writePictureUrl(src, isDecoration)
        state.write(`![${writeLabel(alt)}](${url}${caption ? ` ${writeQuoted(caption)}` : ""})`)
        if (parent.type.name === "gallery") state.write("\n")
        else state.closeBlock(node)
      },
      gallery(state, node) {
        for (const [index, picture] of node.children.entries()) state.render(picture, node, index)
        state.closeBlock(node)
      },
      video(state, node) {
        state.write(writeUrlOnOwnLine(node.attrs["url"]))
        state.closeBlock(node)
      },
      button(state, node) {
        state.write(writeLinkBlock(node, BUTTON_TITLE))
        state.closeBlock(node)
      },
      card(state, node) {
        state.write(writeLinkBlock(node, CARD_TITLE))
        state.closeBlock(node)
      },
    },
    {},
  )

/** Returns list markers for a block. If the block before is a list, they differ from its markers. */
function getMarkersAfter(before: { node: Node; text: string } | null): ListMarkers {
  const text = before?.text ?? ""
  return {
    bullet: before?.node.type.name === "bullet_list" && /^\s*-/.test(text) ? "*" : "-",
    number: before?.node.type.name === "ordered_list" && /^\s*\d+\./.test(text) ? ")" : ".",
  }
}

/** Returns the Markdown of a top-level block. `before` is the block above with its Markdown. */
export function writeBlockMarkdown(
  block: Node,
  before: { node: Node; text: string } | null,
): string {
  const { schema } = block.type
  const doc = schema.topNodeType.create(null, simplifyBlocks([block]))
  return createSerializer(getMarkersAfter(before))
    .serialize(doc)
    .replace(/[ \t\n]+$/, "")
}
