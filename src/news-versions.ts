/** All published articles without their texts, as a build reads them: what has not changed since the last one stays. */

import type { Db } from "../db/client.ts"
import { type GroupedVersion, newsAuthors, newsGroups, newsVersions } from "../db/queries/news.ts"
import type { NewsVersion } from "./features/news/schema.ts"

interface Held {
  sum: string
  versions: (NewsVersion & { listed_at: string })[]
}

let held = new Map<number, Held>()
let newest: Held["versions"] = []
let names = new Map<string | null, string | null>()

const byNewest = (one: Held["versions"][number], other: Held["versions"][number]) =>
  one.listed_at === other.listed_at
    ? one.id < other.id
      ? 1
      : -1
    : one.listed_at < other.listed_at
      ? 1
      : -1

/** The newest first. A version that is as it was is the same object. */
export async function readVersions(db: Db): Promise<NewsVersion[]> {
  const [groups, authors] = await Promise.all([newsGroups(db), newsAuthors(db)])
  const namesNow = new Map(authors.map(({ author_id, author_name }) => [author_id, author_name]))
  const isSame =
    names.size === namesNow.size &&
    authors.every((one) => names.get(one.author_id) === one.author_name)
  if (!isSame) {
    held = new Map()
    newest = []
  }
  names = namesNow
  const changed = groups.filter(({ number, sum }) => held.get(number)?.sum !== sum)
  const read = Map.groupBy(
    changed.length > 0
      ? await newsVersions(
          db,
          changed.map(({ number }) => number),
        )
      : [],
    ({ group_number }) => group_number,
  )
  const named = ({ group_number: _, ...version }: GroupedVersion) => ({
    ...version,
    author_name: names.get(version.author_id) ?? null,
  })
  const before = new Set(held.values())
  held = new Map(
    groups.map(({ number, sum }) => {
      const known = held.get(number)
      const isKnown = known?.sum === sum
      return [number, isKnown ? known : { sum, versions: (read.get(number) ?? []).map(named) }]
    }),
  )
  const now = new Set(held.values())
  const versionsOf = (groups: Set<Held>) => [...groups].flatMap(({ versions }) => versions)
  const gone = new Set(versionsOf(before.difference(now)))
  const come = versionsOf(now.difference(before))
  // Nearly in order already.
  newest = [...come, ...newest.filter((version) => !gone.has(version))].sort(byNewest)
  return newest
}
