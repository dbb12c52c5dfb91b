import type { Db } from "../../../db/client.ts"
import { storeArtistsQuery } from "../../../db/queries/artists.ts"
import { type Charts, replaceChartsQuery } from "../../../db/queries/catalogue.ts"
import { slugify } from "../../../src/shared/slug.ts"
import { ARTISTS } from "./artists.ts"

const listedArtists = ARTISTS.map(({ name, hangul = null, aliases = [] }) => ({
  slug: slugify(name),
  name,
  hangul,
  aliases,
}))

/** Replaces the charts, and adds artists of ARTISTS that the database does not have. */
export const storeChartsQueries = (provider: string, charts: Charts) =>
  [replaceChartsQuery(provider, charts), storeArtistsQuery(listedArtists)] as const

/** Returns whether a build is needed. */
export async function storeCharts(db: Db, provider: string, charts: Charts): Promise<boolean> {
  const [[catalogue], [artists]] = await db.batch(storeChartsQueries(provider, charts))
  return catalogue?.needs_build === true || artists?.has_added === true
}
