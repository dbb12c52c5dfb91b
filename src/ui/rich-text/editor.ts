/** The editor in a page: ProseMirror over a document, with its keys, its rules while typing and what is pasted. */
import { baseKeymap, chainCommands, setBlockType, toggleMark, wrapIn } from "prosemirror-commands"
import { dropCursor } from "prosemirror-dropcursor"
import { gapCursor } from "prosemirror-gapcursor"
import { history, redo, redoDepth, undo, undoDepth } from "prosemirror-history"
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from "prosemirror-inputrules"
import { keymap } from "prosemirror-keymap"
import { type MarkType, type Node, type NodeType, Slice } from "prosemirror-model"
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list"
import {
  type Command,
  EditorState,
  NodeSelection,
  Plugin,
  Selection,
  TextSelection,
  type Transaction,
} from "prosemirror-state"
import { EditorView, type NodeView } from "prosemirror-view"
import { cardOf } from "../../markdown/blocks.ts"
import { videoOf } from "../../shared/video.ts"
import { openMarkdown, parseLines, schema } from "./document.ts"
import type { OwnSite } from "./own-site.ts"
import { isPicture, tidyPasted } from "./paste.ts"

const { nodes, marks } = schema

/** Turns the selected blocks into a list; those of such a list into paragraphs again. */
const list =
  (type: NodeType): Command =>
  (state, dispatch) =>
    isInside(state, type)
      ? liftListItem(nodes.list_item)(state, dispatch)
      : wrapInList(type, { tight: true })(state, dispatch)

const heading =
  (level: number): Command =>
  (state, dispatch) => {
    const isOne = isInside(state, nodes.heading, { level })
    return setBlockType(isOne ? nodes.paragraph : nodes.heading, isOne ? null : { level })(
      state,
      dispatch,
    )
  }

const quote: Command = (state, dispatch, view) =>
  isInside(state, nodes.blockquote)
    ? // The innermost thing around the selection goes; a quote in a quote takes two presses.
      liftOut(state, dispatch)
    : wrapIn(nodes.blockquote)(state, dispatch, view)

const liftOut: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const range = $from.blockRange($to, (node) => node.type === nodes.blockquote)
  if (!range) return false
  dispatch?.(state.tr.lift(range, range.depth - 1))
  return true
}

/** Where text comes after a block that is selected as a whole; of a picture in a gallery, after that. */
function afterBlock({ selection, doc }: EditorState | Transaction): number | null {
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return null
  let place = doc.resolve(selection.to)
  while (!place.parent.canReplaceWith(place.index(), place.index(), nodes.paragraph)) {
    place = doc.resolve(place.after())
  }
  return place.pos
}

/** Puts the caret into a paragraph of its own after the selected block, which stays. */
function leaveForParagraph(tr: Transaction): Transaction {
  const place = afterBlock(tr)
  if (place === null) return tr
  tr.insert(place, nodes.paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, place + 1))
}

/** Goes on in the text after the selected block. */
export const leaveBlock: Command = (state, dispatch) => {
  const place = afterBlock(state)
  if (place === null) return false
  const hasText = state.doc.resolve(place).nodeAfter?.isTextblock
  dispatch?.(
    hasText
      ? state.tr.setSelection(TextSelection.create(state.doc, place + 1)).scrollIntoView()
      : leaveForParagraph(state.tr).scrollIntoView(),
  )
  return true
}

/** Puts a block where the selection is, and the caret after it, in a paragraph. */
function putBlock(tr: Transaction, block: Node): Transaction {
  leaveForParagraph(tr)
  const [{ to }, steps] = [tr.selection, tr.steps.length]
  tr.replaceSelectionWith(block)
  const after = tr.mapping.slice(steps).map(to)
  const place = tr.doc.resolve(after)
  if (!place.parent.isTextblock && !place.nodeAfter?.isTextblock) {
    tr.insert(after, nodes.paragraph.create())
  }
  return tr.setSelection(TextSelection.near(tr.doc.resolve(after))).scrollIntoView()
}

