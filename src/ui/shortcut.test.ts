import { expect, test } from "vitest"
import { isShortcut, type KeyPress } from "./shortcut.ts"

const makeKeyPress = (overrides: Partial<KeyPress>): KeyPress => ({
  key: "b",
  code: "KeyB",
  ctrlKey: true,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...overrides,
})

test("Ctrl and Cmd trigger the same shortcut", () => {
  expect(isShortcut(makeKeyPress({}), "Mod+B")).toBe(true)
  expect(isShortcut(makeKeyPress({ ctrlKey: false, metaKey: true }), "Mod+B")).toBe(true)
  expect(isShortcut(makeKeyPress({ ctrlKey: false }), "Mod+B")).toBe(false)
})

test("a shortcut is not triggered while other modifier keys are pressed", () => {
  expect(isShortcut(makeKeyPress({ shiftKey: true }), "Mod+B")).toBe(false)
  expect(isShortcut(makeKeyPress({ altKey: true }), "Mod+B")).toBe(false)
})

test("a shortcut with a digit is recognized while Shift changes the digit's character", () => {
  const press = makeKeyPress({ key: "*", code: "Digit8", shiftKey: true })
  expect(isShortcut(press, "Mod+Shift+8")).toBe(true)
})

test("a key of a Cyrillic layout is recognized by its position, a key of a Latin layout by its letter", () => {
  expect(isShortcut(makeKeyPress({ key: "и" }), "Mod+B")).toBe(true)
  expect(isShortcut(makeKeyPress({ key: "x", code: "KeyB" }), "Mod+B")).toBe(false)
})
