import { expect, test } from "vitest"
import { albumChart, songChart } from "./charts.ts"
import { type Album, album, type Song, song } from "./item.ts"
import { snapshot } from "./snapshot.ts"

let made = 0
const makeSong = (name: string, more: Partial<Song> = {}): Song => {
  made += 1
  return {
    id: `s${made}`,
    name,
    artists: ["aespa"],
    album_name: null,
    image_url: null,
    popularity: null,
    external_url: "https://music.test/",
    ...more,
  }
}
const makeAlbum = (name: string, release_date: string | null, more: Partial<Album> = {}): Album => {
  made += 1
  return {
    id: `a${made}`,
    name,
    artists: ["aespa"],
    image_url: null,
    total_tracks: 6,
    release_date,
    external_url: "https://music.test/",
    ...more,
  }
}
const names = (items: { name: string }[]) => items.map(({ name }) => name)

test("the most popular songs come first", () => {
  const songs = [makeSong("A", { popularity: 40 }), makeSong("B", { popularity: 90 })]
  expect(names(songChart([songs], 10))).toEqual(["B", "A"])
})

test("where nobody tells what is popular, every artist's best comes before anybody's second", () => {
  const of = (artist: string) =>
    ["first", "second"].map((name) => makeSong(`${artist} ${name}`, { artists: [artist] }))
  expect(names(songChart([of("IVE"), of("BTS")], 10))).toEqual([
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
])("one song in two editions stands there once: %s, %s", (one, other) => {
  expect(songChart([[makeSong(one)], [makeSong(other)]], 10)).toHaveLength(1)
})

test("one song found for two artists stands there once", () => {
  const duet = makeSong("APT.", { artists: ["ROSÉ", "Bruno Mars"] })
  expect(songChart([[duet], [duet]], 10)).toHaveLength(1)
})

test("songs of one name by different artists are different songs, also in other letters", () => {
  const songs = [makeSong("봄날"), makeSong("봄"), makeSong("봄", { artists: ["BTS"] })]
  expect(songChart([songs], 10)).toHaveLength(3)
})

test("nobody fills the chart alone, and nothing in it is without singing", () => {
  const songs = ["A", "B (Instrumental)", "C", "D - Sped Up", "E", "F"].map((name) =>
    makeSong(name),
  )
  expect(names(songChart([songs], 10))).toEqual(["A", "C", "E"])
})

test("a chart is as long as it was asked for", () => {
  const songs = Array.from({ length: 9 }, (_, i) => makeSong(`Song ${i}`, { artists: [`A${i}`] }))
  expect(songChart([songs], 4)).toHaveLength(4)
  expect(songChart([], 4)).toEqual([])
})

test("albums are the newest first, out by now, each once; those of no known day last", () => {
  const albums = [
    makeAlbum("Old", "2024-05-27"),
    makeAlbum("Some day", null),
    makeAlbum("Whiplash - The 5th Mini Album", "2024-10-21"),
    makeAlbum("Tomorrow", "2026-11-22"),
    makeAlbum("Today", "2026-11-21"),
    makeAlbum("Whiplash", "2024-10-22"),
  ]
  expect(names(albumChart([albums], 10, "2026-11-21"))).toEqual([
    "Today",
    "Whiplash",
    "Old",
    "Some day",
  ])
})

test("the bundled snapshot is whole: each song and album once, albums the newest first", async () => {
  const songs = await snapshot.trendingSongs(100)
  const albums = await snapshot.newAlbums(100)
  expect(songs.length).toBeGreaterThanOrEqual(48)
  expect(albums.length).toBeGreaterThanOrEqual(36)
  for (const one of songs) expect(song.safeParse(one).success, one.name).toBe(true)
  for (const one of albums) expect(album.safeParse(one).success, one.name).toBe(true)
  for (const items of [songs, albums]) {
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(new Set(items.map(({ name, artists }) => `${artists}: ${name}`)).size).toBe(items.length)
  }
  const days = albums.map(({ release_date }) => release_date ?? "")
  expect(days).toEqual(days.toSorted().reverse())
})
