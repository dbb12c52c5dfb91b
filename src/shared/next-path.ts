/** The page that a visitor returns to after logging in. */

// Browsers treat a backslash as a slash, and ignore some white space in URLs.
const isUnsafe = (character: string) =>
  character === "\\" || character <= " " || character === "\u007f"

/** Stands for the site's origin. No real site has it. */
const ORIGIN = "http://origin.invalid"

/**
 * Returns the `next` parameter of the login page as path, query and hash. Returns `home` when it is missing, invalid,
 * or leads to another origin.
 */
export function nextPath(next: string | null, home: string): string {
  if (!next?.startsWith("/") || Array.from(next).some(isUnsafe)) return home
  if (!URL.canParse(next, ORIGIN)) return home
  const { origin, pathname, search, hash } = new URL(next, ORIGIN)
  // `/.//evil.example` only becomes `//evil.example` once it is parsed.
  if (origin !== ORIGIN || pathname.startsWith("//")) return home
  return pathname + search + hash
}
