import { describe, expect, test } from "vitest"
import { PAGE_SIZE } from "../../../src/features/music/schema.ts"
import { parseVideo } from "../../../src/shared/video.ts"
import { makeAlbumChart, makeSongChart } from "./charts.ts"
import { type Album, album, type Song, song } from "./item.ts"
import { getSnapshotCharts } from "./snapshot.ts"

let itemCount = 0
const makeSong = (name: string, overrides: Partial<Song> = {}): Song => {
  itemCount += 1
  return {
    id: `s${itemCount}`,
    name,
    artists: ["aespa"],
    album_name: null,
    image_url: null,
    popularity: null,
    external_url: "https://music.test/",
    ...overrides,
  }
}
const makeAlbum = (
  name: string,
  release_date: string | null,
  overrides: Partial<Album> = {},
): Album => {
  itemCount += 1
  return {
    id: `a${itemCount}`,
    name,
    artists: ["aespa"],
    image_url: null,
    total_tracks: 6,
    release_date,
    external_url: "https://music.test/",
    ...overrides,
  }
}
const getNames = (items: { name: string }[]) => items.map(({ name }) => name)

test("the most popular songs come first", () => {
  const songs = [makeSong("A", { popularity: 40 }), makeSong("B", { popularity: 90 })]
  expect(getNames(makeSongChart([songs], 10))).toEqual(["B", "A"])
})

test("without popularity, each artist's first song comes before any second song", () => {
  const songsBy = (artist: string) =>
    ["first", "second"].map((name) => makeSong(`${artist} ${name}`, { artists: [artist] }))
  expect(getNames(makeSongChart([songsBy("IVE"), songsBy("BTS")], 10))).toEqual([
    "IVE first",
    "BTS first",
    "IVE second",
    "BTS second",
  ])
})

test.each([
  ["Whiplash", "Whiplash (English Version)"],
  ["Whiplash", "Whiplash - Steve Aoki Remix"],
  ["Strategy (feat. Megan Thee Stallion)", "STRATEGY"],
  ["Love Me Like This", "love me like this [Japanese ver.]"],
])("the editions %j and %j of a song appear as one song", (firstName, secondName) => {
  expect(makeSongChart([[makeSong(firstName)], [makeSong(secondName)]], 10)).toHaveLength(1)
})

test("a song found for two artists appears once", () => {
  const duet = makeSong("APT.", { artists: ["ROSÉ", "Bruno Mars"] })
  expect(makeSongChart([[duet], [duet]], 10)).toHaveLength(1)
})

test("songs by different artists are different songs, even with the same name", () => {
  const songs = [makeSong("Spring"), makeSong("Spring", { artists: ["BTS"] })]
  expect(makeSongChart([songs], 10)).toHaveLength(2)
})

test("different names in Hangul are different songs", () => {
  const songs = [makeSong("봄날"), makeSong("봄")]
  expect(makeSongChart([songs], 10)).toHaveLength(2)
})

test("an artist has at most three songs", () => {
  const songs = ["A", "B", "C", "D"].map((name) => makeSong(name))
  expect(getNames(makeSongChart([songs], 10))).toEqual(["A", "B", "C"])
})

test("instrumental and sped-up editions are left out", () => {
  const songs = ["A", "B (Instrumental)", "C - Sped Up", "D"].map((name) => makeSong(name))
  expect(getNames(makeSongChart([songs], 10))).toEqual(["A", "D"])
})

test("a chart has at most the requested length", () => {
  const songs = Array.from({ length: 9 }, (_, i) => makeSong(`Song ${i}`, { artists: [`A${i}`] }))
  expect(makeSongChart([songs], 4)).toHaveLength(4)
})

test("a chart without songs is empty", () => {
  expect(makeSongChart([], 4)).toEqual([])
})

const listAlbumNames = (albums: Album[]) => getNames(makeAlbumChart([albums], 10, "2026-11-21"))

test("albums are sorted from new to old, and albums without a date come last", () => {
  const albums = [
    makeAlbum("Old", "2024-05-27"),
    makeAlbum("Unknown date", null),
    makeAlbum("New", "2025-10-21"),
  ]
  expect(listAlbumNames(albums)).toEqual(["New", "Old", "Unknown date"])
})

test("albums of today appear, and later albums do not", () => {
  const albums = [makeAlbum("Tomorrow", "2026-11-22"), makeAlbum("Today", "2026-11-21")]
  expect(listAlbumNames(albums)).toEqual(["Today"])
})

test("only the newest of several editions of an album appears", () => {
  const albums = [
    makeAlbum("Whiplash - The 5th Mini Album", "2024-10-21"),
    makeAlbum("Whiplash", "2024-10-22"),
  ]
  expect(listAlbumNames(albums)).toEqual(["Whiplash"])
})

describe("the bundled snapshot", () => {
  const { songs, albums } = getSnapshotCharts()

  test("fills at least four pages of songs and three pages of albums", () => {
    expect(songs.length).toBeGreaterThanOrEqual(4 * PAGE_SIZE)
    expect(albums.length).toBeGreaterThanOrEqual(3 * PAGE_SIZE)
  })

  test("has only valid songs and albums", () => {
    for (const item of songs) expect(song.safeParse(item).success, item.name).toBe(true)
    for (const item of albums) expect(album.safeParse(item).success, item.name).toBe(true)
  })

  test("has no song or album twice", () => {
    for (const items of [songs, albums]) {
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
      const titles = items.map(({ name, artists }) => `${artists}: ${name}`)
      expect(new Set(titles).size).toBe(items.length)
    }
  })

  test("has a different YouTube video for each song", () => {
    for (const { external_url } of songs) expect(parseVideo(external_url)?.type).toBe("youtube")
    expect(new Set(songs.map(({ external_url }) => external_url)).size).toBe(songs.length)
  })

  test("has albums from new to old", () => {
    const days = albums.map(({ release_date }) => release_date ?? "")
    expect(days).toEqual(days.toSorted().reverse())
  })
})
