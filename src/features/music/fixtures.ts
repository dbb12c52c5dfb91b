/** For tests. */
import type { Song } from "./item.ts"

export const makeSong = (id: string): Song => ({
  type: "song",
  id,
  name: `Song ${id}`,
  artists: "aespa",
  image: null,
  url: `https://music.example/${id}`,
  album: null,
})
