/** Songs and albums of the music catalogue: the charts, as they were last fetched from a music service. */
import { type Db, type Query, query } from "../client.ts"

export interface CatalogueSong {
  /** `<provider>-<the provider's id>`: the same song under another provider is another item. */
  id: string
  name: string
  artists: string[]
  album_name: string | null
  image_url: string | null
  /** 0 to 100, null where the provider does not tell. */
  popularity: number | null
  /** The song on, or a search for it at, the music service. */
  external_url: string
}

export interface CatalogueAlbum {
  id: string
  name: string
  artists: string[]
  image_url: string | null
  total_tracks: number | null
  /** `YYYY-MM-DD` */
  release_date: string | null
  external_url: string
}

/** The songs in demand, first things first, so many from that position on. */
export const trendingSongs = (db: Db, limit: number, offset = 0) => db.many<CatalogueSong>`
  select item_id as id, name, artists, album_name, image_url, popularity, external_url
  from catalogue_songs
  where rank is not null
  order by rank
  limit ${limit} offset ${offset}`

/** The latest albums, newest first, so many from that position on. */
export const newAlbums = (db: Db, limit: number, offset = 0) => db.many<CatalogueAlbum>`
  select item_id as id, name, artists, image_url, total_tracks, release_date, external_url
  from catalogue_albums
  where rank is not null
  order by rank
  limit ${limit} offset ${offset}`

/** A song of the members' own chart. */
export interface TopSong extends CatalogueSong {
  rank: number
  /** Where it stood the week before; null for one that is new. */
  former_rank: number | null
  /** How many came to like it in four weeks. */
  likes: number
}

/** The songs that most members came to like in the four weeks before the last Monday, first things first. */
export const balticTop = (db: Db, size: number) => db.many<TopSong>`
  select s.item_id as id, s.name, s.artists, s.album_name, s.image_url, s.popularity, s.external_url,
    top.rank, top.former_rank, top.likes
  from baltic_top(${size}) top join catalogue_songs s on s.item_id = top.item_id
  order by top.rank`

/** How many members like each song and album of the charts, by its id. */
export async function likeCounts(db: Db): Promise<Map<string, number>> {
  const rows = await db.many<{ item_id: string; likes: number }>`
    select item_id, likes from like_counts()`
  return new Map(rows.map(({ item_id, likes }) => [item_id, likes]))
}

/** The newest like of all, an ISO moment; null while there is none. */
export const likesUntil = (db: Db) => db.value<string | null>`select newest_like()`

/** Whether a new week's chart is to be shown: once after each Monday on which nothing was published. */
export const beginChartWeek = async (db: Db) =>
  (await db.value<boolean>`select begin_chart_week()`) ?? false

/** Whose charts these are, and when they were fetched (an ISO moment); null while there are none. */
export const chartSource = (db: Db) => db.one<{ provider: string; fetched_at: string }>`
  select provider, fetched_at from catalogue_songs where rank is not null order by rank limit 1`

/** What a provider gives; the ids are its own. */
export interface Charts {
  songs: CatalogueSong[]
  albums: CatalogueAlbum[]
}

/** Replaces both charts as a whole. Its row says whether the site is to be built anew. */
export const replaceChartsQuery = (
  provider: string,
  { songs, albums }: Charts,
): Query<{ needs_build: boolean }> => query`
  select replace_catalogue(
    ${provider}, ${JSON.stringify(songs)}::jsonb, ${JSON.stringify(albums)}::jsonb
  ) as needs_build`

/** Replaces both charts; whether the site is to be built anew. */
export async function replaceCharts(db: Db, provider: string, charts: Charts): Promise<boolean> {
  const [[row]] = await db.batch([replaceChartsQuery(provider, charts)])
  return row?.needs_build ?? false
}

/** Ids of artists at a provider, by name. */
export async function knownArtists(db: Db, provider: string): Promise<Map<string, string>> {
  const rows = await db.many<{ name: string; id: string }>`
    select name, id from catalogue_artists where provider = ${provider}`
  return new Map(rows.map(({ name, id }) => [name, id]))
}

export const keepArtist = (db: Db, provider: string, name: string, id: string) =>
  db.one`select keep_catalogue_artist(${provider}, ${name}, ${id})`

/** The right to ask the music services; several instances take turns. */
export interface Turn {
  /** Whose songs are in the chart, null while it is empty. */
  provider: string | null
  /** Whether they were fetched more than a day ago. */
  is_old: boolean
}

/**
 * The turn to ask these providers, null while it is not due or somebody else's. Due at once where other
 * providers are wanted than the last time.
 */
export const leaseRefresh = (db: Db, wanted: string) => db.one<Turn>`
  select provider, is_old from lease_catalogue_refresh(${wanted})`

/** Ends the turn: well, or with what went wrong and for how many seconds at least to leave it. */
export const endRefresh = (db: Db, problem: string | null, pauseSeconds = 0) =>
  db.one`select end_catalogue_refresh(${problem}, ${pauseSeconds})`
