import { entryGroups } from "./entries.ts"
import { type SearchIndex, searchIndex } from "./make-index.ts"

let known: Promise<SearchIndex> | undefined

const make = async () => searchIndex(await entryGroups())

/** The index of all that this build contains, made once; in `astro dev` anew for every request. */
export function siteIndex(): Promise<SearchIndex> {
  if (import.meta.env.DEV) return make()
  known ??= make()
  return known
}
