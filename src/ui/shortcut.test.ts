import { expect, test } from "vitest"
import { isShortcut, type KeyPress } from "./shortcut.ts"

const press = (changes: Partial<KeyPress>): KeyPress => ({
  key: "b",
  code: "KeyB",
  ctrlKey: true,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
})

test("Ctrl and Cmd trigger the same shortcut", () => {
  expect(isShortcut(press({}), "Mod+B")).toBe(true)
  expect(isShortcut(press({ ctrlKey: false, metaKey: true }), "Mod+B")).toBe(true)
  expect(isShortcut(press({ ctrlKey: false }), "Mod+B")).toBe(false)
})

test("further modifier keys make another shortcut", () => {
  expect(isShortcut(press({ shiftKey: true }), "Mod+B")).toBe(false)
  expect(isShortcut(press({ altKey: true }), "Mod+B")).toBe(false)
  expect(isShortcut(press({ key: "*", code: "Digit8", shiftKey: true }), "Mod+Shift+8")).toBe(true)
})

test("the position of the key counts in a Cyrillic layout, and its letter in a Latin one", () => {
  expect(isShortcut(press({ key: "и" }), "Mod+B")).toBe(true)
  expect(isShortcut(press({ key: "x", code: "KeyB" }), "Mod+B")).toBe(false)
})
