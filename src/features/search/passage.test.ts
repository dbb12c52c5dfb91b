import { expect, test } from "vitest"
import { cutPassage, highlight } from "./passage.ts"

test("matched words are highlighted as they are written in the text", () => {
  expect(highlight("Pie Zvaigznēm, no Zvaigznes.", new Set(["zvaigznem", "zvaigznes"]))).toEqual([
    { text: "Pie ", isMatch: false },
    { text: "Zvaigznēm", isMatch: true },
    { text: ", no ", isMatch: false },
    { text: "Zvaigznes", isMatch: true },
    { text: ".", isMatch: false },
  ])
})

test("a short text is shown whole", () => {
  expect(cutPassage("Seven dancers.", new Set(["riga"]))).toBe("Seven dancers.")
})

test("a long text is cut between words, around the first matched word", () => {
  const text = `${"one two ".repeat(40)}Rīga ${"three four ".repeat(40)}`
  const passage = cutPassage(text, new Set(["riga"]))
  expect(passage).toContain("Rīga")
  expect(passage).toMatch(/^…(one|two) .* (three|four)…$/)
  expect(passage.length).toBeLessThan(180)
})

test("a long text without a matched word is cut only at the end", () => {
  const text = "one two ".repeat(40)
  expect(cutPassage(text, new Set(["riga"]))).toMatch(/^one two .*…$/)
})
