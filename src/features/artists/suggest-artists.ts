import { listSpellings, toArtistKey } from "./names.ts"
import type { Artist } from "./schema.ts"

export type ArtistNames = Pick<Artist, "name" | "hangul" | "aliases">

const MAX_SUGGESTIONS = 8

const listKeys = (artist: ArtistNames) => listSpellings(artist).map(toArtistKey)

export const sortFollowedFirst = (artists: ArtistNames[], followedNames: string[]) =>
  artists.toSorted(
    (a, b) => Number(followedNames.includes(b.name)) - Number(followedNames.includes(a.name)),
  )

/** Returns the artist that has this name, Hangul name or other spelling. */
export const findArtist = (artists: ArtistNames[], spelling: string): ArtistNames | undefined => {
  const key = toArtistKey(spelling)
  return key ? artists.find((artist) => listKeys(artist).includes(key)) : undefined
}

export function hasSpellingStartingWith(artist: ArtistNames, typedText: string): boolean {
  const typedKey = toArtistKey(typedText)
  return typedKey !== "" && listKeys(artist).some((key) => key.startsWith(typedKey))
}

/**
 * Returns the artists that have a spelling with the typed text, first those with a spelling that starts with the text.
 * Leaves out chosen artists. All artists match an empty string.
 */
export function suggestArtists(
  artists: ArtistNames[],
  typedText: string,
  chosenNames: string[],
): ArtistNames[] {
  const typedKey = toArtistKey(typedText)
  const hasOnlyPunctuation = typedText.trim() !== "" && typedKey === ""
  if (hasOnlyPunctuation) return []
  const chosenKeys = new Set(chosenNames.map(toArtistKey))
  const matchingArtists = artists
    .map((artist) => ({ artist, keys: listKeys(artist) }))
    .filter(({ keys }) => !keys.some((key) => chosenKeys.has(key)))
    .filter(({ keys }) => keys.some((key) => key.includes(typedKey)))
    .map(({ artist }) => artist)
  const startsWithText = (artist: ArtistNames) => Number(hasSpellingStartingWith(artist, typedText))
  return matchingArtists
    .toSorted((a, b) => startsWithText(b) - startsWithText(a))
    .slice(0, MAX_SUGGESTIONS)
}
