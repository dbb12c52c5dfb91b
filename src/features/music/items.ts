import type { CatalogueAlbum, CatalogueSong, ItemLikes } from "../../../db/queries/catalogue.ts"
import { artSleeve } from "../../art/pictures.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getCardId } from "./paths.ts"
import type { ItemType } from "./schema.ts"

export interface MusicItem {
  type: ItemType
  /** Id of the item. It does not change, and is unique among items of the same type. */
  id: string
  name: string
  artists: string[]
  image: string
  /** URL at the music service. */
  url: string
  /** URL of the music service's player. Null if there is none. */
  player: string | null
  /** Number of members who like the item. */
  likes: number
  /** Line below the artists, for example the album or the release date. May be empty. */
  fact: string
}

/** Players of the music services. `netlify/host/build/csp.ts` allows pages to embed them. */
const PLAYERS: Record<string, (type: string, id: string) => string> = {
  spotify: (type, id) => `https://open.spotify.com/embed/${type}/${id}`,
  deezer: (type, id) => `https://widget.deezer.com/widget/auto/${type}/${id}`,
}

/** Returns the URL of an item's player. The id is `<provider>-<id>`. Null for an unknown provider. */
export function getPlayerUrl(type: ItemType, itemId: string): string | null {
  const [provider = "", ...id] = itemId.split("-")
  return PLAYERS[provider]?.(type === "song" ? "track" : "album", id.join("-")) ?? null
}

/** Likes by `getCardId`. */
export type ItemLikesMap = ReadonlyMap<string, ItemLikes>

/** Returns the time (ISO) until which likes were counted. Empty if there are none. */
export const getCountedUntil = (likes: Iterable<ItemLikes>): string =>
  Array.from(likes, ({ newest }) => newest).reduce((max, time) => (time > max ? time : max), "")

function itemOf(
  type: ItemType,
  row: CatalogueSong | CatalogueAlbum,
  fact: string,
  likes: ItemLikesMap,
): MusicItem {
  const { id, name, artists, external_url: url } = row
  const image = row.image_url ?? artSleeve(id)
  const player = getPlayerUrl(type, id)
  return {
    type,
    id,
    name,
    artists,
    image,
    url,
    player,
    likes: likes.get(getCardId(type, id))?.likes ?? 0,
    fact,
  }
}

export const createSongItem = (row: CatalogueSong, likes: ItemLikesMap): MusicItem =>
  itemOf("song", row, row.album_name ?? "", likes)

/** Returns the release date without line breaks. Returns only the year if the day is unknown. */
const releaseText = (released: string, locale: Locale): string =>
  /^\d{4}-\d\d-\d\d$/.test(released)
    ? formatDate(released, "shortDate", locale, "UTC").replaceAll(" ", "\u00a0")
    : released.slice(0, 4)

export function createAlbumItem(
  row: CatalogueAlbum,
  locale: Locale,
  likes: ItemLikesMap,
): MusicItem {
  const { total_tracks: count, release_date: released } = row
  const facts = [
    count === null ? "" : tFor(locale)("music:tracks", { count }),
    released ? releaseText(released, locale) : "",
  ]
  return itemOf("album", row, facts.filter(Boolean).join(" · "), likes)
}

type ChartSource = { provider: string; fetched_at: string } | null

/** Maximum age of current charts in milliseconds. Charts are fetched every six hours. */
const CURRENT_MS = 7 * 86_400_000

/**
 * Returns whether headings may call the charts current. Charts that ship with the project are not current, and neither
 * are charts that were fetched more than a week ago.
 */
export const isCurrent = (source: ChartSource, now: number): boolean =>
  source !== null &&
  source.provider !== "snapshot" &&
  now - Date.parse(source.fetched_at) < CURRENT_MS

export const getChartTitle = (type: ItemType, isCurrent: boolean) =>
  `music:${isCurrent ? "current" : "older"}.${type}s` as const

const SERVICES: Record<string, string> = { spotify: "Spotify", deezer: "Deezer" }

/**
 * Returns a text that says where the charts are from and how old they are. For charts that ship with the project, the
 * date of the newest album is used. Empty if the charts are empty.
 */
export function describeChartAge(
  source: ChartSource,
  albums: Pick<CatalogueAlbum, "release_date">[],
  locale: Locale,
): string {
  if (source === null) return ""
  const t = tFor(locale)
  const { provider, fetched_at } = source
  if (provider !== "snapshot") {
    const date = formatDate(fetched_at, "date", locale)
    return t("music:asOf.service", { service: SERVICES[provider] ?? provider, date })
  }
  const newest = albums.reduce(
    (max, { release_date: date }) => (date && date > max ? date : max),
    "",
  )
  return newest && t("music:asOf.snapshot", { month: formatDate(newest, "monthYear", locale) })
}
