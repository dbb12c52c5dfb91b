/** Songs and albums from Spotify, as an app in development mode gets them. */
import { beforeEach, describe, expect, test } from "vitest"
import { ServiceError } from "../../../netlify/lib/catalogue/fetch-json.ts"
import { spotify as provider } from "../../../netlify/lib/catalogue/spotify.ts"
import { spotifyAlbum, spotifyServer, spotifyTrack } from "../../support/servers/spotify.ts"

const service = spotifyServer()
const { spotify } = service

const CREDENTIALS = { id: "daina-test", secret: "daina-secret" }
const ask = (names = ["aespa"], options: { signal?: AbortSignal } = {}) =>
  provider(CREDENTIALS, {
    artists: names.map((name) => ({ name })),
    spacingMs: 0,
    timeoutMs: 300,
    signal: AbortSignal.timeout(20_000),
    ...options,
  })
const names = (items: { name: string }[]) => items.map(({ name }) => name)

beforeEach(() => {
  spotify.tracks = [spotifyTrack("t1", "Whiplash", ["aespa"])]
  spotify.albums = [spotifyAlbum("a1", "Armageddon", ["aespa"], "2024-05-27")]
  spotify.expireToken()
  Object.assign(spotify, { tokens: 0, givesBadTokens: false })
})

test("a song and an album come in our shape", async () => {
  const spotifyNow = ask()
  expect(await spotifyNow.trendingSongs(10)).toEqual([
    {
      id: "t1",
      name: "Whiplash",
      artists: ["aespa"],
      album_name: "Whiplash (album)",
      image_url: "https://i.scdn.co/image/t1-300",
      popularity: null,
      external_url: "https://open.spotify.com/track/t1",
    },
  ])
  expect(await spotifyNow.newAlbums(10)).toEqual([
    {
      id: "a1",
      name: "Armageddon",
      artists: ["aespa"],
      image_url: "https://i.scdn.co/image/a1-300",
      total_tracks: 10,
      release_date: "2024-05-27",
      external_url: "https://open.spotify.com/album/a1",
    },
  ])
})

test("songs and albums cost one token, and one search for each artist, within what is allowed", async () => {
  const spotifyNow = ask(["aespa", "IVE"])
  await spotifyNow.trendingSongs(10)
  await spotifyNow.newAlbums(10)
  expect(service.callsTo(/token/)).toHaveLength(1)
  const searches = service.callsTo(/search/).map(({ url }) => url.searchParams)
  expect(searches).toHaveLength(2)
  expect(Object.fromEntries(searches[0] ?? [])).toEqual({
    q: expect.stringMatching(/^artist:"aespa" year:\d{4}-\d{4}$/),
    type: "track,album",
    limit: "10",
  })
})

test("where popularity is still told, it ranks", async () => {
  spotify.tracks = ["Less", "More"].map((name, index) =>
    spotifyTrack(`t${index}`, name, ["aespa"], { popularity: 40 + index }),
  )
  expect(names(await ask().trendingSongs(10))).toEqual(["More", "Less"])
})

test("another artist of nearly the same name is not taken for ours", async () => {
  spotify.tracks = [
    spotifyTrack("t1", "Gurenge", ["LiSA"]),
    spotifyTrack("t2", "ROCKSTAR", ["LISA"]),
    spotifyTrack("t3", "Mona", ["Mona Lisa"]),
  ]
  expect(names(await ask(["LISA"]).trendingSongs(10))).toEqual(["ROCKSTAR"])
})

test("singles are no albums, mini albums are, and of an unknown day nothing is made up", async () => {
  const single = (id: string, name: string, total_tracks: number) =>
    spotifyAlbum(id, name, ["aespa"], "2025-01-01", { album_type: "single", total_tracks })
  spotify.albums = [
    single("a1", "Single", 2),
    single("a2", "Mini", 6),
    spotifyAlbum("a3", "Best of", ["aespa"], "2025-01-01", { album_type: "compilation" }),
    spotifyAlbum("a4", "Old", ["aespa"], "2025", { release_date_precision: "year" }),
  ]
  const albums = await ask().newAlbums(10)
  expect(albums.map(({ name, release_date }) => [name, release_date])).toEqual([
    ["Mini", "2025-01-01"],
    ["Old", null],
  ])
})

