import { toSearchText } from "../../shared/search-text.ts"
import type { Artist } from "./schema.ts"

/** "(G)I-DLE" and "g idle" have the same key, as in `to_artist_key()` (db/functions/32_artists.sql). */
export const artistKey = (name: string): string => toSearchText(name).replace(/[^\p{L}\p{N}]/gu, "")

export const createSlugLookup = (
  artists: Pick<Artist, "slug" | "name" | "hangul" | "aliases">[],
): ReadonlyMap<string, string> =>
  new Map(
    artists.flatMap((artist) =>
      listSpellings(artist).map((spelling) => [artistKey(spelling), artist.slug] as const),
    ),
  )

export const listSpellings = ({
  name,
  hangul,
  aliases,
}: Pick<Artist, "name" | "hangul" | "aliases">) =>
  [name, hangul, ...aliases].filter((spelling) => spelling !== null)
