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
  const found = cutPassage(text, new Set(["riga"]))
  expect(found).toContain("Rīga")
  expect(found).toMatch(/^…(one|two) .* (three|four)…$/)
  expect(found.length).toBeLessThan(180)
  expect(cutPassage(text, new Set(["nothing"]))).toMatch(/^one two .*…$/)
})
