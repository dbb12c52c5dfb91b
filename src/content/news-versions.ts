/** All published articles without their texts, as a build reads them: what has not changed since the last one stays. */

import type { Db } from "../../db/client.ts"
import { newsAuthors, newsGroups, newsVersions } from "../../db/queries/news.ts"
import type { NewsVersion } from "../features/news/schema.ts"

interface Held {
  group: number
  version: NewsVersion & { listed_at: string }
}

let sums = new Map<number, string>()
let newest: Held[] = []

const byNewest = ({ version: one }: Held, { version: other }: Held) =>
  one.listed_at === other.listed_at
    ? one.id < other.id
      ? 1
      : -1
    : one.listed_at < other.listed_at
      ? 1
      : -1

/** The newest first. A version that is as it was is the same object. */
export async function readVersions(db: Db): Promise<NewsVersion[]> {
  const groups = await newsGroups(db)
  const sumsNow = new Map(groups.map(({ number, sum }) => [number, sum]))
  const isSame = (group: number) => sums.get(group) === sumsNow.get(group)
  const changed = [...sumsNow.keys()].filter((group) => !isSame(group))
  const read = changed.length > 0 ? await newsVersions(db, changed) : []
  const come = read.map(({ group_number, ...version }) => ({
    group: group_number,
    version: { ...version, author_name: null },
  }))
  const all: Held[] = [...come, ...newest.filter(({ group }) => isSame(group))]
  const ids = new Set(all.flatMap(({ version }) => version.author_id ?? []))
  const authors = await newsAuthors(db, [...ids])
  const names = new Map(authors.map(({ author_id, author_name }) => [author_id, author_name]))
  const named = (held: Held): Held => {
    const author_name = names.get(held.version.author_id) ?? null
    if (author_name === held.version.author_name) return held
    return { ...held, version: { ...held.version, author_name } }
  }
  // Nearly in order already.
  newest = all.map(named).sort(byNewest)
  sums = sumsNow
  return newest.map(({ version }) => version)
}