test.each([
  ["without any", []],
  ["at an address that pages may not load", [{ url: "https://tracker.example/x.png", width: 300 }]],
])("a song with a picture %s is there without one", async (_what, images) => {
  spotify.tracks = [spotifyTrack("t1", "Whiplash", ["aespa"], { album: { name: "X", images } })]
  expect(await ask().trendingSongs(10)).toMatchObject([{ name: "Whiplash", image_url: null }])
})

test("items that are none, or half of one, spoil nothing", async () => {
  spotify.tracks.push(
    spotifyTrack("t2", "", ["aespa"]),
    spotifyTrack("not an id", "Odd", ["aespa"]),
    // Spotify is known to give null where something was withdrawn.
    { artists: [{ name: "aespa" }] },
  )
  expect(names(await ask().trendingSongs(10))).toEqual(["Whiplash"])
})

describe("the token", () => {
  test("that has expired is renewed once, for all calls together", async () => {
    const spotifyNow = ask(["aespa", "IVE", "BTS", "ITZY"])
    service.mishaps.push({ body: { access_token: "expired", token_type: "Bearer" } })
    expect(names(await spotifyNow.trendingSongs(10))).toEqual(["Whiplash"])
    expect(service.callsTo(/token/)).toHaveLength(2)
  })

  test("that is refused anew is not renewed for ever", async () => {
    spotify.givesBadTokens = true
    await expect(ask().trendingSongs(10)).rejects.toMatchObject({ status: 401 })
    expect(service.callsTo(/token/)).toHaveLength(2)
  })

  test("that the credentials do not give ends it at once", async () => {
    service.mishaps.push({ status: 400, body: { error: "invalid_client" } })
    await expect(ask().trendingSongs(10)).rejects.toMatchObject({ status: 400, wait: null })
    expect(service.calls).toHaveLength(1)
  })
})

describe("a service that", () => {
  const failing = (...mishaps: typeof service.mishaps) => {
    // The first call is for the token.
    service.mishaps.push({ body: { access_token: "token-0", token_type: "Bearer" } }, ...mishaps)
    spotify.token = "token-0"
  }

  test("asks for a short pause gets it", async () => {
    failing({ status: 429, headers: { "retry-after": "1" } })
    expect(names(await ask().trendingSongs(10))).toEqual(["Whiplash"])
    const [refused, again] = service.callsTo(/search/)
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(990)
  })

  test("asks for a long one is left alone, and the pause is told", async () => {
    failing({ status: 429, headers: { "retry-after": "3600" } })
    await expect(ask().trendingSongs(10)).rejects.toMatchObject({ status: 429, wait: 3600 })
    expect(service.callsTo(/search/)).toHaveLength(1)
  })

  test("stumbles once is asked again", async () => {
    failing({ status: 500, body: "<html>" })
    expect(names(await ask().trendingSongs(10))).toEqual(["Whiplash"])
  })

  test.each([
    ["is broken", { status: 503 }, 503],
    ["hangs", "hang" as const, null],
  ])("%s is given up after three tries", async (_what, mishap, status) => {
    failing(mishap, mishap, mishap, mishap)
    await expect(ask().trendingSongs(10)).rejects.toMatchObject({ name: "ServiceError", status })
    expect(service.callsTo(/search/)).toHaveLength(3)
  })

  test.each([
    ["no JSON", { body: "<html>" }],
    ["something else", { body: { tracks: null } }],
    ["that it is forbidden", { status: 403 }],
  ])("answers %s is given up at once", async (_what, mishap) => {
    failing(mishap)
    await expect(ask().trendingSongs(10)).rejects.toThrow()
    expect(service.callsTo(/search/)).toHaveLength(1)
  })

  test("is slow for each of many ends when the time for all is over", async () => {
    service.always = "hang"
    const began = performance.now()
    const asked = ask(["aespa", "IVE"], { signal: AbortSignal.timeout(200) })
    await expect(asked.trendingSongs(10)).rejects.toThrow(ServiceError)
    expect(performance.now() - began).toBeLessThan(1500)
  })

  test("finds nothing gives empty lists", async () => {
    const nobody = ask(["Nobody"])
    expect(await nobody.trendingSongs(10)).toEqual([])
    expect(await nobody.newAlbums(10)).toEqual([])
  })
})
