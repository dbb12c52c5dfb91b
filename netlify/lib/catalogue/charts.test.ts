import { expect, test } from "vitest"
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

test("songs with the same name by different artists are different songs, even in other scripts", () => {
  const songs = [makeSong("봄날"), makeSong("봄"), makeSong("봄", { artists: ["BTS"] })]
  expect(makeSongChart([songs], 10)).toHaveLength(3)
})

test("an artist has at most three songs, and instrumental or sped-up editions are left out", () => {
  const songs = ["A", "B (Instrumental)", "C", "D - Sped Up", "E", "F"].map((name) =>
    makeSong(name),
  )
  expect(getNames(makeSongChart([songs], 10))).toEqual(["A", "C", "E"])
})

test("a chart has at most the requested length", () => {
  const songs = Array.from({ length: 9 }, (_, i) => makeSong(`Song ${i}`, { artists: [`A${i}`] }))
  expect(makeSongChart([songs], 4)).toHaveLength(4)
  expect(makeSongChart([], 4)).toEqual([])
})

test("albums are sorted from new to old, without future albums and duplicates, and albums without a date come last", () => {
  const albums = [
    makeAlbum("Old", "2024-05-27"),
    makeAlbum("Some day", null),
    makeAlbum("Whiplash - The 5th Mini Album", "2024-10-21"),
    makeAlbum("Tomorrow", "2026-11-22"),
    makeAlbum("Today", "2026-11-21"),
    makeAlbum("Whiplash", "2024-10-22"),
  ]
  expect(getNames(makeAlbumChart([albums], 10, "2026-11-21"))).toEqual([
    "Today",
    "Whiplash",
    "Old",
    "Some day",
  ])
})

test("the bundled snapshot is valid, without duplicates; songs have videos, and albums are sorted from new to old", () => {
  const { songs, albums } = getSnapshotCharts()
  expect(songs.length).toBeGreaterThanOrEqual(48)
  expect(albums.length).toBeGreaterThanOrEqual(36)
  for (const item of songs) expect(song.safeParse(item).success, item.name).toBe(true)
  for (const item of albums) expect(album.safeParse(item).success, item.name).toBe(true)
  for (const items of [songs, albums]) {
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(new Set(items.map(({ name, artists }) => `${artists}: ${name}`)).size).toBe(items.length)
  }
  for (const { external_url } of songs) expect(parseVideo(external_url)?.type).toBe("youtube")
  expect(new Set(songs.map(({ external_url }) => external_url)).size).toBe(songs.length)
  const days = albums.map(({ release_date }) => release_date ?? "")
  expect(days).toEqual(days.toSorted().reverse())
})
