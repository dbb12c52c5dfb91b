import { expect, test } from "vitest"
import { cutText, getDescription, htmlToText, shortenToLine } from "./description.ts"

test("a description is the beginning of the text in whole words", () => {
  expect(getDescription("<p>Hi &amp; hello.</p>\n<p>Come.</p>")).toBe("Hi & hello. Come.")
  const longDescription = getDescription(`<p>${"Nine jackets ".repeat(20)}</p>`)
  expect(longDescription).toMatch(/ (Nine|jackets)…$/)
  expect(longDescription.length).toBeLessThanOrEqual(155)
})

test("a text without words has an empty description", () => {
  expect(getDescription('<p><img src="/a.webp" alt=""></p>')).toBe("")
})

test("HTML is converted to its text", () => {
  expect(htmlToText("<h2>A &amp; B</h2><p>one <em>t</em>wo<br>3 &lt; 4</p>")).toBe(
    "A & B one two 3 < 4",
  )
})

test.each([
  ["abc🔥🔥", 4, "abc"],
  ["abc🔥🔥", 5, "abc🔥"],
  ["ab👩‍🎤c", 6, "ab"],
  ["🇱🇻🇪🇪", 6, "🇱🇻"],
  ["e\u0301e\u0301", 3, "e\u0301"],
  ["abc", 3, "abc"],
  ["👩‍🎤", 1, ""],
])("%j cut to at most %i UTF-16 units is %j", (text, max, expected) => {
  expect(cutText(text, max)).toBe(expected)
})

test("a description is cut before an emoji that does not fit", () => {
  for (let length = 145; length < 160; length += 1) {
    const text = shortenToLine(`${"a".repeat(length)}👩‍🎤👩‍🎤`)
    expect(text).toMatch(/^a+(👩‍🎤)*…?$/u)
    expect(text.length).toBeLessThanOrEqual(155)
  }
})
