import { expect, test } from "vitest"
import { addPictures, getArtistPicture } from "./pictures.ts"

const makeArtist = (id: string, slug: string) => ({
  id,
  slug,
  name: slug,
  hangul: null,
  aliases: [],
  website_url: null,
  instagram_url: null,
  youtube_url: null,
})

test("an artist's picture is the first cover of the songs and albums, or a drawn sleeve if none has a cover", () => {
  const items = [
    { id: "song-1", image_url: null },
    { id: "song-2", image_url: "https://i.scdn.co/image/2" },
    { id: "album-1", image_url: "https://i.scdn.co/image/3" },
  ]
  const credits = [
    { artist_id: "a", item_id: "song-1" },
    { artist_id: "a", item_id: "album-1" },
    { artist_id: "b", item_id: "song-1" },
  ]
  const artists = [makeArtist("a", "aespa"), makeArtist("b", "ive")]
  const pictures = addPictures(artists, credits, items).map(({ picture }) => picture)
  expect(pictures).toEqual(["https://i.scdn.co/image/3", getArtistPicture({ slug: "ive" }, [])])
  expect(pictures[1]).toMatch(/^\/art\/.*sleeves-/)
})
