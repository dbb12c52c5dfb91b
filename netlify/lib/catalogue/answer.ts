/** Songs and albums as the calls give them: in the shape that music services use themselves. */
import type { CatalogueAlbum, CatalogueSong } from "../../../db/queries/catalogue.ts"
import type { Album, Song } from "../../../src/features/music/schema.ts"

const named = (artists: string[]) => artists.map((name) => ({ name }))
const images = (url: string | null) => (url === null ? [] : [{ url }])

export const songAnswer = ({ artists, album_name, image_url, ...song }: CatalogueSong): Song => ({
  ...song,
  artists: named(artists),
  album: { name: album_name, images: images(image_url) },
})

export const albumAnswer = ({ artists, image_url, ...album }: CatalogueAlbum): Album => ({
  ...album,
  artists: named(artists),
  images: images(image_url),
})
