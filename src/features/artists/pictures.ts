/** Pictures of artists: the first cover of their songs and albums in the charts, or a generated record sleeve. */
import type { CatalogueAlbum, CatalogueSong } from "../../../db/queries/catalogue.ts"
import { artSleeve } from "../../art/pictures.ts"
import type { Artist } from "./schema.ts"

type ItemWithCover = Pick<CatalogueSong | CatalogueAlbum, "id" | "image_url">

export interface PicturedArtist extends Artist {
  picture: string
}

/** Returns the URL of an artist's picture. `items` are the artist's songs and albums in the order of the charts. */
export const getArtistPicture = ({ slug }: Pick<Artist, "slug">, items: ItemWithCover[]): string =>
  items.find(({ image_url }) => image_url)?.image_url ?? artSleeve(slug)

/** Adds pictures to artists. `credits` say which artists made a song or album; `items` are all songs and albums of the charts. */
export function addPictures(
  artists: Artist[],
  credits: { artist_id: string; item_id: string }[],
  items: ItemWithCover[],
): PicturedArtist[] {
  const creditsByArtist = Map.groupBy(credits, ({ artist_id }) => artist_id)
  return artists.map((artist) => {
    const ids = new Set(creditsByArtist.get(artist.id)?.map(({ item_id }) => item_id))
    const itemsOfArtist = items.filter(({ id }) => ids.has(id))
    return { ...artist, picture: getArtistPicture(artist, itemsOfArtist) }
  })
}
