import type { Album, Song } from "./item.ts"

const MAX_SONGS_PER_ARTIST = 3

const ALTERNATIVE_EDITION_PATTERN =
  /\b(instrumental|inst\.|karaoke|sped[ -]up|slowed|commentary|voice memo)/i

/** Returns a form of the title that its editions share: lowercase, without bracketed text and text after a dash. */
const getBaseTitle = (title: string) => {
  const base = title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, " ")
    .replace(/\s[-–—]\s.*$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
  return base || title
}

const getWorkKey = ({ name, artists }: Pick<Song, "name" | "artists">) =>
  `${artists[0]?.toLowerCase()}\n${getBaseTitle(name)}`

function removeDuplicates<Item extends Song | Album>(items: Item[]): Item[] {
  const usedKeys = new Set<string>()
  return items.filter((item) => {
    const keys = [getWorkKey(item), item.id]
    const isNew = !keys.some((key) => usedKeys.has(key))
    for (const key of keys) usedKeys.add(key)
    return isNew
  })
}

function limitPerArtist(songs: Song[]): Song[] {
  const counts = new Map<string, number>()
  return songs.filter(({ artists: [artist = ""] }) => {
    const count = (counts.get(artist) ?? 0) + 1
    counts.set(artist, count)
    return count <= MAX_SONGS_PER_ARTIST
  })
}

/** Returns the first items of all lists, then all second items, and so on. */
function interleave<Item>(lists: Item[][]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat()
}

/**
 * Returns a chart with at most one edition of each song and at most three songs per artist, the most popular song
 * first. If songs are equally popular, the first songs of all artists come before the second songs of all artists.
 */
export function makeSongChart(songsByArtist: Song[][], maxSongs: number): Song[] {
  const songs = interleave(songsByArtist)
    .filter(({ name }) => !ALTERNATIVE_EDITION_PATTERN.test(name))
    .sort((a, b) => (b.popularity ?? 0) - (a.popularity ?? 0))
  return limitPerArtist(removeDuplicates(songs)).slice(0, maxSongs)
}

/**
 * Returns a chart of the albums that are already released, from new to old. Albums without a date come last. `today` is
 * `YYYY-MM-DD`.
 */
export function makeAlbumChart(
  albumsByArtist: Album[][],
  maxAlbums: number,
  today: string,
): Album[] {
  const albums = interleave(albumsByArtist)
    .filter(
      ({ name, release_date }) =>
        !ALTERNATIVE_EDITION_PATTERN.test(name) && (release_date ?? "") <= today,
    )
    .sort((a, b) => (b.release_date ?? "").localeCompare(a.release_date ?? ""))
  return removeDuplicates(albums).slice(0, maxAlbums)
}
