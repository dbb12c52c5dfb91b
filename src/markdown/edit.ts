/** What the buttons of a Markdown field do to its text. */

export const MARKDOWN_COMMANDS = ["bold", "italic", "heading", "link", "list", "quote"] as const

export type MarkdownCommand = (typeof MARKDOWN_COMMANDS)[number]

export interface Selected {
  text: string
  start: number
  end: number
}

/** Replaces what is between `from` and `to`; then the selection is from `start` to `end`. */
export interface Edit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

/** Sets a mark before and after the selection, or takes it away where it is. */
function around({ text, start, end }: Selected, mark: string): Edit {
  const { length } = mark
  const inner = text.slice(start, end)
  const isMarked = text.slice(0, start).endsWith(mark) && text.slice(end).startsWith(mark)
  if (isMarked) {
    return {
      from: start - length,
      to: end + length,
      insert: inner,
      start: start - length,
      end: end - length,
    }
  }
  return {
    from: start,
    to: end,
    insert: mark + inner + mark,
    start: start + length,
    end: end + length,
  }
}

/** Begins every line of the selection with a mark, or takes it away where all have it. */
function lines({ text, start, end }: Selected, mark: string, replaced: RegExp): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1
  const nextBreak = text.indexOf("\n", end)
  const to = nextBreak < 0 ? text.length : nextBreak
  const before = text.slice(from, to).split("\n")
  const areMarked = before.every((line) => line.startsWith(mark))
  const insert = before
    .map((line) => (areMarked ? line.slice(mark.length) : mark + line.replace(replaced, "")))
    .join("\n")
  const caret = from + insert.length
  return { from, to, insert, start: start === end ? caret : from, end: caret }
}

const ADDRESS = /^https?:\/\/\S+$/

/** Makes the selection a link: its address is what is typed next, or its text when it is an address. */
function link({ text, start, end }: Selected): Edit {
  const inner = text.slice(start, end)
  if (ADDRESS.test(inner)) {
    return { from: start, to: end, insert: `[](${inner})`, start: start + 1, end: start + 1 }
  }
  const address = "https://"
  const at = start + inner.length + 3
  return {
    from: start,
    to: end,
    insert: `[${inner}](${address})`,
    start: at,
    end: at + address.length,
  }
}

const EDITS: Record<MarkdownCommand, (selected: Selected) => Edit> = {
  bold: (selected) => around(selected, "**"),
  italic: (selected) => around(selected, "_"),
  heading: (selected) => lines(selected, "## ", /^#{1,6} +/),
  link,
  list: (selected) => lines(selected, "- ", /^(?:[*+-]|\d+\.) +/),
  quote: (selected) => lines(selected, "> ", /^$/),
}

export const markdownEdit = (command: MarkdownCommand, selected: Selected): Edit =>
  EDITS[command](selected)
