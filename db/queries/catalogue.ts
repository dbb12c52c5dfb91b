import type { Album, ItemType, Song } from "../../src/features/music/schema.ts"
import { type Db, type Query, query } from "../client.ts"

/** The catalogue has songs and albums from the charts of music services (providers). */
export interface CatalogueSong extends Omit<Song, "artists" | "album"> {
  artists: string[]
  album_name: string | null
  image_url: string | null
}

export interface CatalogueAlbum extends Omit<Album, "artists" | "images"> {
  artists: string[]
  image_url: string | null
}

export const listTrendingSongs = (db: Db, limit: number, offset = 0) => db.many<CatalogueSong>`
  select item_id as id, name, artists, album_name, image_url, popularity, external_url
  from catalogue_items
  where item_type = 'song' and rank is not null
  order by rank
  limit ${limit} offset ${offset}`

export const listNewAlbums = (db: Db, limit: number, offset = 0) => db.many<CatalogueAlbum>`
  select item_id as id, name, artists, image_url, total_tracks, release_date, external_url
  from catalogue_items
  where item_type = 'album' and rank is not null
  order by rank
  limit ${limit} offset ${offset}`

export interface TopSong extends CatalogueSong {
  rank: number
  /** Rank in the chart of the week before; null if that chart lacks the song. */
  former_rank: number | null
  /** Number of weekly charts of the last half year that contain the song. Removed likes no longer count in them. */
  weeks: number
  /** Number of likes in the four weeks before the last Monday. */
  likes: number
}

const WEEKS_COUNTED = 26

/** Returns the songs that members of the site like most, from rank 1 to `size`. */
export const listBalticTop = (db: Db, size: number) => db.many<TopSong>`
  with charts as materialized (
    select chart.item_id, count(*)::integer as weeks
    from generate_series(0, ${WEEKS_COUNTED - 1}::integer) ago (weeks)
      cross join lateral list_baltic_top(${size}, now() - ago.weeks * interval '1 week') chart
    group by chart.item_id
  )
  select s.item_id as id, s.name, s.artists, s.album_name, s.image_url, s.popularity, s.external_url,
    top.rank, top.former_rank, top.likes, charts.weeks
  from list_baltic_top(${size}) top
  join charts on charts.item_id = top.item_id
  join catalogue_items s on s.item_type = 'song' and s.item_id = top.item_id
  order by top.rank`

export interface ItemLikes {
  item_type: ItemType
  item_id: string
  likes: number
  newest: string
}

export const countItemLikes = (db: Db) => db.many<ItemLikes>`
  select item_type, item_id, likes, newest from count_item_likes() order by item_type, item_id`

/** Returns the ISO time of the Monday with which the week of the current chart begins. */
export const getChartWeek = async (db: Db) =>
  (await db.value<string>`select get_chart_week(now())`) ?? new Date().toISOString()

/** Notifies members of the new weekly chart once a week, if the chart has changed. Returns whether it notified them. */
export const notifyOfChart = async (db: Db) =>
  (await db.value<boolean>`select notify_of_chart()`) ?? false

/**
 * Raises the content version if it has not changed since Monday and there are likes of songs. Returns whether it was
 * raised.
 */
export const beginChartWeek = async (db: Db) =>
  (await db.value<boolean>`select begin_chart_week()`) ?? false

export const getChartSource = (db: Db) => db.one<{ provider: string; fetched_at: string }>`
  select provider, fetched_at from catalogue_items
  where item_type = 'song' and rank is not null order by rank limit 1`

/** Charts as a provider returns them: the ids lack the prefix of the provider. */
export interface Charts {
  songs: CatalogueSong[]
  albums: CatalogueAlbum[]
}

export const replaceChartsQuery = (
  provider: string,
  { songs, albums }: Charts,
): Query<{ needs_build: boolean }> => query`
  select replace_catalogue(
    ${provider}, ${JSON.stringify(songs)}::jsonb, ${JSON.stringify(albums)}::jsonb
  ) as needs_build`

export async function listArtistIds(db: Db, provider: string): Promise<Map<string, string>> {
  const rows = await db.many<{ name: string; id: string }>`
    select name, id from catalogue_artists where provider = ${provider}`
  return new Map(rows.map(({ name, id }) => [name, id]))
}

export const storeArtistId = (db: Db, provider: string, name: string, id: string) =>
  db.one`select store_catalogue_artist(${provider}, ${name}, ${id})`

/**
 * `provider` is the music service from which the stored charts come. `is_old` is true if no charts are stored, or if
 * they were fetched more than a day ago.
 */
export interface RefreshLease {
  provider: string | null
  is_old: boolean
}

/** Returns null if the refresh is not due, or if another instance has leased it. */
export const leaseRefresh = (db: Db, providers: string) => db.one<RefreshLease>`
  select provider, is_old from lease_catalogue_refresh(${providers})`

/** After a failure, `pauseSeconds` is the minimum time until the next refresh, up to a day. */
export const endRefresh = (db: Db, problem: string | null, pauseSeconds = 0) =>
  db.one`select end_catalogue_refresh(${problem}, ${pauseSeconds})`
