import type { CatalogueAlbum, CatalogueSong, ItemLikes } from "../../../db/queries/catalogue.ts"
import { artSleeve } from "../../art/pictures.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getCardId } from "./paths.ts"
import type { ItemType } from "./schema.ts"

export interface MusicItem {
  type: ItemType
  /** The id is unique among items of the same type. */
  id: string
  name: string
  artists: string[]
  image: string
  url: string
  likes: number
  /** For example the album or the release date. The text may be empty. */
  fact: string
}

export type ItemLikesMap = ReadonlyMap<string, ItemLikes>

/** Returns the time (ISO), or an empty text without likes. */
export const getCountedUntil = (likes: Iterable<ItemLikes>): string =>
  Array.from(likes, ({ newest }) => newest).reduce((max, time) => (time > max ? time : max), "")

function createItem(
  type: ItemType,
  row: CatalogueSong | CatalogueAlbum,
  fact: string,
  likes: ItemLikesMap,
): MusicItem {
  const { id, name, artists, external_url: url } = row
  const image = row.image_url ?? artSleeve(id)
  return {
    type,
    id,
    name,
    artists,
    image,
    url,
    likes: likes.get(getCardId(type, id))?.likes ?? 0,
    fact,
  }
}

export const createSongItem = (row: CatalogueSong, likes: ItemLikesMap): MusicItem =>
  createItem("song", row, row.album_name ?? "", likes)

export function createAlbumItem(
  row: CatalogueAlbum,
  locale: Locale,
  likes: ItemLikesMap,
): MusicItem {
  const { total_tracks: count, release_date: released } = row
  const facts = [
    released?.slice(0, "2025".length) ?? "",
    count === null ? "" : tFor(locale)("music:tracks", { count }),
  ]
  return createItem("album", row, facts.filter(Boolean).join(" · "), likes)
}

type ChartSource = { provider: string; fetched_at: string } | null

/** Maximum age in milliseconds. Charts are fetched every six hours. */
const CURRENT_MS = 7 * 86_400_000

/** Charts that ship with the project or are older than a week are not current. */
export const isCurrent = (source: ChartSource, now: number): boolean =>
  source !== null &&
  source.provider !== "snapshot" &&
  now - Date.parse(source.fetched_at) < CURRENT_MS

export const getChartTitle = (type: ItemType, isCurrent: boolean) =>
  `music:${isCurrent ? "current" : "older"}.${type}s` as const

const SERVICES: Record<string, string> = { spotify: "Spotify", deezer: "Deezer" }

/** Returns the source and age of the charts. Bundled charts have the date of the newest album. */
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
