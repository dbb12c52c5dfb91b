/** These songs and albums fill the charts until the first refresh from a music service. */
import type { Db, Query } from "../../../db/client.ts"
import { type Charts, getChartSource } from "../../../db/queries/catalogue.ts"
import type { Album, Song } from "./item.ts"
import albums from "./snapshot/albums.json" with { type: "json" }
import songs from "./snapshot/songs.json" with { type: "json" }
import { storeCharts, storeChartsQueries } from "./store.ts"

export const SNAPSHOT = "snapshot"

/** Returns the URL of a search on Spotify, because albums of the snapshot have no link of their own. */
const getSearchUrl = ({ name, artists }: { name: string; artists: string[] }) =>
  `https://open.spotify.com/search/${encodeURIComponent(`${artists.join(" ")} ${name}`)}`

/** Songs of the snapshot link to their official video, which pages can play. */
const toSong = ({ album, video, ...song }: (typeof songs)[number]): Song => ({
  ...song,
  album_name: album,
  image_url: null,
  popularity: null,
  external_url: `https://www.youtube.com/watch?v=${video}`,
})

const toAlbum = (album: (typeof albums)[number]): Album => ({
  ...album,
  image_url: null,
  external_url: getSearchUrl(album),
})

export const getSnapshotCharts = (): Charts => ({
  songs: songs.map(toSong),
  albums: albums.map(toAlbum),
})

export const storeSnapshot = (db: Db) => storeCharts(db, SNAPSHOT, getSnapshotCharts())

export const storeSnapshotQueries = (): readonly Query<unknown>[] =>
  storeChartsQueries(SNAPSHOT, getSnapshotCharts())

/** Stores the snapshot, unless the charts come from a music service. */
export async function storeInitialCharts(db: Db): Promise<void> {
  const source = await getChartSource(db)
  if (!source || source.provider === SNAPSHOT) await storeSnapshot(db)
}
