import { beforeEach, describe, expect, test } from "vitest"
import { createDeezerProvider } from "../../../netlify/lib/catalogue/deezer.ts"
import { openTestDatabase } from "../../support/database.ts"
import {
  makeDeezerAlbum,
  makeDeezerTrack,
  QUOTA_EXCEEDED,
  startDeezer,
} from "../../support/servers/deezer.ts"

const { db, auth } = await openTestDatabase()
const service = startDeezer()
const { deezer } = service

const retryPausesMs: number[] = []

const fetchCharts = (names = ["aespa"]) =>
  createDeezerProvider(auth.as(null), {
    artists: names.map((name) => ({ name })),
    spacingMs: 0,
    timeoutMs: 10_000,
    signal: AbortSignal.timeout(20_000),
    pause: async (ms) => void retryPausesMs.push(ms),
  }).fetchCharts(10, 10)
const getNames = (items: { name: string }[]) => items.map(({ name }) => name)

const makeAespa = (changes: object = {}) => ({
  id: 7,
  name: "aespa",
  nb_fan: 1000,
  top: [makeDeezerTrack(1, "Whiplash", "aespa", 945_000)],
  albums: [makeDeezerAlbum(2, "Armageddon", "2024-05-27")],
  ...changes,
})

beforeEach(async () => {
  await db.one`delete from catalogue_artists`
  deezer.artists = [makeAespa()]
  retryPausesMs.length = 0
})

test("songs and albums are converted to the catalogue's format", async () => {
  const { songs, albums } = await fetchCharts()
  expect(songs).toEqual([
    {
      id: "1",
      name: "Whiplash",
      artists: ["aespa"],
      album_name: "Whiplash (album)",
      image_url: "https://cdn-images.dzcdn.net/images/cover/1/500x500.jpg",
      popularity: 95,
      external_url: "https://www.deezer.com/track/1",
    },
  ])
  expect(albums).toEqual([
    {
      id: "2",
      name: "Armageddon",
      artists: ["aespa"],
      image_url: "https://cdn-images.dzcdn.net/images/cover/2/500x500.jpg",
      total_tracks: null,
      release_date: "2024-05-27",
      external_url: "https://www.deezer.com/album/2",
    },
  ])
})

test("songs are sorted by popularity and list all artists", async () => {
  const contributors = [{ name: "ROSÉ" }, { name: "Bruno Mars" }]
  deezer.artists = [
    makeAespa(),
    makeAespa({
      id: 8,
      name: "ROSÉ",
      top: [
        makeDeezerTrack(3, "APT.", "ROSÉ", 990_000, { contributors }),
        makeDeezerTrack(4, "toxic till the end", "ROSÉ", 700_000),
      ],
    }),
  ]
  const { songs } = await fetchCharts(["aespa", "ROSÉ"])
  expect(getNames(songs)).toEqual(["APT.", "Whiplash", "toxic till the end"])
  expect(songs[0]?.artists).toEqual(["ROSÉ", "Bruno Mars"])
})

test("when several artists have the exact name, the artist with the most fans is used", async () => {
  deezer.artists = [
    makeAespa({ id: 1, nb_fan: 3, top: [makeDeezerTrack(1, "Few fans", "aespa", 1)] }),
    makeAespa({ id: 2, nb_fan: 900, top: [makeDeezerTrack(2, "Many fans", "aespa", 1)] }),
    makeAespa({ id: 3, name: "Aespa Tribute", nb_fan: 5000 }),
    makeAespa({ id: 4, name: "AESPA", nb_fan: 5000 }),
  ]
  expect(getNames((await fetchCharts()).songs)).toEqual(["Many fans"])
})

test("albums include mini albums, but no singles or compilations", async () => {
  deezer.artists = [
    makeAespa({
      albums: [
        makeDeezerAlbum(1, "Single", "2025-03-01", "single"),
        makeDeezerAlbum(2, "Best of", "2025-03-01", "compile"),
        makeDeezerAlbum(3, "Mini", "2025-01-01", "ep"),
      ],
    }),
  ]
  expect(getNames((await fetchCharts()).albums)).toEqual(["Mini"])
})

test("an album whose release day is unknown has no release date", async () => {
  deezer.artists = [makeAespa({ albums: [makeDeezerAlbum(1, "Undated", "0000-00-00")] })]
  expect((await fetchCharts()).albums).toMatchObject([{ name: "Undated", release_date: null }])
})

test.each([
  ["no address", null],
  ["an address without a name", "https://cdn-images.dzcdn.net/images/cover//500x500.jpg"],
])("a song whose picture has %s is listed without a picture", async (_name, cover_big) => {
  const album = { title: "X", cover_big }
  deezer.artists = [makeAespa({ top: [makeDeezerTrack(1, "Whiplash", "aespa", 1, { album })] })]
  expect((await fetchCharts()).songs).toMatchObject([{ name: "Whiplash", image_url: null }])
})

describe("errors", () => {
  test("an exceeded quota is retried after five seconds", async () => {
    service.nextFailures.push(QUOTA_EXCEEDED)
    expect(getNames((await fetchCharts()).songs)).toEqual(["Whiplash"])
    expect(retryPausesMs).toEqual([5000])
  })

  test("an error other than the quota is not retried", async () => {
    service.nextFailures.push({ body: { error: { type: "Exception", message: "?", code: 200 } } })
    await expect(fetchCharts()).rejects.toThrow(/code 200/)
    expect(service.calls).toHaveLength(1)
  })

  test("an unexpected response is an error", async () => {
    service.lastingFailure = { body: { songs: [] } }
    await expect(fetchCharts()).rejects.toThrow()
  })

  test("an artist that Deezer has removed adds no songs", async () => {
    await fetchCharts()
    deezer.artists = []
    expect((await fetchCharts()).songs).toEqual([])
  })
})

test("Deezer gets fewer than 50 requests in 5.5 seconds", async () => {
  const artists = Array.from({ length: 6 }, (_, i) => ({ name: `Artist ${i}` }))
  const signal = AbortSignal.timeout(20_000)
  await createDeezerProvider(auth.as(null), { artists, timeoutMs: 2000, signal }).fetchCharts(
    10,
    10,
  )
  const times = service.calls.map(({ at }) => at).toSorted((a, b) => a - b)
  expect(times).toHaveLength(6)
  const totalMs = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const msPerRequest = totalMs / (times.length - 1)
  expect(msPerRequest * 50).toBeGreaterThan(5_500)
})
