import { toSearchText } from "../../shared/search-text.ts"
import type { Artist } from "./schema.ts"

/**
 * Returns a key that is equal for all ways to write a name: "(G)I-DLE" and "g idle" have the same key. Must match
 * `to_artist_key()` in db/functions/32_artists.sql.
 */
export const toArtistKey = (name: string): string =>
  toSearchText(name).replace(/[^\p{L}\p{N}]/gu, "")

/** Returns a map from the key (`toArtistKey()`) of each spelling to the artist's slug. */
export const createSlugLookup = (
  artists: Pick<Artist, "slug" | "name" | "hangul" | "aliases">[],
): ReadonlyMap<string, string> =>
  new Map(
    artists.flatMap((artist) =>
      listSpellings(artist).map((spelling) => [toArtistKey(spelling), artist.slug] as const),
    ),
  )

export const listSpellings = ({
  name,
  hangul,
  aliases,
}: Pick<Artist, "name" | "hangul" | "aliases">) =>
  [name, hangul, ...aliases].filter((spelling) => spelling !== null)
