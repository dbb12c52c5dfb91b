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

/** What a provider gives; the ids are its own. */
export interface Charts {
  songs: CatalogueSong[]
  albums: CatalogueAlbum[]
}

/** Replaces both charts as a whole. Its row says whether the site is to be built anew. */
export const replacingCharts = (
  provider: string,
  { songs, albums }: Charts,
): Query<{ tells_site: boolean }> => query`
  select replace_catalogue(
    ${provider}, ${JSON.stringify(songs)}::jsonb, ${JSON.stringify(albums)}::jsonb
  ) as tells_site`

/** Replaces both charts; whether the site is to be built anew. */
export async function replaceCharts(db: Db, provider: string, charts: Charts): Promise<boolean> {
  const [[row]] = await db.batch([replacingCharts(provider, charts)])
  return row?.tells_site ?? false
}

/** Whose songs are in the chart, null while it is empty. */
export async function chartProvider(db: Db): Promise<string | null> {
  const row = await db.one<{ provider: string }>`
    select provider from catalogue_songs where rank is not null order by rank limit 1`
  return row?.provider ?? null
}

/** Ids of artists at a provider, by name. */
export async function knownArtists(db: Db, provider: string): Promise<Map<string, string>> {
  const rows = await db.many<{ name: string; id: string }>`
    select name, id from catalogue_artists where provider = ${provider}`
  return new Map(rows.map(({ name, id }) => [name, id]))
}

export const keepArtist = (db: Db, provider: string, name: string, id: string) =>
  db.one`select keep_catalogue_artist(${provider}, ${name}, ${id})`
