import { expect, test } from "vitest"
import { type MarkdownCommand, markdownEdit } from "./edit.ts"

/** Runs a command on a text whose selection is between bars, and shows the result in the same way. */
function run(command: MarkdownCommand, marked: string): string {
  const [before = "", inner = "", after = ""] = marked.split("|")
  const text = before + inner + after
  const edit = markdownEdit(command, { text, start: before.length, end: (before + inner).length })
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const { start, end } = edit
  return `${result.slice(0, start)}|${result.slice(start, end)}|${result.slice(end)}`
}

test.each<[MarkdownCommand, string, string]>([
  ["bold", "a |b| c", "a **|b|** c"],
  ["bold", "a **|b|** c", "a |b| c"],
  ["bold", "a || c", "a **||** c"],
  ["italic", "a |b| c", "a _|b|_ c"],
  ["heading", "one\nt|w|o", "one\n|## two|"],
  ["heading", "||", "## ||"],
  ["heading", "# o|n|e", "|## one|"],
  ["heading", "## o|n|e", "|one|"],
  ["list", "|one\ntwo|\nthree", "|- one\n- two|\nthree"],
  ["list", "|- one\n- two|", "|one\ntwo|"],
  ["list", "|1. one\n2. two|", "|- one\n- two|"],
  ["quote", "a\n|b\n\nc|", "a\n|> b\n> \n> c|"],
  ["link", "see |here|", "see [here](|https://|)"],
  ["link", "see |https://daina.example|", "see [||](https://daina.example)"],
])("%s: %j becomes %j", (command, before, after) => {
  expect(run(command, before)).toBe(after)
})
