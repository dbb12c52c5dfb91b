import { setBlockType, toggleMark, wrapIn } from "prosemirror-commands"
import { redo, redoDepth, undo, undoDepth } from "prosemirror-history"
import type { Attrs, MarkType, NodeType } from "prosemirror-model"
import { liftListItem, wrapInList } from "prosemirror-schema-list"
import type { Command, EditorState } from "prosemirror-state"
import type { IconName } from "../icons.tsx"
import { insertBlock } from "./commands.ts"
import { schema } from "./schema.ts"

const { nodes, marks } = schema

export type Panel = "link" | "button" | "video" | "card"

/** A button of the toolbar. It runs its command, opens its panel, or (`picture`) opens a file picker. */
export interface Tool {
  name:
    | ("heading" | "subheading" | "bold" | "italic" | "list" | "numbers" | "quote" | "divider")
    | ("undo" | "redo" | "picture")
    | Panel
  icon: IconName
  shortcut?: string
  command?: Command
  isOn?: (state: EditorState) => boolean
  isEnabled?: (state: EditorState) => boolean
  panel?: Panel
}

const isInside = ({ selection }: EditorState, type: NodeType, attrs: Attrs): boolean => {
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    const isSame = Object.entries(attrs).every(([name, value]) => node.attrs[name] === value)
    if (node.type === type && isSame) return true
  }
  return false
}

function createBlockTool(type: NodeType, apply: Command, remove: Command, attrs: Attrs = {}) {
  const isOn = (state: EditorState) => isInside(state, type, attrs)
  const command: Command = (state, dispatch, view) =>
    (isOn(state) ? remove : apply)(state, dispatch, view)
  return { command, isOn }
}

const createHeadingTool = (level: number) =>
  createBlockTool(
    nodes.heading,
    setBlockType(nodes.heading, { level }),
    setBlockType(nodes.paragraph),
    {
      level,
    },
  )

const createListTool = (type: NodeType) =>
  createBlockTool(type, wrapInList(type, { tight: true }), liftListItem(nodes.list_item))

const removeQuote: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const range = $from.blockRange($to, (node) => node.type === nodes.blockquote)
  if (!range) return false
  dispatch?.(state.tr.lift(range, range.depth - 1))
  return true
}

const hasMark = (mark: MarkType) => (state: EditorState) => {
  const { from, $from, to, empty } = state.selection
  return empty
    ? mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined
    : state.doc.rangeHasMark(from, to, mark)
}

const createMarkTool = (mark: MarkType) => ({ command: toggleMark(mark), isOn: hasMark(mark) })

const createHistoryTool = (command: Command, getDepth: (state: EditorState) => number) => ({
  command,
  isEnabled: (state: EditorState) => getDepth(state) > 0,
})

const insertDivider = insertBlock(nodes.horizontal_rule.create())

/** The toolbar's buttons. Phones show the first six without scrolling. */
export const TOOLS: Tool[] = [
  { name: "heading", icon: "heading", shortcut: "Mod+Alt+2", ...createHeadingTool(2) },
  { name: "bold", icon: "bold", shortcut: "Mod+B", ...createMarkTool(marks.strong) },
  { name: "italic", icon: "italic", shortcut: "Mod+I", ...createMarkTool(marks.em) },
  { name: "link", icon: "link", shortcut: "Mod+K", panel: "link", isOn: hasMark(marks.link) },
  { name: "picture", icon: "picture" },
  { name: "undo", icon: "undo", shortcut: "Mod+Z", ...createHistoryTool(undo, undoDepth) },
  { name: "redo", icon: "redo", shortcut: "Mod+Shift+Z", ...createHistoryTool(redo, redoDepth) },
  { name: "list", icon: "list", shortcut: "Mod+Shift+8", ...createListTool(nodes.bullet_list) },
  { name: "card", icon: "at", panel: "card" },
  { name: "video", icon: "video", panel: "video" },
  { name: "subheading", icon: "subheading", shortcut: "Mod+Alt+3", ...createHeadingTool(3) },
  {
    name: "numbers",
    icon: "numbers",
    shortcut: "Mod+Shift+7",
    ...createListTool(nodes.ordered_list),
  },
  {
    name: "quote",
    icon: "quote",
    shortcut: "Mod+Shift+9",
    ...createBlockTool(nodes.blockquote, wrapIn(nodes.blockquote), removeQuote),
  },
  { name: "button", icon: "button", panel: "button" },
  { name: "divider", icon: "divider", command: insertDivider },
]

export const TOOL_KEYMAP: Record<string, Command> = Object.fromEntries(
  TOOLS.flatMap(({ shortcut, command }) =>
    shortcut && command
      ? [[shortcut.replaceAll("+", "-").replace(/[A-Z]$/, (key) => key.toLowerCase()), command]]
      : [],
  ),
)
