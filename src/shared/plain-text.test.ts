import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  hasHiddenCharacters,
  normalizeLine,
  normalizeLines,
  removeHiddenCharacters,
} from "./plain-text.ts"

describe("visible characters are allowed", () => {
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
    "mina ♡\ufe0e",
    "mina ❤\ufe0e",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Isla",
    "🏴\u200d☠\ufe0f ⚧\ufe0e 🇪🇪 👁️‍🗨️ #️⃣",
    "<b>&amp;{{name}}",
  ])("%j", (text) => {
    expect(hasHiddenCharacters(text)).toBe(false)
    expect(removeHiddenCharacters(text)).toBe(text.normalize("NFC"))
  })
})

describe("invisible and reordering characters are found", () => {
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
    ["a tag character", "\u{e0041}"],
    ["a variation selector of a letter", "\ufe00"],
    ["a private-use character", "\ue000"],
    ["half of a surrogate pair", "\ud83d"],
    ["a line separator", "\u2028"],
    ["a tab", "\t"],
    ["a carriage return", "\r"],
    ["a NUL", "\u0000"],
    ["an escape", "\u001b"],
    ["a delete", "\u007f"],
    ["a next line", "\u0085"],
    ["a joiner of letters", "\u200d"],
  ])("%s", (_name, hidden) => {
    for (const text of [hidden, `Ma${hidden}ri`, `${hidden}Mari`, `Mari${hidden}`]) {
      expect(hasHiddenCharacters(text)).toBe(true)
      expect(removeHiddenCharacters(text).replace(/\s/g, "")).toBe(text === hidden ? "" : "Mari")
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
    "\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}",
    `\u{1f3f4}${"\u{e0067}".repeat(7)}\u{e007f}`,
  ])("%j", (text) => {
    expect(hasHiddenCharacters(text)).toBe(true)
    expect(hasHiddenCharacters(removeHiddenCharacters(text))).toBe(false)
  })
})

test("a cleaned text has no hidden characters", () => {
  const unit = fc.constantFrom(
    ...["a", " ", "\n", "\r", "1", "👩", "❤", "🏴", "🏽", "♡", "🇪", "\u0301", "\ufe0e", "\ufe0f"],
    ...["\u200d", "\u200b", "\u202e", "\u{e0067}", "\u{e007f}", "\u2028", "\ud83d", "\u2800"],
  )
  const texts = fc.array(unit, { maxLength: 12 }).map((units) => units.join(""))
  fc.assert(
    fc.property(texts, (text) => {
      const shown = removeHiddenCharacters(text)
      expect(hasHiddenCharacters(shown)).toBe(false)
      expect(removeHiddenCharacters(shown)).toBe(shown)
    }),
    { numRuns: 3_000 },
  )
})

test.each([
  ["Z\u0301\u0316\u0329\u033b\u0301o", "\u0179\u0316\u0329\u033bo"],
  ["One\rTwo\r\nThree\u2028Four\u0085Five", "One\nTwo\nThree\nFour\nFive"],
  ["Mon\t18:00", "Mon 18:00"],
  ["R\u012b\u00adgas \u2067deju\u2069 nakts\u200b", "R\u012bgas deju nakts"],
])("without hidden characters, %j is %j", (text, shown) => {
  expect(removeHiddenCharacters(text)).toBe(shown)
})

test.each([
  ["  Mari \t Maasikas\n", "Mari Maasikas"],
  ["e\u0301", "\u00e9"],
  [" \u00a0\u3000\u2028\ufeff ", ""],
  ["a\r\nb", "a b"],
])("%j as one line is %j", (text, line) => {
  expect(normalizeLine(text)).toBe(line)
})

test.each([
  [" One\r\nTwo\rThree \n", "One\nTwo\nThree"],
  ["One\n\n\n\nTwo", "One\n\nTwo"],
  ["a  b", "a  b"],
  ["Mon\t18:00\nTue\t19:00", "Mon 18:00\nTue 19:00"],
  ["e\u0301", "\u00e9"],
  [" \n ", ""],
])("%j as several lines is %j", (text, lines) => {
  expect(normalizeLines(text)).toBe(lines)
})

test("100,000 marks on a letter are refused and removed quickly", () => {
  const text = `a${"\u0301".repeat(50_000)}${"\u0323".repeat(50_000)}`
  const start = performance.now()
  expect([normalizeLine(text), normalizeLines(text)].every(hasHiddenCharacters)).toBe(true)
  expect(removeHiddenCharacters(text)).toHaveLength(4)
  expect(performance.now() - start).toBeLessThan(1_000)
})
