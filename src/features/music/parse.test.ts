import { expect, test } from "vitest"
import { readAlbums, readLikes, readSongs } from "./parse.ts"

const SONG = {
  id: "deezer-1",
  name: "Supernova",
  artists: [{ name: "aespa" }, { name: "Somebody" }],
  album: { name: "Armageddon", images: [{ url: "https://i.scdn.co/1" }] },
  popularity: 80,
  external_url: "https://music.example/1",
}

test("a song is read with its artists in one line, its album and its picture", () => {
  expect(readSongs({ tracks: [SONG], next: 2 })).toEqual({
    items: [
      {
        type: "song",
        id: "deezer-1",
        name: "Supernova",
        artists: "aespa, Somebody",
        image: "https://i.scdn.co/1",
        url: "https://music.example/1",
        album: "Armageddon",
      },
    ],
    next: 2,
  })
})

test("an album without picture, length and day is still an album", () => {
  const album = {
    id: "a",
    name: "Ruby",
    artists: [],
    images: [],
    external_url: "https://a.example",
  }
  const { items, next } = readAlbums({ albums: [album] })
  expect(items).toMatchObject([{ image: null, tracks: null, released: null }])
  expect(next).toBeNull()
})

test("what is no song is left out, and a link that is no web address with it", () => {
  const odd = [null, {}, { ...SONG, id: 1 }, { ...SONG, external_url: "javascript:alert(1)" }]
  expect(readSongs({ tracks: [...odd, SONG] }).items).toHaveLength(1)
})

test("an answer without a list is none", () => {
  expect(() => readSongs({ albums: [] })).toThrow("tracks")
  expect(() => readLikes({})).toThrow("likes")
})

test("likes are read by type and id, with the favorite song", () => {
  const likes = [
    { item_id: "deezer-1", item_type: "song" },
    { item_id: "deezer-1", item_type: "album" },
    { item_id: 1 },
  ]
  expect(readLikes({ likes, favorite_song_id: "deezer-1" })).toEqual({
    keys: ["song/deezer-1", "album/deezer-1"],
    favorite: "deezer-1",
  })
  expect(readLikes({ likes: [], favorite_song_id: null }).favorite).toBeNull()
})
