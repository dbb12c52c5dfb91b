/** Songs and albums as the API gives them: what a page needs of them is checked, since anything may answer. */
import { isRecord } from "../../json.ts"
import type { Album, MusicItem, Song } from "./item.ts"

const isText = (value: unknown): value is string => typeof value === "string"

const textOf = (value: unknown) => (isText(value) && value !== "" ? value : null)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const namesOf = (value: unknown): string =>
  listOf(value)
    .map((artist) => (isRecord(artist) ? artist.name : null))
    .filter(isText)
    .join(", ")

function imageOf(images: unknown): string | null {
  const [first] = listOf(images)
  return isRecord(first) ? textOf(first.url) : null
}

/** What songs and albums have in common, null for what is neither. */
function itemOf(value: unknown, images: unknown) {
  if (!isRecord(value)) return null
  const { id, name, artists, external_url: url } = value
  // A link may lead anywhere but into this page.
  if (!isText(id) || !isText(name) || !isText(url) || !url.startsWith("https://")) return null
  return { id, name, artists: namesOf(artists), image: imageOf(images), url }
}

function songOf(value: unknown): Song | null {
  const album = isRecord(value) && isRecord(value.album) ? value.album : {}
  const item = itemOf(value, album.images)
  return item && { type: "song", ...item, album: textOf(album.name) }
}

function albumOf(value: unknown): Album | null {
  if (!isRecord(value)) return null
  const item = itemOf(value, value.images)
  if (!item) return null
  const { total_tracks: tracks, release_date } = value
  return {
    type: "album",
    ...item,
    tracks: typeof tracks === "number" ? tracks : null,
    released: textOf(release_date),
  }
}

export interface MusicPage {
  items: MusicItem[]
  /** The number of the page after it, null when this is the last. */
  next: number | null
}

const readPage = (name: string, read: (value: unknown) => MusicItem | null) => (json: unknown) => {
  const rows = isRecord(json) ? json[name] : null
  if (!isRecord(json) || !Array.isArray(rows)) throw new Error(`The answer has no ${name}.`)
  return {
    items: rows.map(read).filter((item) => item !== null),
    next: typeof json.next === "number" ? json.next : null,
  }
}

/** Read an answer's body; what is not as it should be is left out, an answer without a list throws. */
export const readSongs: (json: unknown) => MusicPage = readPage("tracks", songOf)
export const readAlbums: (json: unknown) => MusicPage = readPage("albums", albumOf)

export interface StoredLikes {
  /** `song/…`, `album/…` */
  keys: string[]
  favorite: string | null
}

/** The ids of what a member likes; throws at an answer that is none. */
export function readLikes(json: unknown): StoredLikes {
  if (!isRecord(json) || !Array.isArray(json.likes)) throw new Error("The answer has no likes.")
  const keys = json.likes.flatMap((like: unknown) =>
    isRecord(like) && isText(like.item_id) && isText(like.item_type)
      ? [`${like.item_type}/${like.item_id}`]
      : [],
  )
  return { keys, favorite: textOf(json.favorite_song_id) }
}
