import { EditorState, NodeSelection } from "prosemirror-state"
import { expect, test } from "vitest"
import { insertBlock, leaveBlock } from "./commands.ts"
import { openMarkdown } from "./document.ts"
import { schema } from "./schema.ts"

/** Selects the first picture, runs the command, types text, and returns the Markdown. */
function runCommand(markdown: string, command: typeof leaveBlock, typed = "") {
  const { doc, toMarkdown } = openMarkdown(markdown)
  let picturePosition = -1
  doc.descendants(({ type }, position) => {
    if (type === schema.nodes.picture && picturePosition < 0) picturePosition = position
  })
  let state = EditorState.create({ doc, selection: NodeSelection.create(doc, picturePosition) })
  command(state, (tr) => {
    state = state.apply(tr)
  })
  return toMarkdown(state.apply(state.tr.insertText(typed)).doc)
}

const OTHER_PICTURE = schema.nodes.picture.create({ src: "/uploads/b.webp", alt: "b" })

test.each([
  ["![a](/uploads/a.webp)\n\nEnd", "![a](/uploads/a.webp)\n\n![b](/uploads/b.webp)\n\nEnd"],
  [
    "![a](/uploads/a.webp)\n![c](/uploads/c.webp)",
    "![a](/uploads/a.webp)\n![c](/uploads/c.webp)\n\n![b](/uploads/b.webp)",
  ],
])("a block is inserted after a selected picture, or after its gallery", (before, after) => {
  expect(runCommand(before, insertBlock(OTHER_PICTURE))).toBe(after)
})

test("leaving a picture moves the caret into the text below it, or into a new paragraph", () => {
  expect(runCommand("![a](/uploads/a.webp)\n\nEnd", leaveBlock, "The ")).toBe(
    "![a](/uploads/a.webp)\n\nThe End",
  )
  expect(runCommand("![a](/uploads/a.webp)", leaveBlock, "End")).toBe(
    "![a](/uploads/a.webp)\n\nEnd",
  )
})
