/**
 * Finds content in files of an earlier build that is no longer public. A page that cannot be rendered keeps its earlier
 * version, which must not show a hidden post, a deleted event or a member's former name.
 */
import { LOCALES } from "../i18n/locales.ts"

export interface PublicNames {
  paths: Set<string>
  /** Public names of members by id; null for hidden names. */
  members: Map<string, string | null>
}

/** Second segments of paths that name a static page, such as `/news/preview`. */
const STATIC_SLUGS = new Set(["page", "preview", "mine"])

const FOLDERS = "news|teams|events|members"

/** Removes characters that HTML escapes, so that a name equals its escaped form. */
const withoutEscapes = (text: string) => text.replace(/&[#\w]+;|[&<>"']/g, "")

export function hasNonPublicContent(
  file: string,
  origin: string,
  { paths, members }: PublicNames,
): boolean {
  // Matches URLs in attributes, in JSON, or with this site's origin. URLs of other sites must not match.
  const urlPattern = new RegExp(
    `(?:["';]|${RegExp.escape(origin)})(?:/(?:${LOCALES.join("|")}))?(/(${FOLDERS})/([\\w-]+)(?:/posts/[\\w-]+)?)`,
    "g",
  )
  // Calendar files break long lines with a line feed and a space.
  const text = file.replace(/\r\n /g, "")
  const words = withoutEscapes(text)
  return [...text.matchAll(urlPattern)].some(([, path = "", folder, id = ""]) => {
    if (folder !== "members") return !paths.has(path) && !STATIC_SLUGS.has(id)
    const name = members.get(id)
    return !name || !words.includes(withoutEscapes(name))
  })
}
