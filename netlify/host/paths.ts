/** Paths of requests. */

/** A decoded path as it stands in a URL. */
export const encodePath = (path: string) =>
  encodeURI(path).replace(/[?#]/g, (character) => encodeURIComponent(character))

export interface Target {
  /** Without dot segments, still percent-encoded. */
  pathname: string
  /** The pathname decoded, in Unicode's composed form. */
  path: string
  /** With its question mark, or empty. */
  search: string
}

/** Reads a request line's target; null when no path can be made of it. */
export function readTarget(target: string): Target | null {
  // A path after a host of our own: `//elsewhere.example` must not become one.
  const url = URL.parse(target.startsWith("/") ? `http://host${target}` : target)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  try {
    const path = decodeURIComponent(url.pathname).normalize()
    return { pathname: url.pathname, path, search: url.search }
  } catch {
    return null
  }
}