export const insertBlock =
  (block: Node): Command =>
  (state, dispatch) => {
    dispatch?.(putBlock(state.tr, block))
    return true
  }

/** What the toolbar's plain buttons do. */
export const COMMANDS = {
  heading: heading(2),
  subheading: heading(3),
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  list: list(nodes.bullet_list),
  numbers: list(nodes.ordered_list),
  quote,
  divider: insertBlock(nodes.horizontal_rule.create()),
} satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS

/** What was done lately: taken back and done again, as far as there is any. */
export const STEPS = {
  undo: { command: undo, depth: undoDepth },
  redo: { command: redo, depth: redoDepth },
}

const isInside = (
  { selection }: EditorState,
  type: NodeType,
  attrs: Record<string, unknown> = {},
): boolean => {
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    const isSame = Object.entries(attrs).every(([name, value]) => node.attrs[name] === value)
    if (node.type === type && isSame) return true
  }
  return false
}

const hasMark = ({ selection, storedMarks, doc }: EditorState, mark: MarkType): boolean => {
  const { from, $from, to, empty } = selection
  return empty
    ? mark.isInSet(storedMarks ?? $from.marks()) !== undefined
    : doc.rangeHasMark(from, to, mark)
}

/** Which buttons are on where the caret is. */
export const activeCommands = (state: EditorState): Set<CommandName | "link"> => {
  const all: [CommandName | "link", boolean][] = [
    ["heading", isInside(state, nodes.heading, { level: 2 })],
    ["subheading", isInside(state, nodes.heading, { level: 3 })],
    ["bold", hasMark(state, marks.strong)],
    ["italic", hasMark(state, marks.em)],
    ["link", hasMark(state, marks.link)],
    ["list", isInside(state, nodes.bullet_list)],
    ["numbers", isInside(state, nodes.ordered_list)],
    ["quote", isInside(state, nodes.blockquote)],
  ]
  return new Set(all.filter(([, isOn]) => isOn).map(([name]) => name))
}

/** The link around the caret, or the selection's: where it is and where it leads. */
export function linkAt({ selection, doc }: EditorState): {
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

/** Makes a link of a range, with this text where there is none; an empty address takes it away. */
export const setLink =
  (range: { from: number; to: number }, href: string, text: string): Command =>
  (state, dispatch) => {
    const { from, to } = range
    const tr = state.tr.removeMark(from, to, marks.link)
    const link = marks.link.create({ href })
    if (href && from === to) tr.insert(from, schema.text(text || href, [link]))
    else if (href) tr.addMark(from, to, link)
    // What is typed next comes after it.
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(to)), -1))
    dispatch?.(tr.removeStoredMark(marks.link))
    return true
  }

/** A name after an @ that the caret is behind: what it leads to is being chosen. */
export interface Mention {
  /** Of the @. */
  from: number
  to: number
  query: string
}

