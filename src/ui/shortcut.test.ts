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

test("a shortcut is not triggered while Shift or Alt is also pressed", () => {
  expect(isShortcut(makeKeyPress({ shiftKey: true }), "Mod+B")).toBe(false)
  expect(isShortcut(makeKeyPress({ altKey: true }), "Mod+B")).toBe(false)
})

test("a shortcut with a digit is recognized although Shift changes the digit's character", () => {
  const press = makeKeyPress({ key: "*", code: "Digit8", shiftKey: true })
  expect(isShortcut(press, "Mod+Shift+8")).toBe(true)
})

test("a Cyrillic key is recognized by its position, and a Latin key by its letter", () => {
  expect(isShortcut(makeKeyPress({ key: "и" }), "Mod+B")).toBe(true)
  expect(isShortcut(makeKeyPress({ key: "x", code: "KeyB" }), "Mod+B")).toBe(false)
})
