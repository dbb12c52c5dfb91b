/** Checks the `next` parameter of the login page, to prevent redirects to other sites. */

// Browsers read a backslash as a slash, and skip some white space in URLs.
const isUnsafe = (character: string) =>
  character === "\\" || character <= " " || character === "\u007f"

const ORIGIN = "http://origin.invalid"

export function getNextPath(next: string | null, home: string): string {
  if (!next?.startsWith("/") || Array.from(next).some(isUnsafe)) return home
  if (!URL.canParse(next, ORIGIN)) return home
  const { origin, pathname, search, hash } = new URL(next, ORIGIN)
  // The parser turns `/.//evil.example` into the path `//evil.example`.
  if (origin !== ORIGIN || pathname.startsWith("//")) return home
  return pathname + search + hash
}
