import { describe, expect, test } from "vitest"
import { hasHiddenCharacters, manyLines, oneLine } from "./plain-text.ts"

describe("what can be seen is no secret", () => {
  test.each([
    "",
    "Mari Maasikas",
    "Žanete Ķēniņa-Šķēle",
    "Ąžuolas Ūdrys",
    "Õnne Ülejõe",
    "Мария Ёлкина",
    "방탄소년단",
    "ทดสอบ",
    "أهلا",
    "नमस्ते",
    "e\u0301 a\u0308\u0304",
    "Two\nlines",
    "👍🏽 ❤️ 🇱🇻 1️⃣",
    "👩‍👩‍👧 👩🏽‍🎤 🏳️‍🌈 ❤️‍🔥",
    "<b>&amp;{{name}}",
  ])("%j", (text) => {
    expect(hasHiddenCharacters(text)).toBe(false)
  })
})

describe("what cannot be seen, or turns others around, is found", () => {
  test.each([
    ["a right-to-left override", "\u202e"],
    ["an isolate", "\u2066"],
    ["a left-to-right mark", "\u200e"],
    ["an Arabic letter mark", "\u061c"],
    ["a zero-width space", "\u200b"],
    ["a zero-width non-joiner", "\u200c"],
    ["a word joiner", "\u2060"],
    ["an invisible plus", "\u2064"],
    ["a byte order mark", "\ufeff"],
    ["a soft hyphen", "\u00ad"],
    ["a grapheme joiner", "\u034f"],
    ["a Hangul filler", "\u3164"],
    ["a halfwidth Hangul filler", "\uffa0"],
    ["a Braille blank", "\u2800"],
    ["a tag", "\u{e0041}"],
    ["a variation selector of a letter", "\ufe00"],
    ["a private letter", "\ue000"],
    ["half a letter", "\ud83d"],
    ["a line separator", "\u2028"],
    ["a tab", "\t"],
    ["a carriage return", "\r"],
    ["a NUL", "\u0000"],
    ["an escape", "\u001b"],
    ["a delete", "\u007f"],
    ["a next line", "\u0085"],
    ["a joiner of letters", "\u200d"],
  ])("%s", (_what, letter) => {
    for (const text of [letter, `Ma${letter}ri`, `${letter}Mari`, `Mari${letter}`]) {
      expect(hasHiddenCharacters(text)).toBe(true)
    }
  })

  test.each([
    "a\ufe0f",
    "\ufe0f",
    "\ufe0f❤",
    "Mari \ufe0f",
    "❤\ufe0f\ufe0f",
    "\u0301",
    " \u0301\u0308",
    "\u20dd",
    "👩\u200d",
    "\u200d👩",
    "👩\u200d\u200d👧",
    "a\u200d👧",
    "Z\u0301\u0316\u0329\u033bo",
  ])("%j", (text) => {
    expect(hasHiddenCharacters(text)).toBe(true)
  })
})

test.each([
  ["  Mari \t Maasikas\n", "Mari Maasikas"],
  ["e\u0301", "\u00e9"],
  [" \u00a0\u3000\u2028\ufeff ", ""],
  ["a\r\nb", "a b"],
])("as one line, %j is %j", (text, line) => {
  expect(oneLine(text)).toBe(line)
})

test.each([
  [" One\r\nTwo\rThree \n", "One\nTwo\nThree"],
  ["One\n\n\n\nTwo", "One\n\nTwo"],
  ["a  b", "a  b"],
  ["Mon\t18:00\nTue\t19:00", "Mon 18:00\nTue 19:00"],
  ["e\u0301", "\u00e9"],
  [" \n ", ""],
])("as several lines, %j is %j", (text, lines) => {
  expect(manyLines(text)).toBe(lines)
})

test("100,000 marks on a letter take no time to refuse", () => {
  const text = `a${"\u0301".repeat(50_000)}${"\u0323".repeat(50_000)}`
  const start = performance.now()
  expect([oneLine(text), manyLines(text)].every(hasHiddenCharacters)).toBe(true)
  expect(performance.now() - start).toBeLessThan(1_000)
})
