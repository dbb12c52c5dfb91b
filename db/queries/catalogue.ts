/** Songs and albums of the music catalogue. */
import type { Db } from "../client.ts"

export interface CatalogueSong {
  id: string
  name: string
  artists: string[]
  album_name: string | null
  image_url: string | null
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

/** The songs in demand, first things first. */
export const trendingSongs = (db: Db, limit: number) => db.many<CatalogueSong>`
  select id, name, artists, album_name, image_url, popularity, external_url
  from catalogue_songs
  order by rank, id
  limit ${limit}`

/** The latest albums, newest first. */
export const newAlbums = (db: Db, limit: number) => db.many<CatalogueAlbum>`
  select id, name, artists, image_url, total_tracks, release_date, external_url
  from catalogue_albums
  order by release_date desc nulls last, id
  limit ${limit}`
