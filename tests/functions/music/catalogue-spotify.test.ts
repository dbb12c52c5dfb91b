import { beforeEach, describe, expect, test } from "vitest"
import { ServiceError } from "../../../netlify/lib/catalogue/fetch-json.ts"
import { createSpotifyProvider } from "../../../netlify/lib/catalogue/spotify.ts"
import { makeSpotifyAlbum, makeSpotifyTrack, startSpotify } from "../../support/servers/spotify.ts"

const service = startSpotify()
const { spotify } = service

const CREDENTIALS = { id: "daina-test", secret: "daina-secret" }
const retryPausesMs: number[] = []

const fetchCharts = (
  names = ["aespa"],
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
) =>
  createSpotifyProvider(CREDENTIALS, {
    artists: names.map((name) => ({ name })),
    spacingMs: 0,
    timeoutMs: 10_000,
    signal: AbortSignal.timeout(20_000),
    pause: async (ms) => void retryPausesMs.push(ms),
    ...options,
  }).fetchCharts(10, 10)
const getNames = (items: { name: string }[]) => items.map(({ name }) => name)

beforeEach(() => {
  spotify.tracks = [makeSpotifyTrack("t1", "Whiplash", ["aespa"])]
  spotify.albums = [makeSpotifyAlbum("a1", "Armageddon", ["aespa"], "2024-05-27")]
  spotify.expireToken()
  retryPausesMs.length = 0
  Object.assign(spotify, { tokenCount: 0, givesBadTokens: false })
})

