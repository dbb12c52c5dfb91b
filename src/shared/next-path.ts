/** Where a person goes after signing in. */

// Browsers read a backslash as a slash and drop tabs and line ends inside of addresses.
const isUnsafe = (letter: string) => letter === "\\" || letter <= " " || letter === "\u007f"

/** Stands in for our own origin: nothing that is asked for can name it. */
const ORIGIN = "http://origin.invalid"

/**
 * The page that asked for signing in (the `next` parameter), as path, query and hash of this origin;
 * `home` when there is none, or when it would lead anywhere else.
 */
export function nextPath(asked: string | null, home: string): string {
  if (!asked?.startsWith("/") || Array.from(asked).some(isUnsafe)) return home
  if (!URL.canParse(asked, ORIGIN)) return home
  const { origin, pathname, search, hash } = new URL(asked, ORIGIN)
  // `/.//evil.example` only becomes `//evil.example` once it is parsed.
  if (origin !== ORIGIN || pathname.startsWith("//")) return home
  return pathname + search + hash
}