const MENTION = /(?:^|[\s(„“«"])@([\p{L}\p{N}][^@\n]{0,50})?$/u

export function mentionAt({ selection }: EditorState): Mention | null {
  const { $from, from, empty } = selection
  if (!empty || $from.parent.type !== nodes.paragraph) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc")
  const match = MENTION.exec(before)
  if (!match) return null
  const query = match[1] ?? ""
  return { from: from - query.length - 1, to: from, query }
}

/** Puts a card in the place of a mention that stands alone in its paragraph, and a link among words. */
export const insertMention =
  ({ from, to }: Mention, { path, title }: { path: string; title: string }): Command =>
  (state, dispatch) => {
    const { tr } = state
    const { parent, depth } = tr.doc.resolve(from)
    const isAlone = depth === 1 && parent.content.size === to - from
    if (isAlone && cardOf(path)) {
      putBlock(tr.delete(from, to), nodes.card.create({ href: path, text: title }))
    } else tr.replaceWith(from, to, schema.text(title, [marks.link.create({ href: path })]))
    dispatch?.(tr.removeStoredMark(marks.link))
    return true
  }

/** The selected picture and where it is. */
export function pictureAt({ selection }: EditorState): { node: Node; position: number } | null {
  const isPicture = selection instanceof NodeSelection && selection.node.type === nodes.picture
  return isPicture ? { node: selection.node, position: selection.from } : null
}

/** Goes to a block: to the picture in it with that description, else to its text. */
const goTo =
  (index: number, alt?: string): Command =>
  ({ doc, tr }, dispatch) => {
    const block = doc.maybeChild(index)
    if (!block) return false
    const start = doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
    let picture: number | null = null
    doc.nodesBetween(start, start + block.nodeSize, ({ type, attrs }, position) => {
      const isIt = type === nodes.picture && attrs["alt"].trim() === alt && !attrs["isDecoration"]
      if (isIt) picture ??= position
    })
    dispatch?.(
      tr
        .setSelection(
          picture === null
            ? Selection.near(doc.resolve(start + 1))
            : NodeSelection.create(doc, picture),
        )
        .scrollIntoView(),
    )
    return true
  }

/** Marks made by typing, `**bold**` say. */
const markRule = (pattern: RegExp, mark: MarkType) =>
  new InputRule(pattern, (state, match, start, end) => {
    const [all, lead = "", text = ""] = match
    if (!text) return null
    const from = start + all.indexOf(lead) + lead.length
    return state.tr
      .replaceWith(
        from,
        end,
        schema.text(text, [...(state.doc.resolve(from).marks() ?? []), mark.create()]),
      )
      .removeStoredMark(mark)
  })

const rules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{1,4})\s$/, nodes.heading, ([, signs = ""]) => ({
      level: Math.max(signs.length, 2),
    })),
    textblockTypeInputRule(/^```$/, nodes.code_block),
    wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    wrappingInputRule(/^\s*[-+*]\s$/, nodes.bullet_list, { tight: true }),
    wrappingInputRule(/^(\d+)\.\s$/, nodes.ordered_list, ([, order]) => ({
      order: Number(order),
      tight: true,
    })),
    new InputRule(/^---$/, (state, _match, start, end) =>
      state.tr.replaceRangeWith(start - 1, end, nodes.horizontal_rule.create()),
    ),
    markRule(/(^|\s)\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong),
    markRule(/(^|\s)\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.em),
    markRule(/(^|\s)_([^_\s](?:[^_]*[^_\s])?)_$/, marks.em),
  ],
})

/** Parses pasted plain text, which may be Markdown. Keeps its lines. A single paragraph is inserted inline. */
function pastedText(text: string): Slice {
  const { content } = parseLines(text)
  const isParagraph = content.childCount === 1 && content.firstChild?.type === nodes.paragraph
  return isParagraph ? new Slice(content, 1, 1) : new Slice(content, 0, 0)
}

/** A video's address alone in a line becomes the video when the line is left. */
const video: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const address = $from.parent.textContent
  const isAlone = empty && $from.parent.type === nodes.paragraph && $from.depth === 1
  if (!isAlone || /\s/.test(address) || !videoOf(address)?.player) return false
  const block = nodes.video.create({ url: address })
  const tr = state.tr.replaceWith($from.before(), $from.after(), [block, nodes.paragraph.create()])
  const after = tr.doc.resolve($from.before() + block.nodeSize)
  dispatch?.(tr.setSelection(TextSelection.near(after)).scrollIntoView())
  return true
}

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

/** A card as readers see it, once that is known; its links lead nowhere here. */
function cardView({ attrs: { href, text } }: Node, site: OwnSite): NodeView {
  const dom = document.createElement("div")
  dom.className = "card-block"
  dom.textContent = text
  void site.card(href).then((card) => {
    if (!card) return
    const shown = document.createElement("div")
    shown.inert = true
    // Our own words, escaped.
    shown.innerHTML = card.html
    dom.replaceChildren(shown)
  })
  return { dom, ignoreMutation: () => true }
}

interface Options {
  place: HTMLElement
  site: OwnSite
  markdown: string
  onChange: (markdown: string) => void
  /** After each change of text or selection. */
  onUpdate: (state: EditorState) => void
  onLink: () => void
  /** A picture is to be described. */
  onDescribe: () => void
  /** Before any other use of a key. */
  onKey: (event: KeyboardEvent) => boolean
  onFiles: (files: File[]) => void
}

const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"))

export function createEditor(options: Options): { view: EditorView; load: (text: string) => void } {
  let { doc, toMarkdown } = openMarkdown(options.markdown)
  const openLink: Command = () => {
    options.onLink()
    return true
  }
  const plugins = [
    new Plugin({
      props: {
        handleKeyDown: (_view, event) => options.onKey(event),
        // Typing leaves a selected picture or card as it is.
        handleTextInput(view, _from, _to, text) {
          if (afterBlock(view.state) === null) return false
          view.dispatch(leaveForParagraph(view.state.tr).insertText(text).scrollIntoView())
          return true
        },
        handleDOMEvents: {
          compositionstart(view) {
            if (afterBlock(view.state) !== null) view.dispatch(leaveForParagraph(view.state.tr))
          },
        },
      },
    }),
    rules,
    keymap({
      "Mod-z": chainCommands(undoInputRule, undo),
      "Mod-y": redo,
      "Mod-Shift-z": redo,
      Backspace: undoInputRule,
      "Mod-b": COMMANDS.bold,
      "Mod-i": COMMANDS.italic,
      "Mod-k": openLink,
      "Mod-Alt-2": COMMANDS.heading,
      "Mod-Alt-3": COMMANDS.subheading,
      "Mod-Shift-7": COMMANDS.numbers,
      "Mod-Shift-8": COMMANDS.list,
      "Mod-Shift-9": COMMANDS.quote,
      "Shift-Enter": breakLine,
      Enter: chainCommands(video, splitListItem(nodes.list_item)),
      "Mod-]": sinkListItem(nodes.list_item),
      "Mod-[": liftListItem(nodes.list_item),
    }),
    keymap(baseKeymap),
    history(),
    dropCursor(),
    gapCursor(),
    new Plugin({
      props: {
        transformPastedHTML: tidyPasted,
        clipboardTextParser: pastedText,
        clipboardTextSerializer: ({ content }) =>
          content.textBetween(0, content.size, "\n\n", ({ type }) =>
            type === nodes.hard_break ? "\n" : "",
          ),
        handleDOMEvents: {
          // What is to be looked at, by its line in the Markdown; of a picture, by its description, too.
          showline(view, event) {
            const { line = 0, alt } = event instanceof CustomEvent ? event.detail : {}
            const { blockAt } = openMarkdown(toMarkdown(view.state.doc))
            goTo(blockAt(line), alt)(view.state, view.dispatch)
            if (pictureAt(view.state)) options.onDescribe()
            return true
          },
        },
        handlePaste: (_view, event) => takeFiles(event.clipboardData),
        handleDrop: (_view, event, _slice, isMoved) => !isMoved && takeFiles(event.dataTransfer),
      },
    }),
  ]
  function takeFiles(data: DataTransfer | null): boolean {
    const files = picturesOf(data)
    if (!data || files.length === 0) return false
    // Word and Excel also copy a picture of the text.
    if (data.types.includes("text/html") && !isPicture(data.getData("text/html"))) return false
    options.onFiles(files)
    return true
  }
  const view = new EditorView(options.place, {
    state: EditorState.create({ doc, plugins }),
    nodeViews: { card: (node) => cardView(node, options.site) },
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction))
      if (transaction.docChanged) options.onChange(toMarkdown(view.state.doc))
      options.onUpdate(view.state)
    },
  })
  options.onUpdate(view.state)
  return {
    view,
    /** Takes another text: an earlier version, say. */
    load(text) {
      ;({ doc, toMarkdown } = openMarkdown(text))
      view.updateState(EditorState.create({ doc, plugins }))
      options.onUpdate(view.state)
    },
  }
}
