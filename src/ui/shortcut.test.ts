import { expect, test } from "vitest"
import { isShortcut, type KeyPress } from "./shortcut.ts"

const keyPress = (overrides: Partial<KeyPress>): KeyPress => ({
  key: "b",
  code: "KeyB",
  ctrlKey: true,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...overrides,
})

test("Ctrl and Cmd trigger the same shortcut", () => {
  expect(isShortcut(keyPress({}), "Mod+B")).toBe(true)
  expect(isShortcut(keyPress({ ctrlKey: false, metaKey: true }), "Mod+B")).toBe(true)
  expect(isShortcut(keyPress({ ctrlKey: false }), "Mod+B")).toBe(false)
})

test("a shortcut is not triggered while other modifier keys are pressed", () => {
  expect(isShortcut(keyPress({ shiftKey: true }), "Mod+B")).toBe(false)
  expect(isShortcut(keyPress({ altKey: true }), "Mod+B")).toBe(false)
  expect(isShortcut(keyPress({ key: "*", code: "Digit8", shiftKey: true }), "Mod+Shift+8")).toBe(
    true,
  )
})

test("a key of a Cyrillic layout is recognized by its position, a key of a Latin layout by its letter", () => {
  expect(isShortcut(keyPress({ key: "и" }), "Mod+B")).toBe(true)
  expect(isShortcut(keyPress({ key: "x", code: "KeyB" }), "Mod+B")).toBe(false)
})
