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
  /** The album of a song, or the year and the number of tracks of an album. The text may be empty. */
  fact: string
}

/** Likes by the id of the card (`getCardId()`). */
export type ItemLikesMap = ReadonlyMap<string, ItemLikes>

/** Returns the time (ISO) of the newest like, or an empty string if there are no likes. */
export const getNewestLikeTime = (likes: Iterable<ItemLikes>): string =>
  Array.from(likes, ({ newest }) => newest)
    .toSorted()
    .at(-1) ?? ""

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
  const year = released?.slice(0, "2025".length) ?? ""
  const facts = [year, count === null ? "" : tFor(locale)("music:tracks", { count })]
  return createItem("album", row, facts.filter(Boolean).join(" · "), likes)
}

type ChartSource = { provider: string; fetched_at: string } | null

const MAX_CURRENT_AGE_MS = 7 * 86_400_000

/**
 * Charts of a music service are "current" for a week, and then "older". "picks" are charts that ship with the project.
 */
export type ChartState = "current" | "older" | "picks"

export function getChartState(source: ChartSource, now: number): ChartState {
  if (source?.provider === "snapshot") return "picks"
  const isCurrent = source && now - Date.parse(source.fetched_at) < MAX_CURRENT_AGE_MS
  return isCurrent ? "current" : "older"
}

/**
 * Returns the songs in the order of the music page. If the chart is not current, it has no ranks, and the songs of the
 * Baltic top come last, because the page already shows them above.
 */
export function orderChartSongs(
  songs: CatalogueSong[],
  top: Pick<CatalogueSong, "id">[],
  state: ChartState,
): CatalogueSong[] {
  if (state === "current") return songs
  const topIds = new Set(top.map(({ id }) => id))
  return songs.toSorted((a, b) => Number(topIds.has(a.id)) - Number(topIds.has(b.id)))
}

export const getChartTitle = (type: ItemType, state: ChartState) =>
  type === "song" && state === "picks"
    ? "music:picks"
    : (`music:${state === "current" ? "current" : "older"}.${type}s` as const)

const SERVICE_NAMES: Record<string, string> = { spotify: "Spotify", deezer: "Deezer" }

const YEAR_MS = 365 * 86_400_000

/**
 * Returns a text with the source of the charts and the date of their last refresh. For charts that ship with the
 * project, the text contains the month of the newest album, or is empty if the album is older than a year.
 */
export function describeChartSource(
  source: ChartSource,
  albums: Pick<CatalogueAlbum, "release_date">[],
  locale: Locale,
  now: number,
): string {
  if (source === null) return ""
  const t = tFor(locale)
  const { provider, fetched_at } = source
  if (provider !== "snapshot") {
    const date = formatDate(fetched_at, "date", locale)
    return t("music:asOf.service", { service: SERVICE_NAMES[provider] ?? provider, date })
  }
  const newestDate = albums
    .map(({ release_date }) => release_date ?? "")
    .toSorted()
    .at(-1)
  if (!newestDate) return ""
  if (Date.parse(newestDate) < now - YEAR_MS) return ""
  return t("music:asOf.snapshot", { month: formatDate(newestDate, "monthYear", locale) })
}
