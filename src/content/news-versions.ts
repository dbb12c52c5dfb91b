/** Keeps articles between builds. A build reads only groups whose checksum (`sum`) has changed. */

import type { Db } from "../../db/client.ts"
import { listNewsAuthors, listNewsGroups, listNewsVersions } from "../../db/queries/news.ts"
import type { NewsVersion } from "../features/news/schema.ts"

interface CachedVersion {
  group: number
  version: NewsVersion & { listed_at: string }
}

let cachedSums = new Map<number, string>()
let cachedVersions: CachedVersion[] = []

const sortKey = ({ version: { listed_at, id } }: CachedVersion) => `${listed_at} ${id}`

const compareNewestFirst = (a: CachedVersion, b: CachedVersion) =>
  sortKey(a) < sortKey(b) ? 1 : -1

export async function readVersions(db: Db): Promise<NewsVersion[]> {
  const groups = await listNewsGroups(db)
  const sums = new Map(groups.map(({ number, sum }) => [number, sum]))
  const isUnchanged = (group: number) => cachedSums.get(group) === sums.get(group)
  const changed = [...sums.keys()].filter((group) => !isUnchanged(group))
  const rows = changed.length > 0 ? await listNewsVersions(db, changed) : []
  const versions: CachedVersion[] = [
    ...rows.map(({ group_number: group, ...version }) => ({
      group,
      version: { ...version, author_name: null },
    })),
    ...cachedVersions.filter(({ group }) => isUnchanged(group)),
  ]
  // Checksums do not include authors' names, so all names are read.
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
