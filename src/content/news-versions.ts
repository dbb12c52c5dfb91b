/**
 * Keeps articles between builds. The database divides articles into numbered groups; a build reads
 * only groups whose checksum (`sum`) has changed.
 */

import type { Db } from "../../db/client.ts"
import { listNewsAuthors, listNewsGroups, listNewsVersions } from "../../db/queries/news.ts"
import type { NewsVersion } from "../features/news/schema.ts"

interface CachedVersion {
  group: number
  version: NewsVersion & { listed_at: string }
}

let cachedSums = new Map<number, string>()
let cachedVersions: CachedVersion[] = []

const getSortKey = ({ version: { listed_at, id } }: CachedVersion) => `${listed_at} ${id}`

const compareNewestFirst = (a: CachedVersion, b: CachedVersion) =>
  getSortKey(a) < getSortKey(b) ? 1 : -1

/** Returns the versions (original and translations) of all public articles, newest first. */
export async function readVersions(db: Db): Promise<NewsVersion[]> {
  const groups = await listNewsGroups(db)
  const sums = new Map(groups.map(({ number, sum }) => [number, sum]))
  const isUnchanged = (group: number) => cachedSums.get(group) === sums.get(group)
  const changedGroups = [...sums.keys()].filter((group) => !isUnchanged(group))
  const rows = changedGroups.length > 0 ? await listNewsVersions(db, changedGroups) : []
  const versions: CachedVersion[] = [
    ...rows.map(({ group_number: group, ...version }) => ({
      group,
      version: { ...version, author_name: null },
    })),
    ...cachedVersions.filter(({ group }) => isUnchanged(group)),
  ]
  // All authors' names are read again, because the checksums do not include them.
  const ids = new Set(versions.flatMap(({ version }) => version.author_id ?? []))
  const authors = await listNewsAuthors(db, [...ids])
  const names = new Map(authors.map(({ author_id, author_name }) => [author_id, author_name]))
  const updateAuthorName = (cached: CachedVersion): CachedVersion => {
    const author_name = names.get(cached.version.author_id) ?? null
    if (author_name === cached.version.author_name) return cached
    return { ...cached, version: { ...cached.version, author_name } }
  }
  cachedVersions = versions.map(updateAuthorName).sort(compareNewestFirst)
  cachedSums = sums
  return cachedVersions.map(({ version }) => version)
}
