/** Rows of the catalogue as the build reads them. */
import type { CatalogueAlbum, CatalogueSong } from "../../../db/queries/catalogue.ts"
import type { Album, Song } from "./item.ts"

export const songOf = (row: CatalogueSong): Song => ({
  type: "song",
  id: row.id,
  name: row.name,
  artists: row.artists.join(", "),
  image: row.image_url,
  url: row.external_url,
  album: row.album_name,
})

export const albumOf = (row: CatalogueAlbum): Album => ({
  type: "album",
  id: row.id,
  name: row.name,
  artists: row.artists.join(", "),
  image: row.image_url,
  url: row.external_url,
  tracks: row.total_tracks,
  released: row.release_date,
})
