import { expect, test } from "vitest"
import { highlight, passage } from "./passage.ts"

test("what was found is marked as it is written", () => {
  expect(highlight("Pie Zvaigznēm, no Zvaigznes.", new Set(["zvaigznem", "zvaigznes"]))).toEqual([
    { text: "Pie ", isFound: false },
    { text: "Zvaigznēm", isFound: true },
    { text: ", no ", isFound: false },
    { text: "Zvaigznes", isFound: true },
    { text: ".", isFound: false },
  ])
})

test("a short text is shown whole", () => {
  expect(passage("Seven dancers.", new Set(["riga"]))).toBe("Seven dancers.")
})

test("a long one is cut between words, around what was found", () => {
  const text = `${"one two ".repeat(40)}Rīga ${"three four ".repeat(40)}`
  const found = passage(text, new Set(["riga"]))
  expect(found).toContain("Rīga")
  expect(found).toMatch(/^…(one|two) .* (three|four)…$/)
  expect(found.length).toBeLessThan(180)
  expect(passage(text, new Set(["nothing"]))).toMatch(/^one two .*…$/)
})
