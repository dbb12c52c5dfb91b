import type { Album, Song } from "./item.ts"

/** Keeps one artist from filling the chart. */
const MAX_SONGS_PER_ARTIST = 3

const ALTERNATIVE_EDITION =
  /\b(instrumental|inst\.|karaoke|sped[ -]up|slowed|commentary|voice memo)/i

/** Editions differ in text in brackets and text after a dash. */
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

const getEditionKey = ({ name, artists }: Pick<Song, "name" | "artists">) =>
  `${artists[0]?.toLowerCase()}\n${getBaseTitle(name)}`

function removeDuplicates<Item extends Song | Album>(items: Item[]): Item[] {
  const usedKeys = new Set<string>()
  return items.filter((item) => {
    const keys = [getEditionKey(item), item.id]
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

function interleave<Item>(lists: Item[][]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat()
}

/** Without popularity, artists take turns. */
export function makeSongChart(perArtist: Song[][], limit: number): Song[] {
  const songs = interleave(perArtist)
    .filter(({ name }) => !ALTERNATIVE_EDITION.test(name))
    .sort((a, b) => (b.popularity ?? 0) - (a.popularity ?? 0))
  return limitPerArtist(removeDuplicates(songs)).slice(0, limit)
}

/** `today` is `YYYY-MM-DD`. Albums without a date come last. */
export function makeAlbumChart(perArtist: Album[][], limit: number, today: string): Album[] {
  const albums = interleave(perArtist)
    .filter(
      ({ name, release_date }) => !ALTERNATIVE_EDITION.test(name) && (release_date ?? "") <= today,
    )
    .sort((a, b) => (b.release_date ?? "").localeCompare(a.release_date ?? ""))
  return removeDuplicates(albums).slice(0, limit)
}
