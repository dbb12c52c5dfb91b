export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"
>

/** Returns a key's letter or digit. If its character is not a Latin letter, the key's position decides. */
const getKeyName = ({ key, code }: KeyPress) =>
  /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^(Key|Digit)/, "")

/** Returns whether a key press matches a shortcut such as `Mod+Shift+8`. `Mod` is Ctrl or Cmd. */
export function isShortcut(press: KeyPress, shortcut: string): boolean {
  const keys = shortcut.split("+")
  return (
    (press.ctrlKey || press.metaKey) &&
    press.altKey === keys.includes("Alt") &&
    press.shiftKey === keys.includes("Shift") &&
    getKeyName(press) === keys.at(-1)
  )
}

/** Formats a shortcut for `aria-keyshortcuts`: once with Ctrl and once with Cmd. */
export const formatAriaShortcut = (shortcut: string) =>
  `${shortcut.replace("Mod", "Control")} ${shortcut.replace("Mod", "Meta")}`

export const formatShortcut = (shortcut: string) => shortcut.replace("Mod", "Ctrl")
