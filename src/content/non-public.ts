/**
 * Finds content that is no longer public in files of an earlier build. A page that fails to render keeps its earlier
 * file, unless this check finds non-public content.
 */
import { LOCALES } from "../i18n/locales.ts"

export interface PublicItems {
  /** English paths of public articles, teams, events and posts. */
  paths: Set<string>
  /** Names by member id; null if the member hides the name. */
  members: Map<string, string | null>
}

/** Segments that follow a folder in paths of static pages, such as `/news/preview`. */
const STATIC_SLUGS = new Set(["page", "preview", "mine"])

/** First segments of the paths whose pages are public only while their item is public. */
const FOLDERS = "news|teams|events|members"

/** Removes characters that HTML escapes, so that a name equals its escaped form. */
const removeEscapes = (text: string) => text.replace(/&[#\w]+;|[&<>"']/g, "")

/** Returns whether a file links to an item or names a member that is not public. */
export function hasNonPublicContent(
  file: string,
  origin: string,
  { paths, members }: PublicItems,
): boolean {
  // The pattern matches URLs in attributes, in JSON and with this site's origin, but no URLs of other sites.
  const urlPattern = new RegExp(
    `(?:["';]|${RegExp.escape(origin)})(?:/(?:${LOCALES.join("|")}))?(/(${FOLDERS})/([\\w-]+)(?:/posts/[\\w-]+)?)`,
    "g",
  )
  // Joins long lines, which calendar files break with a line feed and a space.
  const text = file.replace(/\r\n /g, "")
  const words = removeEscapes(text)
  return [...text.matchAll(urlPattern)].some(([, path = "", folder, id = ""]) => {
    if (folder !== "members") return !paths.has(path) && !STATIC_SLUGS.has(id)
    // A link to a member is public only if the file contains the member's current name.
    const name = members.get(id)
    return !name || !words.includes(removeEscapes(name))
  })
}
