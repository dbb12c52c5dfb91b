/** Keyboard shortcuts that work in every alphabet. */

export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"
>

/** With a Cyrillic layout the key of B says "и": then its place on the keyboard counts. */
const letterOf = ({ key, code }: KeyPress) =>
  /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^(Key|Digit)/, "")

/**
 * Whether these keys are pressed: a letter or digit with Ctrl (or Cmd), and as named with Shift or Alt,
 * such as `Mod+B` or `Mod+Shift+8`.
 */
export function isShortcut(press: KeyPress, shortcut: string): boolean {
  const keys = shortcut.split("+")
  return (
    (press.ctrlKey || press.metaKey) &&
    press.altKey === keys.includes("Alt") &&
    press.shiftKey === keys.includes("Shift") &&
    letterOf(press) === keys.at(-1)
  )
}

/** As `aria-keyshortcuts` has it. */
export const ariaShortcut = (shortcut: string) =>
  `${shortcut.replace("Mod", "Control")} ${shortcut.replace("Mod", "Meta")}`

/** As people read it. */
export const shownShortcut = (shortcut: string) => shortcut.replace("Mod", "Ctrl")
