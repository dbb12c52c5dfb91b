/** Songs and albums from Deezer's public catalogue. */
import { beforeEach, describe, expect, test } from "vitest"
import { deezer as provider } from "../../../netlify/lib/catalogue/deezer.ts"
import { testDatabase } from "../../support/database.ts"
import { deezerAlbum, deezerServer, deezerTrack, QUOTA } from "../../support/servers/deezer.ts"

const { auth, owner } = testDatabase()
const db = owner.as(null)
const service = deezerServer()
const { deezer } = service

const ask = (names = ["aespa"], also: string[] = []) =>
  provider(auth.as(null), {
    artists: names.map((name) => ({ name, also })),
    spacingMs: 0,
    timeoutMs: 300,
    signal: AbortSignal.timeout(20_000),
  })
const names = (items: { name: string }[]) => items.map(({ name }) => name)

const aespa = (more: object = {}) => ({
  id: 7,
  name: "aespa",
  nb_fan: 1000,
  top: [deezerTrack(1, "Whiplash", "aespa", 945_000)],
  albums: [deezerAlbum(2, "Armageddon", "2024-05-27")],
  ...more,
})

beforeEach(async () => {
  await db.one`delete from catalogue_artists`
  deezer.artists = [aespa()]
})

test("a song and an album come in our shape", async () => {
  expect(await ask().trendingSongs(10)).toEqual([
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
  expect(await ask().newAlbums(10)).toEqual([
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

test("the songs that most listen to come first, with everybody who sings", async () => {
  const contributors = [{ name: "ROSÉ" }, { name: "Bruno Mars" }]
  deezer.artists = [
    aespa(),
    aespa({
      id: 8,
      name: "ROSÉ",
      top: [
        deezerTrack(3, "APT.", "ROSÉ", 990_000, { contributors }),
        deezerTrack(4, "toxic till the end", "ROSÉ", 700_000),
      ],
    }),
  ]
  const songs = await ask(["aespa", "ROSÉ"]).trendingSongs(10)
  expect(names(songs)).toEqual(["APT.", "Whiplash", "toxic till the end"])
  expect(songs[0]?.artists).toEqual(["ROSÉ", "Bruno Mars"])
})

test("of several of one name the one with most fans is meant, and of nearly that name nobody", async () => {
  deezer.artists = [
    aespa({ id: 1, nb_fan: 3, top: [deezerTrack(1, "Nobody's", "aespa", 1)] }),
    aespa({ id: 2, nb_fan: 900, top: [deezerTrack(2, "Theirs", "aespa", 1)] }),
    aespa({ id: 3, name: "Aespa Tribute", nb_fan: 5000 }),
    aespa({ id: 4, name: "AESPA", nb_fan: 5000 }),
  ]
  expect(names(await ask().trendingSongs(10))).toEqual(["Theirs"])
})

test("singles and compilations are no albums; mini albums are", async () => {
  deezer.artists = [
    aespa({
      albums: [
        deezerAlbum(1, "Single", "2025-03-01", "single"),
        deezerAlbum(2, "Best of", "2025-03-01", "compile"),
        deezerAlbum(3, "Mini", "2025-01-01", "ep"),
        deezerAlbum(4, "Undated", "0000-00-00"),
      ],
    }),
  ]
  const albums = await ask().newAlbums(10)
  expect(albums.map(({ name, release_date }) => [name, release_date])).toEqual([
    ["Mini", "2025-01-01"],
    ["Undated", null],
  ])
})

test.each([
  ["no address", null],
  ["an address without a name", "https://cdn-images.dzcdn.net/images/cover//500x500.jpg"],
])("a song whose picture has %s is there without one", async (_what, cover_big) => {
  const album = { title: "X", cover_big }
  deezer.artists = [aespa({ top: [deezerTrack(1, "Whiplash", "aespa", 1, { album })] })]
  expect(await ask().trendingSongs(10)).toMatchObject([{ name: "Whiplash", image_url: null }])
})

describe("a service that", () => {
  test("says with status 200 that it was too much is asked again when its window is over", async () => {
    service.mishaps.push(QUOTA)
    expect(names(await ask().trendingSongs(10))).toEqual(["Whiplash"])
    const [refused, again] = service.calls
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(4_990)
  })

  test("refuses for another reason is given up at once", async () => {
    service.mishaps.push({ body: { error: { type: "Exception", message: "?", code: 200 } } })
    await expect(ask().trendingSongs(10)).rejects.toThrow(/code 200/)
    expect(service.calls).toHaveLength(1)
  })

  // What is done about any other trouble, catalogue-spotify.test.ts shows.
  test("answers something else is given up", async () => {
    service.always = { body: { songs: [] } }
    await expect(ask().trendingSongs(10)).rejects.toThrow()
  })

  test("has lost an artist gives nothing for them", async () => {
    await ask().trendingSongs(10)
    deezer.artists = []
    expect(await ask().trendingSongs(10)).toEqual([])
  })
})

test("at its usual pace it is asked less than 50 times in five seconds", async () => {
  const artists = Array.from({ length: 12 }, (_, i) => ({ name: `Artist ${i}` }))
  const signal = AbortSignal.timeout(20_000)
  await provider(auth.as(null), { artists, timeoutMs: 2000, signal }).trendingSongs(10)
  const times = service.calls.map(({ at }) => at).toSorted((one, other) => one - other)
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  expect(times).toHaveLength(12)
  // 50 calls would take as many times that.
  expect((span / 11) * 50).toBeGreaterThan(5_500)
})
