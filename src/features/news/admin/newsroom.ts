import { LOCALES, type Locale } from "../../../i18n/locales.ts"
import type { NewsroomGrant } from "../../../schema/roles.ts"
import { createListParams } from "../../admin/list/resource.ts"
import { news } from "./news.ts"
import { mayPublish, READY_MESSAGE } from "./publishing.ts"
import type { ArticleRow } from "./schema.ts"

export type VersionState = "missing" | "draft" | "planned" | "published" | "outdated"

export interface Version {
  language: Locale
  state: VersionState
  id: string | null
  isOriginal: boolean
  isUnsaved: boolean
  mayWrite: boolean
}

const getVersionState = (is_published: boolean, is_planned: boolean): VersionState =>
  is_published ? "published" : is_planned ? "planned" : "draft"

function getVersion(
  row: ArticleRow,
  language: Locale,
  { kind, languages }: NewsroomGrant,
): Version {
  if (language === row.language) {
    return {
      language,
      state: getVersionState(row.is_published, row.publish_at !== null),
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
        : getVersionState(is_published === true, is_planned === true),
    id,
    isOriginal: false,
    isUnsaved: has_draft,
    mayWrite: languages.includes(language),
  }
}

/** Returns the versions of an article. A translator's own languages are first. */
export function listVersions(row: ArticleRow, grant: NewsroomGrant): Version[] {
  const isFirst = (language: Locale) =>
    grant.kind === "translator" && grant.languages.includes(language)
  return [...LOCALES]
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    .map((language) => getVersion(row, language, grant))
}

export const findVersionToWrite = (versions: Version[]): Version | undefined => {
  const writable = versions.filter(({ mayWrite }) => mayWrite)
  return writable.find(({ state }) => state === "missing" || state === "outdated") ?? writable[0]
}

export const listWaitingFilters = ({ languages, may_publish }: NewsroomGrant) => [
  "outdated" as const,
  ...(may_publish ? ["to_publish" as const] : []),
  ...languages.map((language) => `to_${language}` as const),
]

export const createNewsResource = (grant: NewsroomGrant): typeof news => ({
  ...news,
  params: createListParams([
    "published",
    "draft",
    "planned",
    "featured",
    ...listWaitingFilters(grant),
  ]),
  ...(grant.kind === "translator" && { actions: [], bulk: [] }),
  savedMessage: (before, after) =>
    mayPublish(grant, after.original_id) ? news.savedMessage(before, after) : READY_MESSAGE,
})
