import { expect, test } from "vitest"
import * as z from "zod/mini"
import { liked } from "./schema.ts"

const SONG = {
  item_id: "deezer-1",
  item_type: "song",
  item_name: "Supernova",
  item_artist: "aespa",
  image_url: "https://i.scdn.co/1",
  external_url: "https://music.example/1",
}

test("a liked song keeps its web addresses", () => {
  expect(z.parse(liked, SONG)).toEqual(SONG)
})

test("other addresses than web addresses are dropped", () => {
  const odd = { ...SONG, external_url: "javascript:alert(1)", image_url: "data:image/svg+xml,x" }
  expect(z.parse(liked, odd)).toMatchObject({ external_url: null, image_url: null })
})
