import { artistKey, listSpellings } from "./names.ts"
import type { Artist } from "./schema.ts"

export type ArtistNames = Pick<Artist, "name" | "hangul" | "aliases">

const MAX_SUGGESTIONS = 8

const listKeys = (artist: ArtistNames) => listSpellings(artist).map(artistKey)

export const sortFollowedFirst = (artists: ArtistNames[], followedNames: string[]) =>
  artists.toSorted(
    (a, b) => Number(followedNames.includes(b.name)) - Number(followedNames.includes(a.name)),
  )

export const findArtist = (artists: ArtistNames[], spelling: string): ArtistNames | undefined => {
  const key = artistKey(spelling)
  return key ? artists.find((artist) => listKeys(artist).includes(key)) : undefined
}

export function startsWithTyped(artist: ArtistNames, typed: string): boolean {
  const typedKey = artistKey(typed)
  return typedKey !== "" && listKeys(artist).some((key) => key.startsWith(typedKey))
}

/** Spellings that start with the text are first. Without a text, returns the first artists. */
export function suggestArtists(
  artists: ArtistNames[],
  typed: string,
  chosen: string[],
): ArtistNames[] {
  const typedKey = artistKey(typed)
  if (typed.trim() && !typedKey) return []
  const chosenKeys = new Set(chosen.map(artistKey))
  const found = artists
    .map((artist) => ({ artist, keys: listKeys(artist) }))
    .filter(({ keys }) => !keys.some((key) => chosenKeys.has(key)))
    .filter(({ keys }) => keys.some((key) => key.includes(typedKey)))
    .map(({ artist }) => artist)
  return found
    .toSorted((a, b) => Number(startsWithTyped(b, typed)) - Number(startsWithTyped(a, typed)))
    .slice(0, MAX_SUGGESTIONS)
}
