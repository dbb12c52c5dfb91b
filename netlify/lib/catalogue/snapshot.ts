/** Released songs and albums that ship with the project: they serve until a music service answers. */
import type { Db, Query } from "../../../db/client.ts"
import {
  type Charts,
  chartSource,
  replaceCharts,
  replaceChartsQuery,
} from "../../../db/queries/catalogue.ts"
import type { Album, Provider, Song } from "./item.ts"
import albums from "./snapshot/albums.json" with { type: "json" }
import songs from "./snapshot/songs.json" with { type: "json" }

const NAME = "snapshot"

/** Without an address of their own: a search at a music service. */
const searchUrl = ({ name, artists }: { name: string; artists: string[] }) =>
  `https://open.spotify.com/search/${encodeURIComponent(`${artists.join(" ")} ${name}`)}`

const songOf = ({ album, ...song }: (typeof songs)[number]): Song => ({
  ...song,
  album_name: album,
  image_url: null,
  popularity: null,
  external_url: searchUrl(song),
})

const albumOf = (album: (typeof albums)[number]): Album => ({
  ...album,
  image_url: null,
  external_url: searchUrl(album),
})

export const snapshot: Provider = {
  name: NAME,
  trendingSongs: async (limit) => songs.slice(0, limit).map(songOf),
  newAlbums: async (limit) => albums.slice(0, limit).map(albumOf),
}

const charts = (): Charts => ({ songs: songs.map(songOf), albums: albums.map(albumOf) })

/** Puts the snapshot in the place of whatever is in the charts; whether the site is to be built anew. */
export const storeSnapshot = (db: Db) => replaceCharts(db, NAME, charts())

/** The same as a part of a batch. */
export const storeSnapshotQuery = (): Query<unknown> => replaceChartsQuery(NAME, charts())

/**
 * Before the first build, and after an update of the project: the charts are the snapshot's unless a music
 * service has filled them.
 */
export async function storeInitialCharts(db: Db): Promise<void> {
  const source = await chartSource(db)
  if (!source || source.provider === NAME) await storeSnapshot(db)
}
