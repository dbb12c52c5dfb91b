import { expect, test } from "vitest"
import * as z from "zod/mini"
import { isAllowedPicture, liked } from "./schema.ts"

const SONG = {
  item_id: "deezer-1",
  item_type: "song",
  item_name: "Supernova",
  item_artist: "aespa",
  image_url: "https://i.scdn.co/1",
  external_url: "https://music.example/1",
}

test("HTTPS URLs of a liked song are kept", () => {
  expect(z.parse(liked, SONG)).toEqual(SONG)
})

test("URLs of a liked song that do not use HTTPS become null", () => {
  const unsafeSong = {
    ...SONG,
    external_url: "javascript:alert(1)",
    image_url: "data:image/svg+xml,x",
  }
  expect(z.parse(liked, unsafeSong)).toMatchObject({ external_url: null, image_url: null })
})

test.each([
  "https://i.scdn.co/image/ab67616d",
  "https://cdn-images.dzcdn.net/images/cover/1/500x500.jpg",
  "https://e-cdns-images.dzcdn.net/images/cover/1/500x500.jpg",
])("a picture of a music service is allowed: %s", (url) => expect(isAllowedPicture(url)).toBe(true))

test.each([
  "http://i.scdn.co/image/ab67616d",
  "https://i.scdn.co.evil.example/x.png",
  "https://evildzcdn.net/x.png",
  "https://evil.example/?i.scdn.co",
  "javascript:alert(1)",
  "/x.png",
  "",
])("a picture without HTTPS or of another server is not allowed: %s", (url) =>
  expect(isAllowedPicture(url)).toBe(false),
)
