/**
 * Finds content in files of an earlier build that is no longer public. A page that cannot be rendered stays as the
 * build before left it, which must not keep a hidden post, a deleted event or a member's former name in sight.
 */
import { LOCALES } from "../i18n/locales.ts"

export interface PublicNames {
  /** Paths of all news, teams, posts and events, as on the English site. */
  paths: Set<string>
  /** Names that members are shown by, by id; null where the name is hidden. */
  members: Map<string, string | null>
}

/** Pages in the same folders that are no content. */
const STATIC_SLUGS = new Set(["page", "preview", "mine"])

const FOLDERS = "news|teams|events|members"

/** Drops the characters that HTML escapes, so that names can be compared. */
const plain = (text: string) => text.replace(/&[#\w]+;|[&<>"']/g, "")

/** Returns whether a file of the site at that origin names content, or a member by a name, that is not public. */
export function showsWithdrawn(
  file: string,
  origin: string,
  { paths, members }: PublicNames,
): boolean {
  // Matches addresses in attributes, in JSON, or with this site's origin: texts may contain those of other sites.
  const address = new RegExp(
    `(?:["';]|${RegExp.escape(origin)})(?:/(?:${LOCALES.join("|")}))?(/(${FOLDERS})/([\\w-]+)(?:/posts/[\\w-]+)?)`,
    "g",
  )
  // Calendar files break long lines.
  const text = file.replace(/\r\n /g, "")
  const words = plain(text)
  return [...text.matchAll(address)].some(([, path = "", folder, id = ""]) => {
    if (folder !== "members") return !paths.has(path) && !STATIC_SLUGS.has(id)
    const name = members.get(id)
    return !name || !words.includes(plain(name))
  })
}
