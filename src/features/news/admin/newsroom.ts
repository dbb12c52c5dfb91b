/** The versions of an article by language, and what somebody with a grant may do with them. */
import { LOCALES, type Locale } from "../../../i18n/locales.ts"
import type { NewsroomGrant } from "../../../schema/roles.ts"
import { listParams } from "../../admin/list/resource.ts"
import { news } from "./news.ts"
import type { ArticleRow } from "./schema.ts"

export type VersionState = "missing" | "draft" | "planned" | "published" | "outdated"

export interface Version {
  language: Locale
  state: VersionState
  /** Null for one that is missing. */
  id: string | null
  isOriginal: boolean
  /** Something is typed and not saved. */
  isUnsaved: boolean
  mayWrite: boolean
}

const stateOf = (is_published: boolean, is_planned: boolean): VersionState =>
  is_published ? "published" : is_planned ? "planned" : "draft"

function versionIn(row: ArticleRow, language: Locale, { kind, languages }: NewsroomGrant): Version {
  if (language === row.language) {
    return {
      language,
      state: stateOf(row.is_published, row.publish_at !== null),
      id: row.id,
      isOriginal: true,
      isUnsaved: row.has_draft,
      mayWrite: kind === "editor",
    }
  }
  const found = row.translations.find((version) => version.language === language)
  const { id = null, is_published, is_planned, is_outdated, has_draft = false } = found ?? {}
  return {
    language,
    state: !found
      ? "missing"
      : is_outdated
        ? "outdated"
        : stateOf(is_published === true, is_planned === true),
    id,
    isOriginal: false,
    isUnsaved: has_draft,
    mayWrite: languages.includes(language),
  }
}

/** An article's versions in all languages; a translator's own come first. */
export function versionsOf(row: ArticleRow, grant: NewsroomGrant): Version[] {
  const isFirst = (language: Locale) =>
    grant.kind === "translator" && grant.languages.includes(language)
  return [...LOCALES]
    .sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
    .map((language) => versionIn(row, language, grant))
}

/** The version that a translator most likely came for: what lacks a translation, before what has one. */
export const nextToWrite = (versions: Version[]): Version | undefined => {
  const own = versions.filter(({ mayWrite }) => mayWrite)
  return own.find(({ state }) => state === "missing" || state === "outdated") ?? own[0]
}

/** What waits, as the list is filtered by it. */
export const waitingFilters = ({ languages, may_publish }: NewsroomGrant) => [
  "outdated" as const,
  ...(may_publish ? ["to_publish" as const] : []),
  ...languages.map((language) => `to_${language}` as const),
]

/** The list of articles for them: translators add, publish and delete none. */
export const newsFor = (grant: NewsroomGrant): typeof news => ({
  ...news,
  params: listParams(["published", "draft", "planned", "featured", ...waitingFilters(grant)]),
  ...(grant.kind === "translator" && { actions: [], bulk: [] }),
})
