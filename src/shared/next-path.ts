/** Checks the `next` parameter of the login page, to prevent redirects to other sites. */

// Backslashes and white space are refused: browsers read a backslash as a slash, and skip white space.
const isUnsafe = (character: string) =>
  character === "\\" || character <= " " || character === "\u007f"

/** Replaces this site's origin while a path is parsed. */
const ORIGIN = "http://origin.invalid"

/** Returns the path to open after the log-in, or `home` if `next` is not a path of this site. */
export function getNextPath(next: string | null, home: string): string {
  if (!next?.startsWith("/") || Array.from(next).some(isUnsafe)) return home
  if (!URL.canParse(next, ORIGIN)) return home
  const { origin, pathname, search, hash } = new URL(next, ORIGIN)
  // The parser turns `/.//evil.example` into the path `//evil.example`.
  if (origin !== ORIGIN || pathname.startsWith("//")) return home
  return pathname + search + hash
}
