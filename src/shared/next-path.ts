/** Checks the `next` parameter of the login page: the page that the visitor returns to after logging in. */

// Browsers read a backslash as a slash, and skip some white space in URLs.
const isUnsafe = (character: string) =>
  character === "\\" || character <= " " || character === "\u007f"

/** Placeholder for the site's origin. A real site cannot have this origin. */
const ORIGIN = "http://origin.invalid"

export function getNextPath(next: string | null, home: string): string {
  if (!next?.startsWith("/") || Array.from(next).some(isUnsafe)) return home
  if (!URL.canParse(next, ORIGIN)) return home
  const { origin, pathname, search, hash } = new URL(next, ORIGIN)
  // The parser turns `/.//evil.example` into the path `//evil.example`.
  if (origin !== ORIGIN || pathname.startsWith("//")) return home
  return pathname + search + hash
}
