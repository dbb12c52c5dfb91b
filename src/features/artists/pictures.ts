/** Pictures of artists: the cover of their first song or album in the charts, or a drawn sleeve. */
import type { CatalogueAlbum, CatalogueSong } from "../../../db/queries/catalogue.ts"
import { artSleeve } from "../../art/pictures.ts"
import type { Artist } from "./schema.ts"

type Item = Pick<CatalogueSong | CatalogueAlbum, "id" | "image_url">

export interface PicturedArtist extends Artist {
  picture: string
}

/** Returns the picture of an artist. `items` are the artist's songs and albums, the first of the charts first. */
export const getArtistPicture = ({ slug }: Pick<Artist, "slug">, items: Item[]): string =>
  items.find(({ image_url }) => image_url)?.image_url ?? artSleeve(slug)

/** Adds pictures to artists. `credits` link the artists to the songs and albums of the charts. */
export function addPictures(
  artists: Artist[],
  credits: { artist_id: string; item_id: string }[],
  items: Item[],
): PicturedArtist[] {
  const creditsByArtist = Map.groupBy(credits, ({ artist_id }) => artist_id)
  return artists.map((artist) => {
    const ids = new Set(creditsByArtist.get(artist.id)?.map(({ item_id }) => item_id))
    const itemsOfArtist = items.filter(({ id }) => ids.has(id))
    return { ...artist, picture: getArtistPicture(artist, itemsOfArtist) }
  })
}
