/** Makes charts of what was found for each artist. */
import type { Album, Song } from "./item.ts"

/** Nobody fills the chart alone. */
const SONGS_PER_ARTIST = 3

const ALTERNATIVE = /\b(instrumental|inst\.|karaoke|sped[ -]up|slowed|commentary|voice memo)/i

/** A title without what tells its versions apart: brackets, and what follows a dash. */
const baseTitle = (title: string) => {
  const base = title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, " ")
    .replace(/\s[-–—]\s.*$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
  return base || title
}

const keyOf = ({ name, artists }: Pick<Song, "name" | "artists">) =>
  `${artists[0]?.toLowerCase()}\n${baseTitle(name)}`

/** The first of those that are one song, or one album, in several editions. */
function distinct<Item extends Song | Album>(items: Item[]): Item[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const marks = [keyOf(item), item.id]
    const isNew = !marks.some((mark) => seen.has(mark))
    for (const mark of marks) seen.add(mark)
    return isNew
  })
}

function atMostPerArtist(songs: Song[]): Song[] {
  const counts = new Map<string, number>()
  return songs.filter(({ artists: [artist = ""] }) => {
    const count = (counts.get(artist) ?? 0) + 1
    counts.set(artist, count)
    return count <= SONGS_PER_ARTIST
  })
}

/** Everybody's first, then everybody's second, and so on. */
function interleave<Item>(lists: Item[][]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat()
}

/** The most popular; where the service does not tell, each artist's songs as it ordered them, in turns. */
export function songChart(perArtist: Song[][], limit: number): Song[] {
  const songs = interleave(perArtist)
    .filter(({ name }) => !ALTERNATIVE.test(name))
    .sort((one, other) => (other.popularity ?? 0) - (one.popularity ?? 0))
  return atMostPerArtist(distinct(songs)).slice(0, limit)
}

/** The newest that are out by `today` (`YYYY-MM-DD`); those without a day last. */
export function albumChart(perArtist: Album[][], limit: number, today: string): Album[] {
  const albums = interleave(perArtist)
    .filter(({ name, release_date }) => !ALTERNATIVE.test(name) && (release_date ?? "") <= today)
    .sort((one, other) => (other.release_date ?? "").localeCompare(one.release_date ?? ""))
  return distinct(albums).slice(0, limit)
}
