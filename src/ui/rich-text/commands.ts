import type { Node } from "prosemirror-model"
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from "prosemirror-state"
import { parseCardPath } from "../../markdown/blocks.ts"
import { parseVideo } from "../../shared/video.ts"
import { schema } from "./schema.ts"

const { nodes, marks } = schema

/** Returns the position after the selected block, or after its gallery; null if no block is selected. */
export function getPositionAfterBlock({
  selection,
  doc,
}: EditorState | Transaction): number | null {
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return null
  let position = doc.resolve(selection.to)
  while (!position.parent.canReplaceWith(position.index(), position.index(), nodes.paragraph)) {
    position = doc.resolve(position.after())
  }
  return position.pos
}

/** If a block is selected, moves the caret into a new paragraph below the block. */
export function leaveForParagraph(tr: Transaction): Transaction {
  const position = getPositionAfterBlock(tr)
  if (position === null) return tr
  tr.insert(position, nodes.paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, position + 1))
}

/** Moves the caret into the text below the selected block, or into a new paragraph if no text is there. */
export const leaveBlock: Command = (state, dispatch) => {
  const position = getPositionAfterBlock(state)
  if (position === null) return false
  const hasText = state.doc.resolve(position).nodeAfter?.isTextblock
  dispatch?.(
    hasText
      ? state.tr.setSelection(TextSelection.create(state.doc, position + 1)).scrollIntoView()
      : leaveForParagraph(state.tr).scrollIntoView(),
  )
  return true
}

/** Replaces selected text with a block. If a block is selected, adds the new block below it. Moves the caret below. */
function replaceWithBlock(tr: Transaction, block: Node): Transaction {
  leaveForParagraph(tr)
  const { to } = tr.selection
  const stepCount = tr.steps.length
  tr.replaceSelectionWith(block)
  const after = tr.mapping.slice(stepCount).map(to)
  const position = tr.doc.resolve(after)
  if (!position.parent.isTextblock && !position.nodeAfter?.isTextblock) {
    tr.insert(after, nodes.paragraph.create())
  }
  return tr.setSelection(TextSelection.near(tr.doc.resolve(after))).scrollIntoView()
}

export const insertBlock =
  (block: Node): Command =>
  (state, dispatch) => {
    dispatch?.(replaceWithBlock(state.tr, block))
    return true
  }

/** Returns the range of the whole link at the caret, or the selected range. `href` is empty if there is no link. */
export function findLink({ selection, doc }: EditorState): {
  from: number
  to: number
  href: string
} {
  const { $from, from, to, empty } = selection
  const mark = marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? [])
  if (!mark) return { from, to, href: "" }
  let [start, end] = [from, to]
  if (empty) {
    while (start > $from.start() && doc.rangeHasMark(start - 1, start, mark.type)) start -= 1
    while (end < $from.end() && doc.rangeHasMark(end, end + 1, mark.type)) end += 1
  }
  return { from: start, to: end, href: String(mark.attrs["href"]) }
}

/** Links a range, or inserts linked text if the range is empty. An empty `href` removes the link. */
export const setLink =
  (range: { from: number; to: number }, href: string, text: string): Command =>
  (state, dispatch) => {
    const { from, to } = range
    const tr = state.tr.removeMark(from, to, marks.link)
    const link = marks.link.create({ href })
    if (href && from === to) tr.insert(from, schema.text(text || href, [link]))
    else if (href) tr.addMark(from, to, link)
    // The caret goes behind the link, so that typed text is not part of the link.
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(to)), -1))
    dispatch?.(tr.removeStoredMark(marks.link))
    return true
  }

/** A typed `@`, which may be followed by the beginning of a title, such as `@Stray`. */
export interface Mention {
  from: number
  to: number
  query: string
}

/** Matches a mention at the end of a text. A space, a bracket, a quotation mark or no text precedes it. */
const MENTION = /(?:^|[\s(„“«"])@([\p{L}\p{N}][^@\n]{0,50})?$/u

export function findMention({ selection }: EditorState): Mention | null {
  const { $from, from, empty } = selection
  if (!empty || $from.parent.type !== nodes.paragraph) return null
  // U+FFFC replaces nodes that are not text, such as line breaks.
  const textBefore = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc")
  const match = MENTION.exec(textBefore)
  if (!match) return null
  const query = match[1] ?? ""
  return { from: from - query.length - 1, to: from, query }
}

/** Replaces a mention with a card if its page has a card and its paragraph has no other text, else with a link. */
export const insertMention =
  ({ from, to }: Mention, { path, title }: { path: string; title: string }): Command =>
  (state, dispatch) => {
    const { tr } = state
    const { parent, depth } = tr.doc.resolve(from)
    const isAlone = depth === 1 && parent.content.size === to - from
    if (isAlone && parseCardPath(path)) {
      replaceWithBlock(tr.delete(from, to), nodes.card.create({ href: path, text: title }))
    } else tr.replaceWith(from, to, schema.text(title, [marks.link.create({ href: path })]))
    dispatch?.(tr.removeStoredMark(marks.link))
    return true
  }

export function getSelectedPicture({
  selection,
}: EditorState): { node: Node; position: number } | null {
  const isPicture = selection instanceof NodeSelection && selection.node.type === nodes.picture
  return isPicture ? { node: selection.node, position: selection.from } : null
}

/** Selects the picture with the description `alt` in a top-level block, or else moves the caret into the block. */
export const selectInBlock =
  (index: number, alt?: string): Command =>
  ({ doc, tr }, dispatch) => {
    const block = doc.maybeChild(index)
    if (!block) return false
    const start = doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
    let picturePosition: number | null = null
    doc.nodesBetween(start, start + block.nodeSize, ({ type, attrs }, position) => {
      const isSearched =
        type === nodes.picture && attrs["alt"].trim() === alt && !attrs["isDecoration"]
      if (isSearched) picturePosition ??= position
    })
    dispatch?.(
      tr
        .setSelection(
          picturePosition === null
            ? Selection.near(doc.resolve(start + 1))
            : NodeSelection.create(doc, picturePosition),
        )
        .scrollIntoView(),
    )
    return true
  }

/** Converts the paragraph at the caret to a video if it contains only a video's URL. */
export const convertVideoUrl: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const url = $from.parent.textContent
  const isAlone = empty && $from.parent.type === nodes.paragraph && $from.depth === 1
  if (!isAlone || /\s/.test(url) || !parseVideo(url)?.playerUrl) return false
  const block = nodes.video.create({ url })
  const tr = state.tr.replaceWith($from.before(), $from.after(), [block, nodes.paragraph.create()])
  const after = tr.doc.resolve($from.before() + block.nodeSize)
  dispatch?.(tr.setSelection(TextSelection.near(after)).scrollIntoView())
  return true
}

export const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}