test("songs and albums are converted to the catalogue's format", async () => {
  const { songs, albums } = await fetchCharts()
  expect(songs).toEqual([
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
  expect(albums).toEqual([
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

test("loading songs and albums takes one token and one search per artist", async () => {
  await fetchCharts(["aespa", "IVE"])
  expect(service.listCallsTo(/token/)).toHaveLength(1)
  const searches = service.listCallsTo(/search/).map(({ url }) => url.searchParams)
  expect(searches).toHaveLength(2)
  expect(Object.fromEntries(searches[0] ?? [])).toEqual({
    q: expect.stringMatching(/^artist:"aespa" year:\d{4}-\d{4}$/),
    type: "track,album",
    limit: "10",
  })
})

test("songs are sorted by popularity if Spotify's response contains the popularity", async () => {
  spotify.tracks = ["Less", "More"].map((name, index) =>
    makeSpotifyTrack(`t${index}`, name, ["aespa"], { popularity: 40 + index }),
  )
  expect(getNames((await fetchCharts()).songs)).toEqual(["More", "Less"])
})

test("songs of artists with a similar name are ignored", async () => {
  spotify.tracks = [
    makeSpotifyTrack("t1", "Gurenge", ["LiSA"]),
    makeSpotifyTrack("t2", "ROCKSTAR", ["LISA"]),
    makeSpotifyTrack("t3", "Mona", ["Mona Lisa"]),
  ]
  expect(getNames((await fetchCharts(["LISA"])).songs)).toEqual(["ROCKSTAR"])
})

test("albums include mini albums, but no singles or compilations", async () => {
  const makeSingle = (id: string, name: string, total_tracks: number) =>
    makeSpotifyAlbum(id, name, ["aespa"], "2025-01-01", { album_type: "single", total_tracks })
  spotify.albums = [
    makeSingle("a1", "Single", 2),
    makeSingle("a2", "Mini", 6),
    makeSpotifyAlbum("a3", "Best of", ["aespa"], "2025-01-01", { album_type: "compilation" }),
  ]
  expect(getNames((await fetchCharts()).albums)).toEqual(["Mini"])
})

test("an album whose release day is unknown has no release date", async () => {
  const precision = { release_date_precision: "year" }
  spotify.albums = [makeSpotifyAlbum("a1", "Old", ["aespa"], "2025", precision)]
  expect((await fetchCharts()).albums).toMatchObject([{ name: "Old", release_date: null }])
})

test.each([
  ["missing", []],
  ["on an unknown host", [{ url: "https://tracker.example/x.png", width: 300 }]],
])("a song whose picture is %s is listed without a picture", async (_name, images) => {
  spotify.tracks = [makeSpotifyTrack("t1", "Whiplash", ["aespa"], { album: { name: "X", images } })]
  expect((await fetchCharts()).songs).toMatchObject([{ name: "Whiplash", image_url: null }])
})

test("invalid items are skipped", async () => {
  spotify.tracks.push(
    makeSpotifyTrack("t2", "", ["aespa"]),
    makeSpotifyTrack("not an id", "Odd", ["aespa"]),
    { artists: [{ name: "aespa" }] },
  )
  expect(getNames((await fetchCharts()).songs)).toEqual(["Whiplash"])
})

describe("the token", () => {
  test("an expired token is renewed once for all requests", async () => {
    service.nextFailures.push({ body: { access_token: "expired", token_type: "Bearer" } })
    expect(getNames((await fetchCharts(["aespa", "IVE", "BTS", "ITZY"])).songs)).toEqual([
      "Whiplash",
    ])
    expect(service.listCallsTo(/token/)).toHaveLength(2)
  })

  test("if the renewed token is refused too, the refresh fails without a third token", async () => {
    spotify.givesBadTokens = true
    await expect(fetchCharts()).rejects.toMatchObject({ status: 401 })
    expect(service.listCallsTo(/token/)).toHaveLength(2)
  })

  test("a token is not requested again when the credentials are refused", async () => {
    service.nextFailures.push({ status: 400, body: { error: "invalid_client" } })
    await expect(fetchCharts()).rejects.toMatchObject({ status: 400, waitSeconds: null })
    expect(service.calls).toHaveLength(1)
  })
})

describe("errors", () => {
  /** Sets the responses to the requests that follow the request for the token. */
  const failAfterToken = (...nextFailures: typeof service.nextFailures) => {
    service.nextFailures.push(
      { body: { access_token: "token-0", token_type: "Bearer" } },
      ...nextFailures,
    )
    spotify.token = "token-0"
  }

  test("a refused search with a short Retry-After is repeated after that time", async () => {
    failAfterToken({ status: 429, headers: { "retry-after": "1" } })
    expect(getNames((await fetchCharts()).songs)).toEqual(["Whiplash"])
    expect(retryPausesMs).toEqual([1000])
  })

  test("a refused search with a long Retry-After ends the refresh with the time to wait", async () => {
    failAfterToken({ status: 429, headers: { "retry-after": "3600" } })
    await expect(fetchCharts()).rejects.toMatchObject({ status: 429, waitSeconds: 3600 })
    expect(service.listCallsTo(/search/)).toHaveLength(1)
  })

  test("a server error is retried", async () => {
    failAfterToken({ status: 500, body: "<html>" })
    expect(getNames((await fetchCharts()).songs)).toEqual(["Whiplash"])
  })

  test.each([
    ["fails", { status: 503 }, 503],
    ["does not respond", "hang" as const, null],
  ])("a service that %s is tried three times", async (_name, failure, status) => {
    failAfterToken(failure, failure, failure, failure)
    const charts = fetchCharts(["aespa"], { timeoutMs: failure === "hang" ? 100 : 10_000 })
    await expect(charts).rejects.toMatchObject({ name: "ServiceError", status })
    expect(service.listCallsTo(/search/)).toHaveLength(3)
  })

  test.each([
    ["without JSON", { body: "<html>" }],
    ["in another format", { body: { tracks: null } }],
    ["with status 403", { status: 403 }],
  ])("a response %s is not retried", async (_name, failure) => {
    failAfterToken(failure)
    await expect(fetchCharts()).rejects.toThrow()
    expect(service.listCallsTo(/search/)).toHaveLength(1)
  })

  test("a refresh whose requests hang ends at its own time limit", async () => {
    service.lastingFailure = "hang"
    const charts = fetchCharts(["aespa", "IVE"], { signal: AbortSignal.timeout(200) })
    await expect(charts).rejects.toThrow(ServiceError)
    expect(service.calls, "no second try").toHaveLength(1)
  })

  test("an unknown artist gives empty lists", async () => {
    expect(await fetchCharts(["Nobody"])).toEqual({ songs: [], albums: [] })
  })
})
