import { LOCALES, type Locale } from "../../../i18n/locales.ts"
import type { NewsroomGrant } from "../../../schema/roles.ts"
import { createListParams } from "../../admin/list/resource.ts"
import { news } from "./news.ts"
import { getPublishingState, mayPublish, READY_FOR_EDITOR_MESSAGE } from "./publishing.ts"
import type { ArticleRow } from "./schema.ts"

/** `outdated`: the original has changed since the translation was made. */
export type VersionState = "missing" | "draft" | "planned" | "published" | "outdated"

/** An article in one language: the original, a translation or a missing translation. */
export interface Version {
  language: Locale
  state: VersionState
  /** Id of the original or translation. Null if the translation is missing. */
  id: string | null
  isOriginal: boolean
  /** Whether a draft has changes that are not saved. */
  isUnsaved: boolean
  canWrite: boolean
}

function getTranslationState(
  translation: ArticleRow["translations"][number] | undefined,
): VersionState {
  if (!translation) return "missing"
  if (translation.is_outdated) return "outdated"
  if (translation.is_published) return "published"
  return translation.is_planned ? "planned" : "draft"
}

function getVersion(
  row: ArticleRow,
  language: Locale,
  { kind, languages }: NewsroomGrant,
): Version {
  if (language === row.language) {
    return {
      language,
      state: getPublishingState(row),
      id: row.id,
      isOriginal: true,
      isUnsaved: row.has_draft,
      canWrite: kind === "editor",
    }
  }
  const translation = row.translations.find((candidate) => candidate.language === language)
  return {
    language,
    state: getTranslationState(translation),
    id: translation?.id ?? null,
    isOriginal: false,
    isUnsaved: translation?.has_draft ?? false,
    canWrite: languages.includes(language),
  }
}

/** Returns the version of an article in each language. For a translator, the translator's languages are first. */
export function listVersions(row: ArticleRow, grant: NewsroomGrant): Version[] {
  const isOfTranslator = (language: Locale) =>
    grant.kind === "translator" && grant.languages.includes(language)
  return [...LOCALES]
    .sort((a, b) => Number(isOfTranslator(b)) - Number(isOfTranslator(a)))
    .map((language) => getVersion(row, language, grant))
}

/**
 * Returns the version that the member should work on: the first missing or outdated version that the member may write,
 * or else the first version that the member may write.
 */
export const findVersionToWrite = (versions: Version[]): Version | undefined => {
  const writable = versions.filter(({ canWrite }) => canWrite)
  return writable.find(({ state }) => state === "missing" || state === "outdated") ?? writable[0]
}

/** Returns the filters that select articles that need this member's attention. */
export const listAttentionFilters = ({ languages, may_publish }: NewsroomGrant) => [
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
    ...listAttentionFilters(grant),
  ]),
  ...(grant.kind === "translator" && { actions: [], bulk: [] }),
  getSavedMessage: (before, after) =>
    mayPublish(grant, after.original_id)
      ? news.getSavedMessage(before, after)
      : READY_FOR_EDITOR_MESSAGE,
})
